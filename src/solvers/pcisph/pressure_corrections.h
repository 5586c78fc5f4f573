// The parts of PCISPH's pressure corrections that stand alone: their acceleration, their number, and the bound of
// displacements.
#pragma once
#include <algorithm>

#include "base/simd_array.h"

namespace slosh::pcisph {

constexpr float quadratic_viscosity = 1.0f;  // Monaghan's beta, for impacts
constexpr float max_displacement = 0.2f;     // in h, by forces in one sub-step
constexpr float search_margin = 1.02f;       // of the search radius, in h: predictions stray a little

// The stiffness of the fluid: under the mean pressure the mean compression is then the one asked for. It follows that
// pressure slowly, because sudden changes of the stiffness push the fluid: one that rose with every wave of pressure
// and fell behind it would keep the wave alive. After an impact it is faster, as a stiff fluid is slow to come to rest.
class Stiffness {
public:
    // Before a display step of dt (s), from pressures over density (m2/s2): the mean one, that in the middle of the
    // fluid's height, and that of an impact. Returns the pressure per compression, Pa. `density_error` in percent.
    float update(float dt, float mean_pressure, float hydrostatic, float impact, float rest_density,
                 float density_error) {
        // A tank that is more than full is compressed whatever its stiffness: one that followed the mean pressure there
        // would grow until the sub-steps, which have the same bound, could not follow it.
        const float max_pressure = std::max(4 * hydrostatic, impact_);
        const float change = std::max(std::min(mean_pressure, max_pressure), hydrostatic) - lasting_;
        lasting_ = std::max(hydrostatic, lasting_ + change * dt / ((change > 0 ? rise_time : fall_time) + dt));
        impact_ = std::max(impact, impact_ * impact_time / (impact_time + dt));
        return rest_density * std::max(lasting_, impact_) / (0.01f * aimed_fraction * density_error);
    }

private:
    static constexpr float aimed_fraction = 0.8f;            // of the density error asked for
    static constexpr float rise_time = 0.2f, fall_time = 1;  // s; a wave of pressure takes less than 0.1 s
    static constexpr float impact_time = 0.067f;             // s
    float lasting_ = 0, impact_ = 0;
};

// Chebyshev semi-iteration (Golub & Varga 1961) for eigenvalues in [lo, hi]: the next update is momentum times the last
// one plus gain times the residual.
struct Chebyshev {
    float mid, half_width;  // of the interval
    float rho;
    float momentum = 0, gain;

    // n sinh(a), at least: a wider interval lets the corrections of a still tank overshoot.
    static constexpr float min_n_sinh = 2.3f;
    static constexpr float max_sinh = 1;  // sinh(a), at max_pressure: a fluid without any stiffness would collapse
    template <int D>
    static constexpr float highest_eigenvalue = D == 2 ? 4.0f : 6.0f;

    Chebyshev(float lo, float hi)
        : mid((hi + lo) / 2), half_width((hi - lo) / 2), rho(half_width / mid), gain(1 / mid) {}
    // The corrections that give the fluid a stiffness (Pa per compression, in units of delta): their number is at least
    // `corrections`. A highest eigenvalue that is too low would amplify waves as short as the spacing. Waves longer
    // than the interval covers find a soft fluid. Its stiffness is the derivative of the Chebyshev polynomial,
    // n tanh(n a) / (half_width sinh a) with cosh a = mid / half_width.
    template <int D>
    static Chebyshev of_stiffness(float stiffness, int corrections) {
        constexpr float highest = highest_eigenvalue<D>;
        const auto n = static_cast<float>(corrections);
        const float sinh_a =
            std::clamp(2 * n / (stiffness * highest), min_n_sinh / n, std::max(min_n_sinh / n, max_sinh));
        const float cosh_a = __builtin_sqrtf(1 + sinh_a * sinh_a);
        return {highest * (cosh_a - 1) / (cosh_a + 1), highest};
    }
    // The least number of corrections that gives it.
    template <int D>
    static int corrections_for(float stiffness) {
        constexpr float highest = highest_eigenvalue<D>;
        return static_cast<int>(std::min(__builtin_sqrtf(stiffness * highest * min_n_sinh / 2), 1e4f)) + 1;
    }

    void advance() {
        const float last = rho;
        rho = 1 / (2 * mid / half_width - last);
        momentum = rho * last;
        gain = 2 * rho / half_width;
    }
};

// The factors that bound the lengths of four displacements: after an impact pressures may have any size.
template <int D>
[[gnu::always_inline]] inline Float4 length_limiter(const SimdArray<float> (&displacement)[D], int i,
                                                    float max_length) {
    Float4 r2{};
    for (int d = 0; d < D; ++d) r2 += load(&displacement[d][i]) * load(&displacement[d][i]);
    return select(r2 > max_length * max_length, max_length / sqrt(r2), splat(1.0f));
}

}  // namespace slosh::pcisph
