// A small standing wave in a tank against linear theory.
#pragma once
#include <algorithm>
#include <cmath>
#include <vector>

#include "base/math.h"
#include "support/figure.h"
#include "support/scenes.h"
#include "support/water.h"

namespace slosh::physics {

struct Wave {
    double frequency = 0;  // over that of linear theory
    double damping = 0;    // of the amplitude in a period
};

// Of `mode` half waves over some periods, in the tank of `scene`, whose fluid fills it from wall to wall up to `depth`.
// Particles start on the displacement of linear theory, with `amplitude` in depths.
inline Wave standing_wave(const Scene& scene, float depth, int mode, double amplitude, int periods = 5) {
    const float width = 2 * scene.domain.walls.half.x;
    const double H = static_cast<double>(depth), k = mode * pi_d / static_cast<double>(width);
    InitialParticles start = seed_particles(scene.domain, scene.solver.particles(), 1, 1);
    for (glm::vec3& p : start.position) {
        const double x = static_cast<double>(p.x), y = static_cast<double>(p.y);
        const double scale = amplitude * H / std::sinh(k * H);
        p.x = std::clamp(p.x - static_cast<float>(scale * std::sin(k * x) * std::cosh(k * y)), 1e-5f, width - 1e-5f);
        p.y += static_cast<float>(scale * std::cos(k * x) * std::sinh(k * y));
    }
    Jobs jobs(1);
    const auto solver = make_solver(scene, jobs, &start);
    const double period = 2 * pi_d / std::sqrt(9.81 * k * std::tanh(k * H));
    std::vector<double> crossings, peaks;  // s; and the largest amplitude between two crossings
    double last = 0, peak = 0;
    const int steps = static_cast<int>(periods * 60 * period);
    for (int i = 0; i <= steps; ++i) {
        const ParticleView p = solver->particles();
        double now = 0;
        for (size_t q = 0; q < p.x.size(); ++q)
            now += (static_cast<double>(p.y[q]) - H / 2) * std::cos(k * static_cast<double>(p.x[q])) / p.count;
        if (last * now < 0) {
            crossings.push_back((i - now / (now - last)) / 60.0);
            peaks.push_back(peak);
            peak = 0;
        }
        peak = std::max(peak, std::abs(now));
        last = now;
        solver->step(display_step, {}, {});
    }
    if (static_cast<int>(crossings.size()) < 2 * periods - 1) return {};
    const double measured = (static_cast<double>(crossings.size()) - 2) / 2;  // without the first half period
    const size_t end = peaks.size() - 1;
    return {.frequency = period * measured / (crossings.back() - crossings[1]),
            .damping = 1 - std::pow(peaks[end] * peaks[end - 1] / (peaks[1] * peaks[2]), 0.5 / (measured - 0.5))};
}

// A wave may lose some of its amplitude, but must not grow.
inline void expect_wave(const std::string& label, const Wave& wave, double max_damping) {
    expect_figure({"standing wave, frequency over that of linear theory", label, "1"}, wave.frequency, within(0.02, 1));
    expect_figure({"standing wave, amplitude lost in a period", label, "0"}, wave.damping, {-0.004, max_damping});
}

// In 2D, of 3 % of the depth in a half full tank with the default parameters.
template <class Def>
void expect_standing_wave(int particles, int mode, double max_damping) {
    const std::string label =
        solver_label(std::string(Def::name).c_str(), 2, particles) + ", mode " + std::to_string(mode);
    expect_wave(label, standing_wave(half_full_tank<Def>(2, particles), 0.5f, mode, 0.03), max_damping);
}

}  // namespace slosh::physics
