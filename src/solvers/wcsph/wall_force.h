// The force of the walls of wcsph on a particle, besides that of ghost particles: the penalty spring of
// WallModel::spring, and wall friction. D is 2 or 3.
#pragma once
#include <algorithm>

#include "solvers/wcsph/wcsph.h"
#include "sph/boundary_terms.h"

namespace slosh::wcsph {

// For a particle that moves at v relative to the wall. `spacing`: of particles at rest, m; `two_mu`: viscosity
// coefficient of the wall.
template <int D>
void compute_wall_force(const WcsphDef& def, const BoundaryTerms<D>& wall, float spacing, const float (&v)[D],
                        float mass, float volume, float two_mu, float (&force)[D]) {
    float out = 0;
    for (int d = 0; d < D; ++d) force[d] = 0, out += v[d] * wall.normal[d];
    if (def.walls == WcsphDef::WallModel::spring) {
        // The spring acts from half a spacing on, where the first layer of particles lies.
        const float depth = 0.5f * spacing - wall.gap;
        const float back = depth > 0 ? mass * (def.wall_stiffness * depth + def.wall_damping * out) : 0;
        for (int d = 0; d < D; ++d) force[d] = -std::max(back, 0.0f) * wall.normal[d];
    }
    // Friction acts along the wall only; the fluid behind the wall has the wall's velocity.
    for (int d = 0; d < D; ++d)
        force[d] += def.no_slip * volume * two_mu * wall.laplacian[d] * (v[d] - out * wall.normal[d]);
}

}  // namespace slosh::wcsph
