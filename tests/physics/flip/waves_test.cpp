// Small waves of PIC/FLIP against linear theory, wherever the level lies within a cell. Every test prints its figure.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>

#include "base/math.h"
#include "solvers/flip/flip.h"
#include "support/figure.h"
#include "support/water.h"

namespace slosh::physics::waves_test {
namespace {

struct Wave {
    double frequency = 0;  // over that of linear theory
    double damping = 0;    // of the amplitude in a period
};

// The standing wave of `mode` half waves in a tank of `size`, filled to `depth`, over five periods. Particles start on
// the displacement of linear theory with 2 % of the depth as amplitude.
Wave standing_wave(glm::vec3 size, float depth, float edge, int mode) {
    const int count = static_cast<int>(8 * size.x * depth * size.z / (edge * edge * edge) + 0.5f);
    const Scene scene = box_scene<FlipDef>(3, size, {size.x, depth, size.z}, count);
    const double H = static_cast<double>(depth), k = mode * pi_d / static_cast<double>(size.x), amplitude = 0.02 * H;
    InitialParticles start = seed_particles(scene.domain, count, 1, 1);
    for (glm::vec3& p : start.position) {
        const double x = static_cast<double>(p.x), y = static_cast<double>(p.y), scale = amplitude / std::sinh(k * H);
        p.x = std::clamp(p.x - static_cast<float>(scale * std::sin(k * x) * std::cosh(k * y)), 1e-5f, size.x - 1e-5f);
        p.y += static_cast<float>(scale * std::cos(k * x) * std::sinh(k * y));
    }
    Jobs jobs(1);
    const auto solver = make_solver(scene, jobs, &start);
    const double period = 2 * pi_d / std::sqrt(9.81 * k * std::tanh(k * H));
    std::vector<double> crossings, peaks;  // s; and the largest amplitude between two crossings
    double last = 0, peak = 0;
    const int steps = static_cast<int>(5 * 60 * period);
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
    if (crossings.size() < 9) return {};
    const double periods = (static_cast<double>(crossings.size()) - 2) / 2;  // without the first half period
    const size_t end = peaks.size() - 1;
    return {.frequency = period * periods / (crossings.back() - crossings[1]),
            .damping = 1 - std::pow(peaks[end] * peaks[end - 1] / (peaks[1] * peaks[2]), 0.5 / (periods - 0.5))};
}

TEST(FlipWaves, HaveTheFrequencyOfLinearTheoryAtAnyLevel) {
    struct Tank {
        glm::vec3 size;
        float depth, edge;
        double max_damping;
    };
    constexpr float edge = 1 / 32.0f;
    // The lattice of the last tank does not fit its cells, and breaks up earlier: that damps.
    const Tank tanks[] = {{{1, 1, 0.25f}, 0.5f, edge, 0.04},
                          {{1, 1, 0.25f}, 0.5f + 0.33f * edge, edge, 0.04},
                          {{1, 1, 0.25f}, 0.5f + 0.5f * edge, edge, 0.04},
                          {{1, 1, 0.25f}, 0.5f + 0.75f * edge, edge, 0.04},
                          {{0.8f, 0.62f, 0.3f}, 0.3225f, 1 / 40.0f, 0.1}};
    for (const Tank& tank : tanks)
        for (const int mode : {1, 2}) {
            const Wave wave = standing_wave(tank.size, tank.depth, tank.edge, mode);
            char label[100];
            std::snprintf(label, sizeof label, "flip, mode %d, %.2f cells deep", mode,
                          static_cast<double>(tank.depth / tank.edge));
            expect_figure({"standing wave, frequency over that of linear theory", label, "1"}, wave.frequency,
                          within(0.02, 1));
            expect_figure({"standing wave, amplitude lost in a period", label, "0"}, wave.damping,
                          within(tank.max_damping, 0));
        }
}

}  // namespace
}  // namespace slosh::physics::waves_test
