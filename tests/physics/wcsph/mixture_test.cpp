// Several phases in WCSPH: hydrostatic pressure, separation by density, viscosity of each phase. Every test prints its
// figure.
#include <gtest/gtest.h>

#include <cstdio>

#include "analysis/stats.h"
#include "base/random.h"
#include "solvers/wcsph/wcsph.h"
#include "support/figure.h"
#include "support/line_fit.h"
#include "support/scenes.h"
#include "support/worst.h"

namespace slosh::physics::mixture_test {
namespace {

TEST(WcsphMixture, FloorPressureIsTheWeightOfBothLayers) {
    constexpr double lower = 0.25, upper = 0.25, heavy = 1000, light = 600;
    for (const int particles : {1000, 2048}) {
        Scene scene = tank_scene<WcsphDef>(
            2, {1, 1, 0}, {fluid_box({0, 0, 0}, {1, 0.25f, 0}, 0), fluid_box({0, 0.25f, 0}, {1, 0.5f, 0}, 1)},
            particles);
        def_of<WcsphDef>(scene).other_density[0] = static_cast<float>(light);
        Jobs jobs(1);
        const auto solver = make_solver(scene, jobs);
        run(*solver, 1);
        // The line through the pressures of the lower layer, extrapolated to the floor.
        LineFit pressure_over_y;
        for (int i = 0; i < 30; ++i) {
            solver->step(display_step, {}, {});
            const ParticleView p = solver->particles();
            for (size_t k = 0; k < static_cast<size_t>(p.count); ++k) {
                const double y = static_cast<double>(p.y[k]), pressure = static_cast<double>(p.pressure[k]);
                if (p.kind[k] != 0 || y > 0.9 * lower) continue;
                pressure_over_y.add(y, pressure);
            }
        }
        const double slope = pressure_over_y.slope(), floor = pressure_over_y.intercept();
        const double expected = (heavy * lower + light * upper) * 9.81;
        expect_figure({"pressure at the floor under two layers, of (rho1 H1 + rho2 H2) g",
                       "wcsph 2D, " + with_commas(particles) + " particles", "1"},
                      floor / expected, within(0.02, 1));
        EXPECT_NEAR(-slope / (heavy * 9.81), 1, 0.05);
    }
}

// The fraction of the light phase above the level that the heavy phase would have alone, at its present density.
double light_on_top(const ParticleView& p, double width, double volume_each) {
    double level = 0, light = 0, above = 0;
    for (size_t i = 0; i < static_cast<size_t>(p.count); ++i)
        if (p.kind[i] == 0) level += volume_each / width / std::max(1.0, static_cast<double>(p.density[i]) / 1000);
    for (size_t i = 0; i < static_cast<size_t>(p.count); ++i)
        if (p.kind[i]) {
            light += 1;
            above += static_cast<double>(p.y[i]) > level;
        }
    return above / light;
}

// The start has random kinds. The fluid around it drags a single particle of oil along, so drops must coalesce before
// they rise. Interface tension makes them coalesce; the test compares with a run without it.
TEST(WcsphMixture, OilRisesOnWater) {
    struct Separated {
        double after_3_s, after_6_s;
    };
    const auto separate = [](float tension) {
        const int particles = 1500;
        Scene scene = tank_scene<WcsphDef>(2, {0.8f, 0.7f, 0}, {fluid_box({0, 0, 0}, {0.8f, 0.4f, 0}, 0)}, particles);
        WcsphDef& def = def_of<WcsphDef>(scene);
        def.other_density[0] = 700;
        def.interface_tension = tension;
        InitialParticles start = seed_particles(scene.domain, particles, 2, 1);
        Random random(3);
        for (uint8_t& kind : start.kind) kind = static_cast<uint8_t>(random.below(2));
        Jobs jobs(1);
        const auto solver = make_solver(scene, jobs, &start);
        const double before = light_on_top(solver->particles(), 0.8, 0.32 / particles);
        EXPECT_LT(before, 0.6);
        Separated after{};
        run(*solver, 3);
        after.after_3_s = light_on_top(solver->particles(), 0.8, 0.32 / particles);
        run(*solver, 3);
        after.after_6_s = light_on_top(solver->particles(), 0.8, 0.32 / particles);
        return after;
    };
    const Separated separated = separate(1);
    expect_figure(
        {"oil above the water it was mixed with, fraction after 6 s", "wcsph 2D, interface tension 1 N/m", "1"},
        separated.after_6_s, at_least(0.95));
    EXPECT_GT(separated.after_3_s, separate(0).after_3_s + 0.05);  // in the end both are separated
}

TEST(WcsphMixture, HoneySpreadsSlowerThanWater) {
    const auto front_of = [](float viscosity) {
        Scene scene = tank_scene<WcsphDef>(2, {1.5f, 0.5f, 0}, {fluid_box({0, 0, 0}, {0.25f, 0.25f, 0}, 1)}, 900);
        def_of<WcsphDef>(scene).other_density[0] = 1400;
        def_of<WcsphDef>(scene).other_viscosity[0] = viscosity;
        Jobs jobs(1);
        const auto solver = make_solver(scene, jobs);
        run(*solver, 0.4f);
        EXPECT_LT(solver->stats().max_speed, 5);
        const ParticleView p = solver->particles();
        return static_cast<double>(*std::max_element(p.x.begin(), p.x.end())) / 0.25;
    };
    const double water = front_of(1e-6f), syrup = front_of(0.05f), honey = front_of(0.5f);
    std::printf("front after 0.4 s in heights: water %.2f, at 0.05 m2/s %.2f, at 0.5 m2/s %.2f\n", water, syrup, honey);
    EXPECT_LT(syrup, 0.8 * water);
    EXPECT_LT(honey, 0.8 * syrup);
    EXPECT_GT(honey, 1.02);
}

// Two phases without gravity: the total momentum is constant.
TEST(WcsphMixture, MomentumIsConservedBetweenPhases) {
    for (const int dimensions : {2, 3}) {
        const float thickness = dimensions == 3 ? 1.0f : 0.0f;
        Scene scene = tank_scene<WcsphDef>(dimensions, {40, 40, 40 * thickness},
                                           {fluid_box({20, 20, 20 * thickness}, {21, 21, 21 * thickness}, 0)}, 1000);
        scene.domain.gravity = {0, 0, 0};
        def_of<WcsphDef>(scene).other_density[0] = 300;
        def_of<WcsphDef>(scene).other_viscosity[0] = 0.01f;
        InitialParticles start = seed_particles(scene.domain, 1000, 2, 1);
        Random random(7);
        for (size_t i = 0; i < start.velocity.size(); ++i) {
            start.kind[i] = static_cast<uint8_t>(random.below(2));
            for (int d = 0; d < dimensions; ++d) start.velocity[i][d] = random.uniform(-0.3f, 0.3f);
        }
        Jobs jobs(1);
        const auto solver = make_solver(scene, jobs, &start);
        const auto momentum = [&] {
            const ParticleView p = solver->particles();
            glm::dvec3 total(0);
            double mass = 0, squares = 0;
            for (size_t i = 0; i < static_cast<size_t>(p.count); ++i) {
                const glm::dvec3 v(p.vx[i], p.vy[i], dimensions == 3 ? p.vz[i] : 0.0f);
                const double m = p.kind[i] ? 300 : 1000;
                total += m * v;
                mass += m;
                squares += m * (v.x * v.x + v.y * v.y + v.z * v.z);
            }
            return std::pair(total / mass, std::sqrt(squares / mass));
        };
        const auto [before, speed] = momentum();
        int substeps = 0;
        while (substeps < 1000) {
            solver->step(display_step, {}, {});
            substeps += solver->stats().substeps;
        }
        const glm::dvec3 gained = momentum().first - before;
        const double drift = std::sqrt(gained.x * gained.x + gained.y * gained.y + gained.z * gained.z) / speed;
        expect_figure({"momentum drift in 1,000 sub-steps without gravity and walls, of m v_rms",
                       "wcsph " + std::to_string(dimensions) + "D, two kinds", "0"},
                      drift, at_most(1e-5));
    }
}

// A changed viscosity of an unused phase selects the general form of the interactions.
TEST(WcsphMixture, OnePhaseMovesTheSameWithAndWithoutThePhaseTable) {
    const auto run_with = [](float unused_viscosity) {
        Scene scene = tank_scene<WcsphDef>(2, {1, 0.5f, 0}, {fluid_box({0, 0, 0}, {0.3f, 0.3f, 0}, 0)}, 500);
        def_of<WcsphDef>(scene).substeps = 8;
        def_of<WcsphDef>(scene).viscosity = 1e-3f;
        def_of<WcsphDef>(scene).no_slip = 0.5f;
        def_of<WcsphDef>(scene).other_viscosity[2] = unused_viscosity;
        scene.domain.bodies = {{.half = glm::vec3(0.08f), .position = {0.6f, 0.2f, 0}}};
        Jobs jobs;
        const auto solver = make_solver(scene, jobs);
        run(*solver, 0.25f);
        const ParticleView p = solver->particles();
        std::vector<glm::vec2> positions(static_cast<size_t>(p.count));
        for (size_t i = 0; i < positions.size(); ++i) positions[p.id[i]] = {p.x[i], p.y[i]};
        return positions;
    };
    const auto plain = run_with(0), general = run_with(2e-3f);
    double worst = 0;
    for (size_t i = 0; i < plain.size(); ++i)
        keep_worst(worst, static_cast<double>(std::hypot(plain[i].x - general[i].x, plain[i].y - general[i].y)));
    std::printf("after 0.25 s the two forms differ by %.1e m\n", worst);
    EXPECT_LT(worst, 1e-4);
}

TEST(WcsphMixture, ReportsDensityAndEnergyOfEachPhase) {
    Scene scene = tank_scene<WcsphDef>(
        2, {1, 1, 0}, {fluid_box({0, 0, 0}, {1, 0.5f, 0}, 0), fluid_box({0, 0.5f, 0}, {1, 1, 0}, 3)}, 1600);
    scene.domain.gravity = {0, 0, 0};
    for (FluidRegion& region : scene.domain.fluid) region.velocity = {0.1f, 0, 0};
    def_of<WcsphDef>(scene).other_density[2] = 250;
    Jobs jobs;
    const auto solver = make_solver(scene, jobs);
    EXPECT_NEAR(solver->stats().kinetic_energy, 0.5 * (500 + 125) * 0.01, 0.01 * 3.125);
    scene.domain.gravity = {0, 0, 0};
    solver->step(1e-4f, {}, {});
    const ParticleView p = solver->particles();
    for (size_t i = 0; i < static_cast<size_t>(p.count); ++i)
        ASSERT_NEAR(p.density[i], p.kind[i] ? 250 : 1000, p.kind[i] ? 5 : 20) << "of kind " << int{p.kind[i]};
    EXPECT_LT(solver->stats().mean_density_error, 0.01);
}

}  // namespace
}  // namespace slosh::physics::mixture_test
