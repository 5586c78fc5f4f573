// Gravity, pointer forces and the stickiness of the walls, applied to the velocities of double density relaxation.
#pragma once
#include <span>

#include "domain/pointer_force.h"
#include "solvers/double_density/state.h"
#include "solvers/double_density/wall_contact.h"

namespace slosh {

struct ExternalForces {
    glm::vec3 gravity;        // u/s2
    float weight_difference;  // of the kinds in fluid at rest: their weights are 1 + d, 1, 1 - d
    std::span<const PointerForce> pointers;
    float stickiness, stick_distance;  // for this h, 1/s2; u
};

// v += (weight gravity + pointer force) dt / m + attraction of the wall dt. In free fall the weights of all kinds are
// 1: without pressure there is no buoyancy.
void apply_external_forces(BlobArrays&, const ExternalForces&, const Wall2&, float dt, Jobs&);

}  // namespace slosh
