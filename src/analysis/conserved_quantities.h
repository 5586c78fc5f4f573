// Kinetic energy, first moment of mass and volume of a fluid and its bodies. One pass over the particles.
#pragma once
#include "base/jobs.h"
#include "solver/views.h"

namespace slosh {

struct ConservedQuantities {
    double kinetic = 0;            // J: sum of m v^2 / 2, and the rotation of the bodies
    double moment[3] = {0, 0, 0};  // kg m: sum of m x; in gravity g the potential energy is -g . moment
    double volume = 0;             // m3: sum of V_i; an area in 2D

    // Potential energy relative to another state in the same gravity, J.
    double potential(const ConservedQuantities& start, glm::vec3 gravity) const {
        double energy = 0;
        for (int axis = 0; axis < 3; ++axis)
            energy -= static_cast<double>(gravity[axis]) * (moment[axis] - start.moment[axis]);
        return energy;
    }
};

// V_i = V_0 rho_0 / rho_i, with V_0 a particle's volume at rest; below the rest density V_0 counts, because half of a
// kernel at a free surface is empty. The same bits for any number of workers.
ConservedQuantities measure_conserved(const ParticleView&, Jobs&);

}  // namespace slosh
