// What PCISPH derives from its initial fluid: the prototype particle, the height of the fluid, the hydrostatic
// pressure. D is 2 or 3.
#pragma once
#include <algorithm>

#include "domain/domain.h"
#include "sph/lattice.h"
#include "sph/smoothing_kernels.h"

namespace slosh::pcisph {

// The prototype particle of PCISPH, inside a filled lattice: the volume for which its density is exactly that at rest,
// and the sum of |grad W|^2.
template <int D>
struct Prototype {
    float volume, gradients_squared;
    Prototype(float spacing, float h) {
        const Wendland<D> kernel(h);
        const auto q_of = [&](float n) { return splat(spacing * __builtin_sqrtf(n) / h); };
        const auto w = [&](float n) { return Wendland<D>::w(q_of(n))[0]; };
        volume = 1 / (sph::lattice_sum<D>(spacing, h, w) * kernel.scale);
        gradients_squared = sph::lattice_sum<D>(spacing, h, [&](float n) {
            const float slope = kernel.slope_scale * Wendland<D>::slope(q_of(n))[0];
            return slope * slope * n * spacing * spacing;
        });
    }
};

// The height of the initial fluid, or the edge of a cube with the volume that emitters will add if that is larger.
template <int D>
float height_of(const Domain& domain) {
    float height = domain.inflow_volume > 0 ? sph::mean_spacing<D>(domain.inflow_volume, 1) : 0;
    for (const FluidRegion& fill : domain.fluid) height = std::max(height, 2 * fill.half.y);
    return height;
}

// The hydrostatic p / rho at x in the initial fluid: gravity times the height of the column above. Initial guess.
template <int D>
float column_above(const Domain& domain, const float (&x)[D]) {
    float highest = 0;
    for (const FluidRegion& fill : domain.fluid) {
        float column = 0;
        bool inside = true;
        for (int d = 0; d < D; ++d) {
            const float half = fill.shape == Shape::circle ? fill.half.x : fill.half[d];
            const float from = x[d] - fill.centre[d], g = domain.gravity[d];
            inside &= (from < 0 ? -from : from) <= half;
            column += g * from + (g < 0 ? -g : g) * half;
        }
        if (inside) highest = std::max(highest, column);
    }
    return highest;
}

}  // namespace slosh::pcisph
