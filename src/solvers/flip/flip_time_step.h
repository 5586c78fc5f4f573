// The number of sub-steps of PIC/FLIP: limited by the CFL number, and by the speed of capillary waves (Brackbill, Kothe
// & Zemach 1992).
#pragma once
#include <span>

#include "domain/pointer_force.h"
#include "grid/flip_particles.h"
#include "solvers/flip/flip.h"

namespace slosh {

// The CFL number of a step of dt: how many cells the fastest particle crosses, relative to the container. `rate`: the
// same per second at the start of the step; gravity and repelling forces accelerate it.
float cells_crossed_in(float dt, float rate, const MacFrame&, glm::vec3 gravity, std::span<const PointerForce>);

// The sub-steps that the solver chooses for a step of dt.
int substeps_for(float dt, float cells_crossed, const FlipDef&, const MacFrame&);

}  // namespace slosh
