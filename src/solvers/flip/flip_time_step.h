// What PIC/FLIP chooses by itself: its grid, the layers of the extrapolation, and its number of sub-steps: limited by
// the CFL number, by gravity and by the speed of capillary waves (Brackbill, Kothe & Zemach 1992).
#pragma once
#include <span>

#include "domain/pointer_force.h"
#include "grid/flip_particles.h"
#include "grid/grid_layout.h"
#include "solvers/flip/flip.h"

namespace slosh {

// The CFL number of a step of dt: how many cells the fastest particle crosses, relative to the container. `rate`: the
// same per second at the start of the step; gravity and repelling forces accelerate it.
float cells_crossed_in(float dt, float rate, const MacFrame&, glm::vec3 gravity, std::span<const PointerForce>);

// The sub-steps that the solver chooses for a step of dt.
int substeps_for(float dt, float cells_crossed, glm::vec3 gravity, const FlipDef&, const MacFrame&);

// Layers of the extrapolation of velocities into the air for particles that cross `displacement` cells in a sub-step:
// interpolation beside the fluid reads two faces farther, and Runge-Kutta stages read at a part of the displacement.
constexpr int max_extrapolation_layers = 12;
int extrapolation_layers(const FlipDef&, float displacement);

// The grid of a scene that starts with so many particles, with the container where it is at the start.
GridLayout lay_out_grid(const FlipDef&, const Domain&, int filling_count);

}  // namespace slosh
