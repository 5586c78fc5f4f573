// What two particles of wcsph give each other; the loops over them are in sph.h and search/list_pairs.h. All lanes out
// of reach add nothing.
#pragma once
#include "sph/phases.h"
#include "sph/smoothing_kernels.h"
#include "sph/sph.h"

namespace slosh::wcsph {

template <int D>
using DensityKernel = sph::DensityKernel<D, CubicSpline<D>>;

// How a kernel of one's own length differs from that of the length at rest: 1 / span is `near`.
template <int D>
struct Own {
    // W, and its slope along x_i - x_j, for q = r/h at rest.
    static Float4 w(Float4 q, Float4 near) {
        const Float4 volume = D == 3 ? near * near * near : near * near;
        return CubicSpline<D>::w(q * near) * volume;
    }
    static Float4 slope(Float4 q, Float4 near) {
        const Float4 square = near * near, scale = D == 3 ? square * square * near : square * square;
        return CubicSpline<D>::slope(max(q * near, splat(smallest_q))) * scale;
    }
};

// The same, each with its own length: W over the scale of the length at rest, and the number of neighbours.
template <int D>
struct AdaptiveDensity {
    static constexpr int sums = 2;
    static constexpr bool scalars = true;
    struct Centre : sph::Place<D> {
        Float4 near;
    };
    using Others = Centre;
    const float *x, *y, *z, *span;
    float inv_h;

    Centre at(int i, auto read) const {
        Centre c{};
        sph::read_place<D>(c, *this, i, read);
        c.near = 1.0f / read(span + i);
        return c;
    }
    Centre centre(int i) const { return at(i, sph::one); }
    Others others(int j) const { return at(j, sph::four); }
    [[gnu::always_inline]] void meet(const Centre& c, const Others& o, Float4* to_centre, Float4* to_others) const {
        Float4 between[D];
        const Float4 q = sqrt(sph::way<D>(c, o, between)) * inv_h, one = splat(1.0f);
        to_centre[0] += Own<D>::w(q, c.near), to_others[0] += Own<D>::w(q, o.near);
        to_centre[1] += mask_and_nonneg(q * c.near < 1.0f, one),
            to_others[1] += mask_and_nonneg(q * o.near < 1.0f, one);
    }
};

// Sums: the gradient of how much of its surroundings is filled, over the scale of the spline's slope, and a little more
// of what is closer than the spacing at rest, which keeps particles from pairing up (Monaghan 2000).
template <int D>
struct ShiftKernel {
    static constexpr int sums = D;
    using Places = DensityKernel<D>;
    using Centre = typename Places::Centre;
    using Others = Centre;
    Places places;
    float inv_spacing;  // 1 / W at the spacing at rest

    Centre centre(int i) const { return places.centre(i); }
    Others others(int j) const { return places.others(j); }
    [[gnu::always_inline]] void meet(const Centre& c, const Others& o, Float4* to_centre, Float4* to_others) const {
        Float4 between[D];
        const Float4 r2 = sph::way<D>(c, o, between);
        const Float4 q = max(sqrt(r2) * places.inv_h, splat(smallest_q));
        const Float4 near = CubicSpline<D>::w(q) * inv_spacing, near2 = near * near;
        const Float4 slope = CubicSpline<D>::slope(q) * (1.0f + 0.2f * (near2 * near2));
        SLOSH_UNROLL for (int d = 0; d < D; ++d) to_centre[d] += slope * between[d], to_others[d] -= slope * between[d];
    }
};

// What the forces read of every particle; `pressure` is p V^2.
template <int D>
struct Flowing : sph::Moving<D> {
    Float4 volume, pressure;
};

// Sums: the force over the scale of the spline's slope. `mixed`: the viscosities are each particle's own; `adaptive`:
// the lengths, too.
template <int D, bool mixed, bool adaptive = false>
struct ForceKernel {
    static constexpr int sums = D;
    struct Centre : Flowing<D> {
        Float4 drag, artificial, kind, near;
    };
    static constexpr int fields = sizeof(Flowing<D>) / sizeof(Float4) + (adaptive ? 4 : mixed ? 3 : 0);
    using Others = Centre;
    const float *x, *y, *z, *vx, *vy, *vz, *volume, *pressure;  // pressure: p V^2
    const float *drags, *artificials, *kinds;                   // sph_mixture.h
    const float* spans;                                         // sph_smoothing.h
    float inv_h, slack, drag, artificial,
        unlike;  // slack: 0.01 h^2; drag: 2 mu; artificial: rho alpha c h; unlike: e

    Centre at(int i, auto read) const {
        Centre c{};
        sph::read_moving<D>(c, *this, i, read);
        c.volume = read(volume + i), c.pressure = read(pressure + i);
        if constexpr (mixed) c.drag = read(drags + i), c.artificial = read(artificials + i), c.kind = read(kinds + i);
        if constexpr (adaptive) c.near = 1.0f / read(spans + i);
        return c;
    }
    Centre centre(int i) const { return at(i, sph::one); }
    Others others(int j) const { return at(j, sph::four); }
    [[gnu::always_inline]] void meet(const Centre& c, const Others& o, Float4* to_centre, Float4* to_others) const {
        const Float4 dx = o.x - c.x, dy = o.y - c.y, dvx = o.vx - c.vx, dvy = o.vy - c.vy;
        Float4 r2 = dx * dx + dy * dy, closing = dvx * dx + dvy * dy, dz{}, dvz{};
        if constexpr (D == 3) {
            dz = o.z - c.z, dvz = o.vz - c.vz;
            r2 += dz * dz, closing += dvz * dz;
        }
        const Float4 q = sqrt(r2) * inv_h, both = c.volume * o.volume;
        const Float4 shocks = mixed ? sph::harmonic_mean(c.artificial, o.artificial) : splat(artificial);
        const Float4 against = mixed ? -sph::harmonic_mean(c.drag, o.drag) : splat(-drag);
        const Float4 shock = min(closing, splat(0.0f)) * shocks / (r2 + slack);
        Float4 slope, along;  // slope is never positive
        if constexpr (adaptive) {
            const Float4 mine = Own<D>::slope(q, c.near), theirs = Own<D>::slope(q, o.near);
            slope = 0.5f * (mine + theirs);
            along = mine * c.pressure + theirs * o.pressure;
            along += slope * (select(c.kind == o.kind, splat(0.0f), both * unlike) - shock * both);
        } else {
            slope = CubicSpline<D>::slope(max(q, splat(smallest_q)));
            Float4 push = c.pressure + o.pressure - shock * both;
            if constexpr (mixed) push += select(c.kind == o.kind, splat(0.0f), both * unlike);
            along = slope * push;
        }
        const Float4 across = slope * both * against;
        Float4 f[D];
        f[0] = along * dx + across * dvx;
        f[1] = along * dy + across * dvy;
        if constexpr (D == 3) f[2] = along * dz + across * dvz;
        SLOSH_UNROLL for (int d = 0; d < D; ++d) to_centre[d] += f[d], to_others[d] -= f[d];
    }
};

}  // namespace slosh::wcsph
