// The automatic speed of sound of WCSPH: water stays incompressible and calm, however deep, heavy or fast it is.
#include <gtest/gtest.h>

#include <glm/geometric.hpp>

#include "solvers/wcsph/wcsph.h"
#include "support/conservation.h"
#include "support/water.h"
#include "support/worst.h"

namespace slosh::physics::sound_speed_test {
namespace {

struct Rest {
    double compression;  // of the densest hundredth of the particles
    double speed;        // rms, over sqrt(2 g H)
    double height;       // over that at the start
};

double compression_of_densest(const ParticleView& p) {
    std::vector<float> density(p.density.begin(), p.density.end());
    const auto at = density.begin() + static_cast<std::ptrdiff_t>(density.size() * 99 / 100);
    std::nth_element(density.begin(), at, density.end());
    return static_cast<double>(*at / p.rest_density) - 1;
}

double mean_y(const ParticleView& p) { return std::accumulate(p.y.begin(), p.y.end(), 0.0) / p.count; }

// `depth`: of the water, m.
Rest rest_after(const Scene& scene, double depth, float seconds) {
    Jobs jobs(2);
    const auto solver = make_solver(scene, jobs);
    const double before = mean_y(solver->particles());
    run(*solver, seconds);
    const ParticleView p = solver->particles();
    double v2 = 0;
    for (size_t i = 0; i < static_cast<size_t>(p.count); ++i) {
        const glm::dvec3 v = velocity_of(p, i);
        v2 += glm::dot(v, v) / p.count;
    }
    return {compression_of_densest(p),
            std::sqrt(v2 / (2 * std::abs(static_cast<double>(scene.domain.gravity.y)) * depth)), mean_y(p) / before};
}

void expect_at_rest(const std::string& label, const Rest& rest) {
    expect_figure({"compression of the densest hundredth of a tank at rest", label, "0.01, for which c is chosen"},
                  rest.compression, at_most(0.012));
    expect_figure({"rms speed of a tank at rest, over sqrt(2 g H)", label, "0"}, rest.speed, at_most(0.005));
    expect_figure({"height of a tank at rest, of that at the start", label, "1"}, rest.height, within(0.012, 1));
}

TEST(WcsphSoundSpeed, DeepTanksAreCalmAndKeepTheirHeight) {
    for (const int particles : {1200, 2700})
        expect_at_rest(solver_label("wcsph", 2, particles) + ", three times as deep as wide",
                       rest_after(box_scene<WcsphDef>(2, {0.4f, 1.4f, 0}, {0.4f, 1.2f, 0}, particles), 1.2, 4));
    expect_at_rest(solver_label("wcsph", 3, 3000) + ", three times as deep as wide",
                   rest_after(box_scene<WcsphDef>(3, {0.3f, 1, 0.3f}, {0.3f, 0.9f, 0.3f}, 3000), 0.9, 2));
}

TEST(WcsphSoundSpeed, GravityOfAThousandDoesNotCompress) {
    for (const auto& [dimensions, particles] : {std::pair(2, 800), std::pair(3, 3000)}) {
        Scene scene = half_full_tank<WcsphDef>(dimensions, particles);
        scene.domain.gravity.y = -1000;
        if (dimensions == 3) def_of<WcsphDef>(scene).artificial_viscosity = 0.1f;  // as the scenes in 3D
        expect_at_rest(solver_label("wcsph", dimensions, particles) + ", gravity 1,000 m/s2",
                       rest_after(scene, 0.5, 0.3f));
    }
}

// A tank that is pulled away by 6 m/s for a tenth of a second: the water hits one wall, then the other. An impact on a
// whole wall compresses by v/c, 14 %, for as long as sound needs through the water; the mean over time is small.
TEST(WcsphSoundSpeed, JerkOfTheContainerDoesNotCompress) {
    for (const int dimensions : {2, 3}) {
        Scene scene = half_full_tank<WcsphDef>(dimensions, dimensions == 2 ? 1250 : 2000);
        Jobs jobs(2);
        const auto solver = make_solver(scene, jobs);
        run(*solver, 0.2f);
        Motion container{.velocity = {6, 0, 0}};
        double compression = 0, fastest = 0;
        for (int i = 0; i < 60; ++i) {
            if (i == 6) container.velocity = {0, 0, 0};
            solver->step(display_step, {}, container);
            container.offset += container.velocity * display_step;
            const Stats stats = solver->stats();
            compression += static_cast<double>(stats.mean_compression) / 60;
            keep_worst(fastest, static_cast<double>(stats.max_speed));
        }
        const std::string label = solver_label("wcsph", dimensions, scene.solver.particles());
        expect_figure({"mean compression in the second after a jerk of the tank by 6 m/s", label, "at most 0.01"},
                      compression, at_most(0.01));
        EXPECT_LT(fastest, 6 * 6) << label;
        EXPECT_TRUE(solver->stats().finite);
    }
}

}  // namespace
}  // namespace slosh::physics::sound_speed_test
