// The equation of state of wcsph, and the particle volume that goes with it.
#pragma once
#include <algorithm>

#include "solvers/wcsph/kernel.h"
#include "solvers/wcsph/wcsph.h"
#include "sph/lattice.h"

namespace slosh::wcsph {

// The pressure, at least `min_pressure`. `stiffness`: rho_0 c^2.
inline float pressure_of(const WcsphDef& def, float stiffness, float density_ratio, float min_pressure) {
    float p = stiffness * (density_ratio - 1);
    if (def.equation_of_state == WcsphDef::EquationOfState::tait) {
        const float r2 = density_ratio * density_ratio, r4 = r2 * r2;
        p = stiffness / 7 * (r4 * r2 * density_ratio - 1);
    }
    return max(min_pressure, p);
}

// `tension`: that of surface tension, Pa. The other is bounded, too, as a liquid tears: a particle that leaves the
// fluid has up to seven times its volume at rest, and its pressure acts by the square of that.
inline float min_pressure_of(const WcsphDef& def, float stiffness, float tension) {
    constexpr float tear = 0.3f;  // of the stiffness: 30 % below the rest density
    return -(def.negative_pressure ? std::max(tension, tear * stiffness) : tension);
}

// The volume of a particle for which the density of a filled lattice is exactly the rest density.
template <int D>
float lattice_volume(float spacing, float h) {
    const auto w = [&](float n) { return Kernel<D>::w(splat(spacing * __builtin_sqrtf(n) / h))[0]; };
    return 1 / (sph::lattice_sum<D>(spacing, h, w) * Kernel<D>(h).scale);
}

}  // namespace slosh::wcsph
