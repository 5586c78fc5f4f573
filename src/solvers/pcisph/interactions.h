// The parts of PCISPH (pcisph.h) that stand alone: the factors of its iteration, and its pair interactions
// (search/pair_interaction.h). D is 2 or 3.
#pragma once
#include "sph/interactions.h"
#include "sph/lattice.h"
#include "sph/smoothing_kernels.h"

namespace slosh::pcisph {

// Chebyshev semi-iteration (Golub & Varga 1961) for eigenvalues in [lo, hi]: the next update is momentum times the last
// one plus gain times the residual.
struct Chebyshev {
    float mid, wide, rho, momentum = 0, gain;
    Chebyshev(float lo, float hi) : mid((hi + lo) / 2), wide((hi - lo) / 2), rho(wide / mid), gain(1 / mid) {}
    void advance() {
        const float last = rho;
        rho = 1 / (2 * mid / wide - last);
        momentum = rho * last, gain = 2 * rho / wide;
    }
};

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

inline float mean(const SimdArray<float>& values) {
    float total = 0;
    for (const float v : values.view()) total += v;
    return total / static_cast<float>(std::max(values.size(), 1));
}

// The mean compression max(rho/rho_0 - 1, 0). `block_sums` has an element for each block.
inline float mean_excess(const SimdArray<float>& density_ratio, std::span<float> block_sums, Jobs& jobs) {
    jobs.for_range(density_ratio.size(), sph::cheap_block, [&](int begin, int end) {
        Float4 four{};
        int i = begin;
        for (; i + lanes <= end; i += lanes) four += max(load(&density_ratio[i]) - 1.0f, splat(0.0f));
        float rest = 0;
        for (; i < end; ++i) rest += std::max(density_ratio[i] - 1, 0.0f);
        block_sums[static_cast<size_t>(begin / sph::cheap_block)] = reduce_add(four) + rest;
    });
    const auto blocks = static_cast<size_t>((density_ratio.size() + sph::cheap_block - 1) / sph::cheap_block);
    float total = 0;
    for (const float part : block_sums.first(blocks)) total += part;
    return total / static_cast<float>(std::max(density_ratio.size(), 1));
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

// Its arrays are the predicted positions.
template <int D>
using PredictedDensityInteraction = sph::DensityInteraction<D, Wendland<D>>;

// Sums: the force of a change of the pressures, over the scale factor of the slope.
template <int D>
struct PressureInteraction {
    static constexpr int sums = D;
    struct Particle : sph::Position<D> {
        Float4 pressure;
    };
    const float *x, *y, *z, *pressure;
    float inv_h;

    Particle load(int i, auto read) const {
        Particle p{};
        sph::load_position<D>(p, *this, i, read);
        p.pressure = read(pressure + i);
        return p;
    }
    [[gnu::always_inline]] void interact(const Particle& i, const Particle& j, Float4* sum_i, Float4* sum_j) const {
        Float4 offset[D];
        const Float4 r2 = sph::squared_distance<D>(i, j, offset);
        const Float4 radial = Wendland<D>::slope(sqrt(r2) * inv_h) * (i.pressure + j.pressure);
        SLOSH_UNROLL for (int d = 0; d < D; ++d) {
            const Float4 f = radial * offset[d];
            sum_i[d] += f, sum_j[d] -= f;
        }
    }
};

// The same, and D more: the redistribution of particles where the density is too high.
template <int D>
struct RedistributionInteraction {
    static constexpr int sums = 2 * D;
    struct Particle : sph::Position<D> {
        Float4 pressure, density_error;
    };
    const float *x, *y, *z, *pressure, *density_error;
    float inv_h;

    Particle load(int i, auto read) const {
        Particle p{};
        sph::load_position<D>(p, *this, i, read);
        p.pressure = read(pressure + i), p.density_error = read(density_error + i);
        return p;
    }
    [[gnu::always_inline]] void interact(const Particle& i, const Particle& j, Float4* sum_i, Float4* sum_j) const {
        Float4 offset[D];
        const Float4 r2 = sph::squared_distance<D>(i, j, offset);
        const Float4 slope = Wendland<D>::slope(sqrt(r2) * inv_h);
        const Float4 radial = slope * (i.pressure + j.pressure),
                     redistribution = slope * (i.density_error + j.density_error);
        SLOSH_UNROLL for (int d = 0; d < D; ++d) {
            const Float4 f = radial * offset[d], g = redistribution * offset[d];
            sum_i[d] += f, sum_j[d] -= f;
            sum_i[D + d] += g, sum_j[D + d] -= g;
        }
    }
};

// Sums: the force of pressure, artificial viscosity (Monaghan 1992: Pi_ij, eta^2) and viscosity, and W.
template <int D>
struct ForceInteraction {
    static constexpr int sums = D + 1;
    struct Particle : sph::PositionVelocity<D> {
        Float4 pressure;
    };
    const float *x, *y, *z, *vx, *vy, *vz, *pressure;
    float inv_h;
    float eta2;        // 0.01 h^2: keeps Pi_ij finite
    float two_mu;      // 2 mu
    float artificial;  // rho alpha c h

    Particle load(int i, auto read) const {
        Particle p{};
        sph::load_position_velocity<D>(p, *this, i, read);
        p.pressure = read(pressure + i);
        return p;
    }
    [[gnu::always_inline]] void interact(const Particle& i, const Particle& j, Float4* sum_i, Float4* sum_j) const {
        Float4 offset[D] = {j.x - i.x, j.y - i.y}, dv[D] = {j.vx - i.vx, j.vy - i.vy};
        if constexpr (D == 3) offset[2] = j.z - i.z, dv[2] = j.vz - i.vz;
        Float4 r2 = offset[0] * offset[0] + offset[1] * offset[1];
        Float4 v_dot_r = dv[0] * offset[0] + dv[1] * offset[1];
        if constexpr (D == 3) r2 += offset[2] * offset[2], v_dot_r += dv[2] * offset[2];
        const Float4 q = sqrt(r2) * inv_h, slope = Wendland<D>::slope(q);  // never positive
        const Float4 pi_ij = min(v_dot_r, splat(0.0f)) * artificial / (r2 + eta2);
        const Float4 radial = slope * (i.pressure + j.pressure - pi_ij), shear = slope * -two_mu;
        SLOSH_UNROLL for (int d = 0; d < D; ++d) {
            const Float4 f = radial * offset[d] + shear * dv[d];
            sum_i[d] += f, sum_j[d] -= f;
        }
        const Float4 w = Wendland<D>::w(q);
        sum_i[D] += w, sum_j[D] += w;
    }
};

}  // namespace slosh::pcisph
