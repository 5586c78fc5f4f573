// The parts of PCISPH (pcisph.h) that stand alone: the factors of its iteration, and what it adds up over neighbours,
// kernels for sph::walk and sph::look_around. D is 2 or 3.
#pragma once
#include "sph/smoothing_kernels.h"
#include "sph/sph.h"

namespace slosh::pcisph {

// Chebyshev's iteration (Golub & Varga 1961) for eigenvalues in [lo, hi]: the factors of the last change and of the
// residual in the next change.
struct Chebyshev {
    float mid, wide, rho, momentum = 0, gain;
    Chebyshev(float lo, float hi) : mid((hi + lo) / 2), wide((hi - lo) / 2), rho(wide / mid), gain(1 / mid) {}
    void advance() {
        const float last = rho;
        rho = 1 / (2 * mid / wide - last);
        momentum = rho * last, gain = 2 * rho / wide;
    }
};

// A particle inside a lattice: its volume, that makes the density exactly that at rest, and the sum of |grad W|^2.
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

// How high the fluid stands that there is at the start, or as large as what is awaited.
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

// Mean of what the densities exceed that at rest, in it. `sums` has room for each block.
inline float mean_excess(const SimdArray<float>& density_ratio, std::span<float> sums, Jobs& jobs) {
    jobs.for_range(density_ratio.size(), sph::cheap_block, [&](int begin, int end) {
        Float4 four{};
        int i = begin;
        for (; i + lanes <= end; i += lanes) four += max(load(&density_ratio[i]) - 1.0f, splat(0.0f));
        float rest = 0;
        for (; i < end; ++i) rest += std::max(density_ratio[i] - 1, 0.0f);
        sums[static_cast<size_t>(begin / sph::cheap_block)] = reduce_add(four) + rest;
    });
    const auto blocks = static_cast<size_t>((density_ratio.size() + sph::cheap_block - 1) / sph::cheap_block);
    float total = 0;
    for (const float part : sums.first(blocks)) total += part;
    return total / static_cast<float>(std::max(density_ratio.size(), 1));
}

// Gravity times the height of the column of fluid above x, as it was filled in: a first guess at pressure over density.
template <int D>
float column_above(const Domain& domain, const float (&x)[D]) {
    float most = 0;
    for (const FluidRegion& fill : domain.fluid) {
        float column = 0;
        bool inside = true;
        for (int d = 0; d < D; ++d) {
            const float half = fill.shape == Shape::circle ? fill.half.x : fill.half[d];
            const float from = x[d] - fill.centre[d], pull = domain.gravity[d];
            inside &= (from < 0 ? -from : from) <= half;
            column += pull * from + (pull < 0 ? -pull : pull) * half;
        }
        if (inside) most = std::max(most, column);
    }
    return most;
}

// At the predicted positions.
template <int D>
using PredictedDensityInteraction = sph::DensityInteraction<D, Wendland<D>>;

// Sums: what a change of the pressures adds to the forces.
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

// The same, and D more: how the excess of density spreads.
template <int D>
struct RedistributionInteraction {
    static constexpr int sums = 2 * D;
    struct Particle : sph::Position<D> {
        Float4 pressure, excess;
    };
    const float *x, *y, *z, *pressure, *excess;
    float inv_h;

    Particle load(int i, auto read) const {
        Particle p{};
        sph::load_position<D>(p, *this, i, read);
        p.pressure = read(pressure + i), p.excess = read(excess + i);
        return p;
    }
    [[gnu::always_inline]] void interact(const Particle& i, const Particle& j, Float4* sum_i, Float4* sum_j) const {
        Float4 offset[D];
        const Float4 r2 = sph::squared_distance<D>(i, j, offset);
        const Float4 slope = Wendland<D>::slope(sqrt(r2) * inv_h);
        const Float4 radial = slope * (i.pressure + j.pressure), spread = slope * (i.excess + j.excess);
        SLOSH_UNROLL for (int d = 0; d < D; ++d) {
            const Float4 f = radial * offset[d], g = spread * offset[d];
            sum_i[d] += f, sum_j[d] -= f;
            sum_i[D + d] += g, sum_j[D + d] -= g;
        }
    }
};

// Sums: pressure and both viscosities, and W.
template <int D>
struct ForceInteraction {
    static constexpr int sums = D + 1;
    struct Particle : sph::PositionVelocity<D> {
        Float4 pressure;
    };
    const float *x, *y, *z, *vx, *vy, *vz, *pressure;
    float inv_h, eta2, drag, artificial;  // eta2: 0.01 h^2; drag: 2 mu; artificial: rho alpha c h

    Particle load(int i, auto read) const {
        Particle p{};
        sph::load_position_velocity<D>(p, *this, i, read);
        p.pressure = read(pressure + i);
        return p;
    }
    [[gnu::always_inline]] void interact(const Particle& i, const Particle& j, Float4* sum_i, Float4* sum_j) const {
        Float4 offset[D] = {j.x - i.x, j.y - i.y}, apart[D] = {j.vx - i.vx, j.vy - i.vy};
        if constexpr (D == 3) offset[2] = j.z - i.z, apart[2] = j.vz - i.vz;
        Float4 r2 = offset[0] * offset[0] + offset[1] * offset[1];
        Float4 v_dot_r = apart[0] * offset[0] + apart[1] * offset[1];
        if constexpr (D == 3) r2 += offset[2] * offset[2], v_dot_r += apart[2] * offset[2];
        const Float4 q = sqrt(r2) * inv_h, slope = Wendland<D>::slope(q);  // never positive
        const Float4 pi_ij = min(v_dot_r, splat(0.0f)) * artificial / (r2 + eta2);
        const Float4 radial = slope * (i.pressure + j.pressure - pi_ij), shear = slope * -drag;
        SLOSH_UNROLL for (int d = 0; d < D; ++d) {
            const Float4 f = radial * offset[d] + shear * apart[d];
            sum_i[d] += f, sum_j[d] -= f;
        }
        const Float4 w = Wendland<D>::w(q);
        sum_i[D] += w, sum_j[D] += w;
    }
};

}  // namespace slosh::pcisph
