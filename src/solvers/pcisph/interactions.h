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
inline float mean_excess(const SimdArray<float>& ratio, std::span<float> sums, Jobs& jobs) {
    jobs.for_range(ratio.size(), sph::cheap_block, [&](int begin, int end) {
        Float4 four{};
        int i = begin;
        for (; i + lanes <= end; i += lanes) four += max(load(&ratio[i]) - 1.0f, splat(0.0f));
        float rest = 0;
        for (; i < end; ++i) rest += std::max(ratio[i] - 1, 0.0f);
        sums[static_cast<size_t>(begin / sph::cheap_block)] = reduce_add(four) + rest;
    });
    const auto blocks = static_cast<size_t>((ratio.size() + sph::cheap_block - 1) / sph::cheap_block);
    float total = 0;
    for (const float part : sums.first(blocks)) total += part;
    return total / static_cast<float>(std::max(ratio.size(), 1));
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
using PredictedKernel = sph::DensityKernel<D, Wendland<D>>;

// Sums: what a change of the pressures adds to the forces.
template <int D>
struct PressureKernel {
    static constexpr int sums = D;
    struct Centre : sph::Place<D> {
        Float4 pressure;
    };
    using Others = Centre;
    const float *x, *y, *z, *pressure;
    float inv_h;

    Centre at(int i, auto read) const {
        Centre c{};
        sph::read_place<D>(c, *this, i, read);
        c.pressure = read(pressure + i);
        return c;
    }
    Centre centre(int i) const { return at(i, sph::one); }
    Others others(int j) const { return at(j, sph::four); }
    [[gnu::always_inline]] void meet(const Centre& c, const Others& o, Float4* to_centre, Float4* to_others) const {
        Float4 between[D];
        const Float4 r2 = sph::way<D>(c, o, between);
        const Float4 along = Wendland<D>::slope(sqrt(r2) * inv_h) * (c.pressure + o.pressure);
        SLOSH_UNROLL for (int d = 0; d < D; ++d) {
            const Float4 f = along * between[d];
            to_centre[d] += f, to_others[d] -= f;
        }
    }
};

// The same, and D more: how the excess of density spreads.
template <int D>
struct SpreadKernel {
    static constexpr int sums = 2 * D;
    struct Centre : sph::Place<D> {
        Float4 pressure, excess;
    };
    using Others = Centre;
    const float *x, *y, *z, *pressure, *excess;
    float inv_h;

    Centre at(int i, auto read) const {
        Centre c{};
        sph::read_place<D>(c, *this, i, read);
        c.pressure = read(pressure + i), c.excess = read(excess + i);
        return c;
    }
    Centre centre(int i) const { return at(i, sph::one); }
    Others others(int j) const { return at(j, sph::four); }
    [[gnu::always_inline]] void meet(const Centre& c, const Others& o, Float4* to_centre, Float4* to_others) const {
        Float4 between[D];
        const Float4 r2 = sph::way<D>(c, o, between);
        const Float4 slope = Wendland<D>::slope(sqrt(r2) * inv_h);
        const Float4 along = slope * (c.pressure + o.pressure), spread = slope * (c.excess + o.excess);
        SLOSH_UNROLL for (int d = 0; d < D; ++d) {
            const Float4 f = along * between[d], g = spread * between[d];
            to_centre[d] += f, to_others[d] -= f;
            to_centre[D + d] += g, to_others[D + d] -= g;
        }
    }
};

// Sums: pressure and both viscosities, and W.
template <int D>
struct ForceKernel {
    static constexpr int sums = D + 1;
    struct Centre : sph::Moving<D> {
        Float4 pressure;
    };
    using Others = Centre;
    const float *x, *y, *z, *vx, *vy, *vz, *pressure;
    float inv_h, slack, drag, artificial;  // slack: 0.01 h^2; drag: 2 mu; artificial: rho alpha c h

    Centre at(int i, auto read) const {
        Centre c{};
        sph::read_moving<D>(c, *this, i, read);
        c.pressure = read(pressure + i);
        return c;
    }
    Centre centre(int i) const { return at(i, sph::one); }
    Others others(int j) const { return at(j, sph::four); }
    [[gnu::always_inline]] void meet(const Centre& c, const Others& o, Float4* to_centre, Float4* to_others) const {
        Float4 between[D] = {o.x - c.x, o.y - c.y}, apart[D] = {o.vx - c.vx, o.vy - c.vy};
        if constexpr (D == 3) between[2] = o.z - c.z, apart[2] = o.vz - c.vz;
        Float4 r2 = between[0] * between[0] + between[1] * between[1];
        Float4 closing = apart[0] * between[0] + apart[1] * between[1];
        if constexpr (D == 3) r2 += between[2] * between[2], closing += apart[2] * between[2];
        const Float4 q = sqrt(r2) * inv_h, slope = Wendland<D>::slope(q);  // never positive
        const Float4 shock = min(closing, splat(0.0f)) * artificial / (r2 + slack);
        const Float4 along = slope * (c.pressure + o.pressure - shock), across = slope * -drag;
        SLOSH_UNROLL for (int d = 0; d < D; ++d) {
            const Float4 f = along * between[d] + across * apart[d];
            to_centre[d] += f, to_others[d] -= f;
        }
        const Float4 w = Wendland<D>::w(q);
        to_centre[D] += w, to_others[D] += w;
    }
};

}  // namespace slosh::pcisph
