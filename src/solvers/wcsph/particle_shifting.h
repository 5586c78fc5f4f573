// Particle shifting: small displacements from where the particles are dense to where they are not, by the gradient of
// the filled volume fraction (Lind et al. 2012, "Incompressible smoothed particle hydrodynamics for free-surface
// flows"). Only where the neighbourhood is full: at a free surface the gradient points out of the fluid. D is 2 or 3.
#pragma once
#include <algorithm>

#include "sph/ghost_pairs.h"
#include "sph/interactions.h"
#include "sph/smoothing_kernels.h"

namespace slosh::wcsph {

// Sums for particle shifting: the gradient of the filled volume fraction, over the scale factor of the spline's slope.
// The factor 1 + 0.2 (W/W(spacing))^4 weighs what is closer than the spacing at rest, against the pairing instability
// (Monaghan 2000).
template <int D>
struct ShiftingInteraction {
    static constexpr int sums = D;
    using Particle = sph::Position<D>;
    const float *x, *y, *z;
    float inv_h;
    float inv_w_spacing;  // 1 / W at the spacing at rest

    Particle load(int i, auto read) const {
        Particle p{};
        sph::load_position<D>(p, *this, i, read);
        return p;
    }
    [[gnu::always_inline]] void interact(const Particle& i, const Particle& j, Float4* sum_i, Float4* sum_j) const {
        Float4 offset[D];
        const Float4 r2 = sph::squared_distance<D>(i, j, offset);
        const Float4 q = max(sqrt(r2) * inv_h, splat(smallest_q));
        const Float4 w_ratio = CubicSpline<D>::w(q) * inv_w_spacing, w_ratio2 = w_ratio * w_ratio;
        const Float4 slope = CubicSpline<D>::slope(q) * (1.0f + 0.2f * (w_ratio2 * w_ratio2));
        SLOSH_UNROLL for (int d = 0; d < D; ++d) sum_i[d] += slope * offset[d], sum_j[d] -= slope * offset[d];
    }
};

template <int D>
class ParticleShifting {
public:
    // By slot: of a sub-step, m.
    SimdArray<float> displacement[D];

    // `distance` (m) is that of a gradient of 1/h; `volume` that of a particle at rest. Uses `pair_sums`.
    void find(float distance, float spacing, float h, float volume, const sph::ParticleArrays<D>& p,
              sph::Sums<D>& pair_sums, const sph::GhostPairLoop<D>& loop) {
        const ShiftingInteraction<D> interaction{p.x[0].data(), p.x[1].data(), p.x[D - 1].data(), 1 / h,
                                                 1 / CubicSpline<D>::w(splat(spacing / h))[0]};
        const float scale = distance * h * volume * CubicSpline<D>(h).slope_scale, most = 0.1f * spacing;
        const auto ghost_of = sph::position_ghosts<D>(interaction);
        const auto finish = [&](int begin, int end) {
            for (int i = begin; i < end; ++i) {
                const float weight = std::clamp(10 * p.density_ratio[i] - 9, 0.0f, 1.0f) * scale;
                float sums[D];
                for (int d = 0; d < D; ++d) sums[d] = pair_sums.result(d)[i];
                if (weight > 0) loop.add_curved_wall_ghosts(interaction, i, ghost_of, sums);
                for (int d = 0; d < D; ++d) displacement[d][i] = std::clamp(weight * sums[d], -most, most);
            }
        };
        loop.for_pairs(interaction, pair_sums, ghost_of, finish);
    }
};

}  // namespace slosh::wcsph
