// Compiled for size: shifting is off by default.
#include "solvers/wcsph/particle_shifting.h"

#include <algorithm>
#include <utility>

#include "solvers/wcsph/kernel.h"

namespace slosh::wcsph {

// The gradient of the filled volume fraction, the divergence_deficit of the neighbours, and the divergence of the
// positions; the first and the last over the scale factor of the spline's slope. The factor 1 + 0.2 (W/W(spacing))^4
// weighs what is closer than the spacing at rest, against the pairing instability (Monaghan 2000).
template <int D>
struct ShiftingInteraction {
    static constexpr int sums = D + 2;
    static constexpr bool leading_vector = true;
    struct Particle : sph::Position<D> {
        Float4 divergence_deficit;
    };
    const float *x, *y, *z, *divergence_deficit;
    float inv_h;
    float inv_w_spacing;  // 1 / W at the spacing at rest

    Particle load(int i, auto read) const {
        Particle p{};
        sph::load_position<D>(p, *this, i, read);
        p.divergence_deficit = read(divergence_deficit + i);
        return p;
    }
    [[gnu::always_inline]] void interact(const Particle& i, const Particle& j, Float4* sum_i, Float4* sum_j) const {
        Float4 offset[D];
        const Float4 r2 = sph::squared_distance<D>(i, j, offset);
        const Float4 q = max(sqrt(r2) * inv_h, splat(smallest_q)), none = splat(0.0f);
        const Float4 w_ratio = Kernel<D>::w(q) * inv_w_spacing, w_ratio2 = w_ratio * w_ratio;
        const Float4 plain = Kernel<D>::slope(q), slope = plain * (1.0f + 0.2f * (w_ratio2 * w_ratio2));
        SLOSH_UNROLL for (int d = 0; d < D; ++d) {
            sum_i[d] += slope * offset[d];
            sum_j[d] -= slope * offset[d];
        }
        sum_i[D] += select(q < 1.0f, j.divergence_deficit, none);
        sum_j[D] += select(q < 1.0f, i.divergence_deficit, none);
        sum_i[D + 1] -= plain * r2;
        sum_j[D + 1] -= plain * r2;
    }
};

template <int D>
void ParticleShifting<D>::find(float distance, float spacing, float h, float volume, size_t capacity,
                               const sph::ParticleArrays<D>& p, const sph::GhostPairLoop<D>& loop) {
    constexpr float full = 0.78f;
    if (const int size = std::max(static_cast<int>(capacity), p.count); allocated_ < size)
        sums_.resize(allocated_ = size);
    const ShiftingInteraction<D> interaction{.x = p.x[0].data(),
                                             .y = p.x[1].data(),
                                             .z = p.x[D - 1].data(),
                                             .divergence_deficit = divergence_deficit.data(),
                                             .inv_h = 1 / h,
                                             .inv_w_spacing = 1 / Kernel<D>::w(splat(spacing / h))[0]};
    const float slope_scale = volume * Kernel<D>(h).slope_scale, max_displacement = 0.1f * spacing;
    const auto ghost_of = sph::position_ghosts<D>(interaction);
    const auto finish = [&](int begin, int end) {
        for (int i = begin; i < end; ++i) {
            float sums[D + 2];
            for (int k = 0; k < D + 2; ++k) sums[k] = sums_.result(k)[i];
            loop.add_curved_wall_ghosts(interaction, i, ghost_of, sums);
            // 0 if one particle within the support is at a flat surface.
            const float weight =
                std::clamp(1 - 10 * (sums[D] + divergence_deficit[i]), 0.0f, 1.0f) * distance * h * slope_scale;
            for (int d = 0; d < D; ++d)
                displacement[d][i] = std::clamp(weight * sums[d], -max_displacement, max_displacement);
            next_divergence_deficit[i] = std::max(full - sums[D + 1] * slope_scale / D, 0.0f);
        }
    };
    loop.for_pairs(interaction, sums_, ghost_of, finish);
    std::swap(divergence_deficit, next_divergence_deficit);
}

template class ParticleShifting<2>;
template class ParticleShifting<3>;

}  // namespace slosh::wcsph
