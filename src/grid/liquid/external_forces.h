// What drives the fluid on the faces of a MAC grid: gravity, and the hand.
#pragma once
#include <span>

#include "base/jobs.h"
#include "domain/pointer_force.h"
#include "grid/flip_particles.h"

namespace slosh {

// u += g dt.
void add_gravity(const MacGrid&, glm::vec3 gravity, float dt, Faces& velocity, Jobs&);

// The pull of the hands over dt; a push is an acceleration.
void apply_pointer_forces(const MacGrid&, const MacFrame&, std::span<const PointerForce>, float dt, Faces& velocity,
                          Jobs&);

// Takes from what slides along the container's walls: du/dt = -friction |u| u / 2 over the thickness of a cell, each
// component by itself. Of turbulent flow over a plate friction is 0.003 to 0.01 (Schlichting).
void rub_walls(const MacGrid&, const MacFrame&, float friction, float dt, Faces& velocity, Jobs&);

}  // namespace slosh
