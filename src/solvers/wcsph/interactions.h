// What two particles of wcsph give each other; the loops over them are in sph.h and search/list_pairs.h. All lanes out
// of reach add nothing.
#pragma once
#include "sph/phases.h"
#include "sph/smoothing_kernels.h"
#include "sph/sph.h"

namespace slosh::wcsph {

template <int D>
using DensityInteraction = sph::DensityInteraction<D, CubicSpline<D>>;

// How a kernel of one's own length differs from that of the length at rest: 1 / h_scale is `near`.
template <int D>
struct Own {
    // W, and its slope along x_i - x_j, for q = r/h at rest.
    static Float4 w(Float4 q, Float4 inv_h_scale) {
        const Float4 volume = D == 3 ? inv_h_scale * inv_h_scale * inv_h_scale : inv_h_scale * inv_h_scale;
        return CubicSpline<D>::w(q * inv_h_scale) * volume;
    }
    static Float4 slope(Float4 q, Float4 inv_h_scale) {
        const Float4 square = inv_h_scale * inv_h_scale,
                     scale = D == 3 ? square * square * inv_h_scale : square * square;
        return CubicSpline<D>::slope(max(q * inv_h_scale, splat(smallest_q))) * scale;
    }
};

// The same, each with its own length: W over the scale of the length at rest, and the number of neighbours.
template <int D>
struct AdaptiveDensityInteraction {
    static constexpr int sums = 2;
    static constexpr bool scalars = true;
    struct Particle : sph::Position<D> {
        Float4 inv_h_scale;
    };
    const float *x, *y, *z, *h_scale;
    float inv_h;

    Particle load(int i, auto read) const {
        Particle p{};
        sph::load_position<D>(p, *this, i, read);
        p.inv_h_scale = 1.0f / read(h_scale + i);
        return p;
    }
    [[gnu::always_inline]] void interact(const Particle& i, const Particle& j, Float4* sum_i, Float4* sum_j) const {
        Float4 offset[D];
        const Float4 q = sqrt(sph::squared_distance<D>(i, j, offset)) * inv_h, one = splat(1.0f);
        sum_i[0] += Own<D>::w(q, i.inv_h_scale), sum_j[0] += Own<D>::w(q, j.inv_h_scale);
        sum_i[1] += mask_and_nonneg(q * i.inv_h_scale < 1.0f, one),
            sum_j[1] += mask_and_nonneg(q * j.inv_h_scale < 1.0f, one);
    }
};

// Sums: the gradient of how much of its surroundings is filled, over the scale of the spline's slope, and a little more
// of what is closer than the spacing at rest, which keeps particles from pairing up (Monaghan 2000).
template <int D>
struct ShiftingInteraction {
    static constexpr int sums = D;
    using Places = DensityInteraction<D>;
    using Particle = typename Places::Particle;
    Places places;
    float inv_spacing;  // 1 / W at the spacing at rest

    Particle load(int i, auto read) const { return places.load(i, read); }
    [[gnu::always_inline]] void interact(const Particle& i, const Particle& j, Float4* sum_i, Float4* sum_j) const {
        Float4 offset[D];
        const Float4 r2 = sph::squared_distance<D>(i, j, offset);
        const Float4 q = max(sqrt(r2) * places.inv_h, splat(smallest_q));
        const Float4 inv_h_scale = CubicSpline<D>::w(q) * inv_spacing, near2 = inv_h_scale * inv_h_scale;
        const Float4 slope = CubicSpline<D>::slope(q) * (1.0f + 0.2f * (near2 * near2));
        SLOSH_UNROLL for (int d = 0; d < D; ++d) sum_i[d] += slope * offset[d], sum_j[d] -= slope * offset[d];
    }
};

// What the forces read of every particle; `pressure` is p V^2.
template <int D>
struct Flowing : sph::PositionVelocity<D> {
    Float4 volume, pressure;
};

// Sums: the force over the scale of the spline's slope. `mixed`: the viscosities are each particle's own; `adaptive`:
// the lengths, too.
template <int D, bool mixed, bool adaptive = false>
struct ForceInteraction {
    static constexpr int sums = D;
    struct Particle : Flowing<D> {
        Float4 drag, artificial, kind, inv_h_scale;
    };
    static constexpr int fields = sizeof(Flowing<D>) / sizeof(Float4) + (adaptive ? 4 : mixed ? 3 : 0);
    const float *x, *y, *z, *vx, *vy, *vz, *volume, *pressure;  // pressure: p V^2
    const float *drags, *artificials, *kinds;                   // sph_mixture.h
    const float* h_scales;                                      // sph_smoothing.h
    float inv_h, eta2, drag, artificial,
        unlike;  // eta2: 0.01 h^2; drag: 2 mu; artificial: rho alpha c h; unlike: e

    Particle load(int i, auto read) const {
        Particle p{};
        sph::load_position_velocity<D>(p, *this, i, read);
        p.volume = read(volume + i), p.pressure = read(pressure + i);
        if constexpr (mixed) p.drag = read(drags + i), p.artificial = read(artificials + i), p.kind = read(kinds + i);
        if constexpr (adaptive) p.inv_h_scale = 1.0f / read(h_scales + i);
        return p;
    }
    [[gnu::always_inline]] void interact(const Particle& i, const Particle& j, Float4* sum_i, Float4* sum_j) const {
        const Float4 dx = j.x - i.x, dy = j.y - i.y, dvx = j.vx - i.vx, dvy = j.vy - i.vy;
        Float4 r2 = dx * dx + dy * dy, v_dot_r = dvx * dx + dvy * dy, dz{}, dvz{};
        if constexpr (D == 3) {
            dz = j.z - i.z, dvz = j.vz - i.vz;
            r2 += dz * dz, v_dot_r += dvz * dz;
        }
        const Float4 q = sqrt(r2) * inv_h, both = i.volume * j.volume;
        const Float4 shocks = mixed ? sph::harmonic_mean(i.artificial, j.artificial) : splat(artificial);
        const Float4 against = mixed ? -sph::harmonic_mean(i.drag, j.drag) : splat(-drag);
        const Float4 pi_ij = min(v_dot_r, splat(0.0f)) * shocks / (r2 + eta2);
        Float4 slope, radial;  // slope is never positive
        if constexpr (adaptive) {
            const Float4 mine = Own<D>::slope(q, i.inv_h_scale), theirs = Own<D>::slope(q, j.inv_h_scale);
            slope = 0.5f * (mine + theirs);
            radial = mine * i.pressure + theirs * j.pressure;
            radial += slope * (select(i.kind == j.kind, splat(0.0f), both * unlike) - pi_ij * both);
        } else {
            slope = CubicSpline<D>::slope(max(q, splat(smallest_q)));
            Float4 push = i.pressure + j.pressure - pi_ij * both;
            if constexpr (mixed) push += select(i.kind == j.kind, splat(0.0f), both * unlike);
            radial = slope * push;
        }
        const Float4 shear = slope * both * against;
        Float4 f[D];
        f[0] = radial * dx + shear * dvx;
        f[1] = radial * dy + shear * dvy;
        if constexpr (D == 3) f[2] = radial * dz + shear * dvz;
        SLOSH_UNROLL for (int d = 0; d < D; ++d) sum_i[d] += f[d], sum_j[d] -= f[d];
    }
};

}  // namespace slosh::wcsph
