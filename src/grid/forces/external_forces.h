// External forces on the faces of a MAC grid: gravity, pointer forces, wall friction.
#pragma once
#include <span>

#include "base/jobs.h"
#include "domain/pointer_force.h"
#include "grid/flip_particles.h"
#include "grid/grid_layout.h"

namespace slosh {

// u += g dt.
void add_gravity(const MacGrid&, glm::vec3 gravity, float dt, Faces& velocity, Jobs&);

// Applies pointer forces over dt (domain/pointer_force.h), with the velocity of the drag relative to the container.
void apply_pointer_forces(const GridLayout&, std::span<const PointerForce>, float dt, Faces& velocity, Jobs&);

// Skin friction of the container's walls: du/dt = -friction |u| u / 2 over the thickness of the cells at the wall, each
// component by itself, integrated implicitly. Turbulent flow over a plate has a coefficient of 0.003 to 0.01
// (Schlichting).
void apply_wall_friction(const GridLayout&, float friction, float dt, Faces& velocity, Jobs&);

}  // namespace slosh
