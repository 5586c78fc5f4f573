// The parts of PCISPH's pressure corrections that stand alone: their acceleration, their end, the density that they aim
// at, the bound of displacements, and the warm start of the next sub-step.
#pragma once
#include <algorithm>
#include <span>
#include <vector>

#include "base/jobs.h"
#include "base/simd_array.h"
#include "solvers/pcisph/pcisph.h"
#include "sph/particle_arrays.h"

namespace slosh::pcisph {

// Chebyshev semi-iteration (Golub & Varga 1961) for eigenvalues in [lo, hi]: the next update is momentum times the last
// one plus gain times the residual.
struct Chebyshev {
    float mid, wide;  // centre and half width of the interval
    float rho;
    float momentum = 0, gain;

    Chebyshev(float lo, float hi) : mid((hi + lo) / 2), wide((hi - lo) / 2), rho(wide / mid), gain(1 / mid) {}
    // With the eigenvalues of the pressure corrections in D dimensions, in units of delta's. A highest one that is too
    // low amplifies waves as short as the spacing, and then a tank never comes to rest.
    template <int D>
    static Chebyshev for_corrections() {
        return D == 2 ? Chebyshev(0.4f, 4.0f) : Chebyshev(0.6f, 6.0f);
    }
    void advance() {
        const float last = rho;
        rho = 1 / (2 * mid / wide - last);
        momentum = rho * last, gain = 2 * rho / wide;
    }
};

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

// Decides when the corrections of a sub-step end: when the mean density error is below the limit, or stagnates. Where
// corrections no longer help, the next sub-step may.
class Convergence {
public:
    void reserve(int capacity) {
        block_sums_.resize(static_cast<size_t>((capacity + sph::cheap_block - 1) / sph::cheap_block));
    }
    // Of the last density sum, in rest density.
    float mean_error() const { return mean_error_; }
    // After `iteration` corrections of this sub-step.
    bool is_reached(const PcisphDef& def, int iteration, const SimdArray<float>& density_ratio, Jobs& jobs) {
        const float before = mean_error_;
        mean_error_ = mean_excess(density_ratio, block_sums_, jobs);
        if (iteration >= def.max_iterations) return has_initial_pressures_ = true;
        if (!has_initial_pressures_) return false;  // the first pressures take all iterations
        return iteration >= def.min_iterations &&
               (mean_error_ * 100 <= def.density_error ||
                (iteration >= min_checks && mean_error_ > stagnation_ratio * before));
    }

private:
    static constexpr float stagnation_ratio = 0.95f;  // of the error before: corrections that leave more do not help
    static constexpr int min_checks = 5;  // corrections before stagnation ends them: after an impact the first ones do
                                          // not help
    float mean_error_ = 0;
    bool has_initial_pressures_ = false;  // the first sub-step has found the pressures of fluid at rest
    std::vector<float> block_sums_;       // of the density errors, by block of particles
};

// The density ratios that the corrections of a sub-step aim at. A density error from before is only redistributed,
// unless the mean error exceeds the limit: then only `tolerated_fraction` of it may remain. Under pressure, particles
// below the rest density are filled up slowly.
[[gnu::always_inline]] inline Float4 target_ratio(Float4 density_ratio, Float4 pressure, float tolerated_fraction) {
    constexpr float refill_rate = 0.006f;  // of a density deficit, in a sub-step
    const Float4 refilled = select(pressure > 0.0f, density_ratio + refill_rate * (1.0f - density_ratio), splat(1.0f));
    return select(density_ratio > 1.0f, 1.0f + tolerated_fraction * (density_ratio - 1.0f), refilled);
}

// The factors that bound the lengths of four displacements: after an impact pressures may have any size.
template <int D>
[[gnu::always_inline]] inline Float4 length_limiter(const SimdArray<float> (&displacement)[D], int i,
                                                    float max_length) {
    Float4 r2{};
    for (int d = 0; d < D; ++d) r2 += load(&displacement[d][i]) * load(&displacement[d][i]);
    return select(r2 > max_length * max_length, max_length / sqrt(r2), splat(1.0f));
}

// Warm start of the next sub-step, from the initial and the final pressure of this one. Pressures are unbounded after
// an impact, so a falling pressure is delayed only inside the fluid, and only up to the hydrostatic pressure of the
// fluid.
[[gnu::always_inline]] inline Float4 next_initial_pressure(Float4 before, Float4 now, Float4 density_ratio,
                                                           float hydrostatic) {
    constexpr float carried_fraction = 0.6f;  // of a sub-step's pressure change
    constexpr float bulk_ratio = 0.85f;       // density ratio from which a particle is inside the fluid
    const Float4 retained = before + carried_fraction * (now - before);
    const Float4 fallen = max(now, min(retained, splat(hydrostatic)));
    return select(now >= before, retained, select(density_ratio < bulk_ratio, now, fallen));
}

}  // namespace slosh::pcisph
