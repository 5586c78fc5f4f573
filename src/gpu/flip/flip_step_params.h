// The parameters of a sub-step that follow from those of the scene.
#pragma once
#include <span>

#include "domain/pointer_force.h"
#include "gpu/flip/flip_params.h"
#include "grid/grid_layout.h"
#include "solvers/flip/flip.h"

namespace slosh::gpu {

// The parameters of a sub-step of dt seconds. The caller sets the number of particles and the capacity, the part of the
// matrix, the ratio of pressures and the flags of solids and of free fall. Pointers beyond FlipParams::max_pointers are
// ignored.
FlipParams step_params(const FlipDef&, glm::vec3 gravity, const GridLayout&, float dt,
                       std::span<const PointerForce> pointer_forces);

}  // namespace slosh::gpu
