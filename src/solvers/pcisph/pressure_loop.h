// The prediction-correction loop of PCISPH: pressures that bring the predicted density to the one aimed at, and their
// forces. D is 2 or 3.
#pragma once
#include "base/profile.h"
#include "solvers/pcisph/interactions.h"
#include "solvers/pcisph/prediction.h"
#include "solvers/pcisph/pressure_corrections.h"

namespace slosh::pcisph {

template <int D>
class PressureLoop {
public:
    [[gnu::cold]] explicit PressureLoop(const State<D>& s) {
        density_sums_.resize(s.fluid.capacity);
        pressure_sums_.resize(s.fluid.capacity);
    }

    // Every pass over the pairs ends in what the next one needs: the forces in the predicted positions, the predicted
    // densities in the corrected pressures.
    void run(State<D>& s, float dt, Jobs& jobs, Profile& profile) {
        auto chebyshev = Chebyshev::of_stiffness<D>(s.pressure_per_compression / s.delta(dt), s.iterations);
        for (int iteration = 0; iteration < s.iterations; ++iteration) {
            if (iteration > 0) chebyshev.advance();
            {
                const auto scope = profile.scope("density");
                predict_density_and_update_pressure(s, dt, chebyshev, iteration == 0, jobs);
            }
            const auto scope = profile.scope("pressure");
            add_pressure_force(s, dt, jobs);
        }
    }

private:
    // The density at the predicted positions, and the correction of each pressure by delta times its error.
    // The density that the corrections aim at lies ahead of that at rest by a part of the change in this sub-step.
    void predict_density_and_update_pressure(State<D>& s, float dt, const Chebyshev& now, bool first, Jobs& jobs) {
        const float gain = now.gain * s.delta(dt), momentum = now.momentum;
        const Float4 self = Kernel<D>::w(Float4{});
        const float scale = Kernel<D>(s.fluid.h).scale * s.volume_at_rest;
        const PredictedDensityInteraction<D> interaction{s.predicted_x[0].data(), s.predicted_x[1].data(),
                                                         s.predicted_x[D - 1].data(), 1 / s.fluid.h};
        const float inv_rest_density = 1 / s.def.rest_density;
        float* const sums = density_sums_.result(0);
        SimdArray<float>& density_ratio = s.fluid.particles.density_ratio;
        const GhostPairs<D> ghosts = s.ghosts();
        s.fluid.for_pairs(interaction, density_sums_, jobs, [&](int begin, int end) {
            for (int i = begin; i < end; i += lanes) store(sums + i, load(sums + i) + self);
            ghosts.for_each_near_walls(s.predicted_x, begin, end, [&](int i) {
                ghosts.add_predicted_density(interaction, s.predicted_x, i, sums);
            });
            for (int i = begin; i < end; i += lanes) store(&density_ratio[i], load(sums + i) * scale);
            for (int i = begin; i < end && !s.bodies.empty(); ++i)
                density_ratio[i] += s.bodies.predicted_volume_fraction(s.predicted_x, i);
            for (int i = begin; i < end; i += lanes) {
                const Float4 predicted = load(&density_ratio[i]), pressure_old = load(&s.pressure[i]);
                if (first)
                    store(&s.target_ratio[i], 1.0f + centring * (predicted - load(&s.density[i]) * inv_rest_density));
                const Float4 error = min(predicted - load(&s.target_ratio[i]), splat(max_density_error));
                const Float4 pressure =
                    max(pressure_old + (momentum * load(&s.pressure_delta[i]) + gain * error), splat(0.0f));
                store(&s.pressure[i], pressure);
                store(&s.pressure_delta[i], pressure - pressure_old);
            }
        });
    }

    // Adds the forces of the last pressure change, and predicts the positions again.
    void add_pressure_force(State<D>& s, float dt, Jobs& jobs) {
        const float scale = s.displacement_scale(dt);
        const SimdArray<float>* x = s.fluid.particles.x;
        const PressureInteraction<D> interaction{x[0].data(), x[1].data(), x[D - 1].data(), s.pressure_delta.data(),
                                                 1 / s.fluid.h};
        const GhostPairs<D> ghosts = s.ghosts();
        s.fluid.for_pairs(interaction, pressure_sums_, jobs, [&](int begin, int end) {
            ghosts.for_each_near_walls(x, begin, end, [&](int i) {
                ghosts.add_ghost_sums(interaction, i, pressure_sums_, [](auto&, const auto&) {});
            });
            for (int i = begin; i < end; i += lanes)
                for (int d = 0; d < D; ++d)
                    store(&s.displacement[d][i],
                          load(&s.displacement[d][i]) + load(pressure_sums_.result(d) + i) * scale);
            for (int i = begin; i < end && !s.bodies.empty(); ++i)
                s.bodies.add_force(i, s.displacement_per_force(dt), false, s.displacement);
            predict_position(s, begin, end, dt);
        });
        predict_bodies(s, dt, jobs);
    }

    static constexpr float centring = 0.5f;            // 0: pressures at the end of a sub-step, 1: at its start
    static constexpr float max_density_error = 0.05f;  // overlapping particles: bound of what one sub-step corrects

    sph::Sums<1> density_sums_;   // W
    sph::Sums<D> pressure_sums_;  // forces by a change of the pressures
};

}  // namespace slosh::pcisph
