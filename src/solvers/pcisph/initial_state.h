// What PCISPH derives from its initial fluid: the prototype particle and the height of the fluid. D is 2 or 3.
#pragma once
#include <algorithm>

#include "domain/domain.h"
#include "domain/mean_spacing.h"
#include "solvers/pcisph/kernel.h"
#include "sph/lattice.h"
#include "sph/time_step.h"

namespace slosh::pcisph {

// The prototype particle of PCISPH, inside a filled lattice: the volume for which its density is exactly that at rest,
// and the sum of |grad W|^2.
template <int D>
struct Prototype {
    float volume;             // m^D
    float gradients_squared;  // 1/m^(2 D + 2)
    Prototype(float spacing, float h) {
        const Kernel<D> kernel(h);
        const auto q_of = [&](float n) { return splat(spacing * __builtin_sqrtf(n) / h); };
        const auto w = [&](float n) { return Kernel<D>::w(q_of(n))[0]; };
        volume = 1 / (sph::lattice_sum<D>(spacing, h, w) * kernel.scale);
        gradients_squared = sph::lattice_sum<D>(spacing, h, [&](float n) {
            const float slope = kernel.slope_scale * Kernel<D>::slope(q_of(n))[0];
            return slope * slope * n * spacing * spacing;
        });
    }
    // Equation 8 of the paper for a sub-step of dt: the pressure that corrects an error of one rest density, Pa.
    float delta(float rest_density, float dt) const {
        return rest_density / (2 * dt * dt * volume * volume * gradients_squared);
    }
};

// The height of the initial fluid along gravity, or the edge of a cube with the volume that emitters will add if that
// is larger.
template <int D>
float height_of(const Domain& domain) {
    float height = domain.inflow_volume > 0 ? mean_spacing(domain.inflow_volume, 1, D) : 0;
    const float g = sph::gravity_speed_gain(domain.gravity, 1);
    for (const FluidRegion& fill : domain.fluid) {
        float extent = 0;
        for (int d = 0; d < D; ++d) extent += __builtin_fabsf(domain.gravity[d]) * fill.half[d];
        height = std::max(height, 2 * (fill.shape == Shape::circle || !(g > 0) ? fill.half.x : extent / g));
    }
    return height;
}

}  // namespace slosh::pcisph
