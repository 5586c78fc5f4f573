// Steps the diffuse particles with the particle view of a solver (foam/diffuse_particles.h).
#pragma once
#include <array>

#include "foam/diffuse_particles.h"
#include "solver/views.h"

namespace slosh {

// After a step of dt seconds of a 3D fluid. The bodies are those of the view.
void advance_foam(DiffuseParticles&, const FoamDef&, const ParticleView&, DiffuseEnvironment, float dt, Jobs&);

// Number of particles of each kind: spray, foam, bubbles.
std::array<int, 3> count_kinds(const DiffuseView&);

}  // namespace slosh
