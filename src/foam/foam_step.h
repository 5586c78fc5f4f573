// Steps the diffuse particles with the particle view of a solver (foam/diffuse_particles.h).
#pragma once
#include <array>

#include "domain/domain.h"
#include "foam/diffuse_particles.h"
#include "solver/views.h"

namespace slosh {

// After a step of dt seconds of a 3D fluid; `container`: its motion during the step.
void advance_foam(DiffuseParticles&, const FoamDef&, const ParticleView&, const Walls&, glm::vec3 gravity,
                  const Motion& container, float dt, Jobs&);

// Number of particles of each kind: spray, foam, bubbles.
std::array<int, 3> count_kinds(const DiffuseView&);

}  // namespace slosh
