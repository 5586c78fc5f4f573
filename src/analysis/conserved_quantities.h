// What a fluid and its bodies have in all: energy of motion, where their mass is, and how much room the fluid takes.
// A pass over the particles, for whoever follows them over time.
#pragma once
#include "base/jobs.h"
#include "solver/views.h"

namespace slosh {

struct ConservedQuantities {
    double kinetic = 0;            // sum of m v^2 / 2, and the spin of the bodies
    double moment[3] = {0, 0, 0};  // sum of m x: in gravity g the potential energy is -g . moment
    double volume = 0;             // sum of V_i; an area in 2D

    // Against that of another state, in the same gravity.
    double potential(const ConservedQuantities& start, glm::vec3 gravity) const {
        double energy = 0;
        for (int axis = 0; axis < 3; ++axis)
            energy -= static_cast<double>(gravity[axis]) * (moment[axis] - start.moment[axis]);
        return energy;
    }
};

// V_i = V_0 rho_0 / rho_i, with V_0 a particle's place at rest; what is thinner than at rest counts as V_0, because at
// a free surface half of a kernel is empty. The same bits for any number of workers.
ConservedQuantities measure_conserved(const ParticleView&, Jobs&);

}  // namespace slosh
