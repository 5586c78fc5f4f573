// Spray, foam and bubbles of what a solver shows: the way from its spans to foam/diffuse_particles.h.
#pragma once
#include <array>

#include "domain/domain.h"
#include "foam/diffuse_particles.h"
#include "solver/views.h"

namespace slosh {

// After a step over dt, which the container began with that motion. Of fluids in 3D.
void carry_foam(DiffuseParticles&, const FoamDef&, const ParticleView&, const Walls&, glm::vec3 gravity,
                const Motion& container, float dt, Jobs&);

// How many there are of each kind: spray, foam, bubbles.
std::array<int, 3> count_kinds(const DiffuseView&);

}  // namespace slosh
