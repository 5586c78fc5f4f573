// PCISPH against theory and experiment. Every test prints its figure.
#include <gtest/gtest.h>

#include <cstdio>

#include "base/random.h"
#include "solvers/pcisph/pcisph.h"
#include "support/dam_break.h"
#include "support/water.h"
#include "support/worst.h"

namespace slosh::physics::pcisph_test {
namespace {

class PcisphMomentum : public ::testing::TestWithParam<int> {};

TEST_P(PcisphMomentum, IsConservedWithoutGravityAndWalls) {
    const float thickness = GetParam() == 3 ? 1 : 0;
    Scene scene = box_scene<PcisphDef>(GetParam(), {40, 40, 40 * thickness}, {1, 1, thickness}, 1000);
    def_of<PcisphDef>(scene).substeps = 8;
    expect_momentum_conserved("pcisph", scene);
}

INSTANTIATE_TEST_SUITE_P(Dimensions, PcisphMomentum, ::testing::Values(2, 3));

TEST(PcisphPhysics, TankAtRestHasHydrostaticPressureAndNoMotion) {
    constexpr int particles = 2048;
    const Scene scene = half_full_tank<PcisphDef>(2, particles);
    Jobs jobs(1);
    const auto solver = make_solver(scene, jobs);
    run(*solver, 4);
    const Settled rest = measure_settled(*solver, 0.5f, 60);
    const std::string label = solver_label("pcisph", 2, particles);
    expect_settled(label, rest);
    expect_figure({"fastest particle of a tank at rest, m/s", label, "0"}, rest.fastest, at_most(0.02));
}

// Many rows of particles, shorter sub-steps than necessary, and widths that are not a multiple of the spacing.
TEST(PcisphPhysics, TanksOfManySizesStayAtRest) {
    struct Case {
        int dimensions, particles, substeps;
    };
    for (const Case& c : {Case{2, 1250, 8}, Case{2, 10000, 0}, Case{3, 4000, 0}}) {
        Scene scene = half_full_tank<PcisphDef>(c.dimensions, c.particles);
        def_of<PcisphDef>(scene).substeps = c.substeps;
        Jobs jobs(1);
        const auto solver = make_solver(scene, jobs);
        run(*solver, 1);
        float fastest = 0;
        for (int i = 0; i < 15; ++i) {
            solver->step(display_step, {}, {});
            keep_worst(fastest, solver->stats().max_speed);
        }
        expect_figure({"fastest particle of a tank after a second, m/s",
                       solver_label("pcisph", c.dimensions, c.particles) + ", " +
                           std::to_string(solver->stats().substeps) + " sub-steps",
                       "0"},
                      fastest, at_most(0.2));
    }
}

TEST(PcisphPhysics, DamBreakFrontFollowsMartinAndMoyce) {
    for (const int particles : {1000, 4000}) {
        Scene scene = box_scene<PcisphDef>(2, column_tank, column, particles);
        def_of<PcisphDef>(scene).no_slip = 0.5f;
        def_of<PcisphDef>(scene).artificial_viscosity = 0.5f;  // alpha c as in the test of wcsph
        expect_front(solver_label("pcisph", 2, particles), "no-slip 0.5, alpha c 1.1 m/s", dam_break(scene));
    }
}

TEST(PcisphPhysics, FirstSloshingModeHasThePeriodOfLinearTheory) {
    for (const int particles : {800, 3200}) {
        Scene scene = half_full_tank<PcisphDef>(2, particles);
        def_of<PcisphDef>(scene).viscosity = 0;
        expect_sloshing("pcisph", scene);
    }
}

TEST(PcisphPhysics, DensityErrorStaysBelowItsTolerance) {
    double iterations_before = 1e9;  // with the smaller error
    for (const char* required : {"0.5", "1", "3"}) {
        const Scene scene = scene_with("dam-break-pcisph", {{"density-error", required}, {"particles", "2000"}});
        Jobs jobs(1);
        const auto solver = make_solver(scene, jobs);
        double mean = 0, worst = 0;
        double iterations = 0;
        constexpr int steps = 120;
        for (int i = 0; i < steps; ++i) {
            solver->step(display_step, {}, {});
            const Stats stats = solver->stats();
            const double error = 100 * static_cast<double>(stats.mean_compression);
            mean += error / steps;
            keep_worst(worst, error);
            iterations += static_cast<double>(stats.iterations) / steps;
        }
        std::printf("required %s %%: mean %.3f %%, worst %.3f %%, %.1f iterations, %d sub-steps at the end\n", required,
                    mean, worst, iterations, solver->stats().substeps);
        expect_figure({std::string("mean compression in a dam break, %, with ") + required + " % required",
                       solver_label("pcisph", 2, 2000), std::string("at most ") + required},
                      mean, at_most(std::stod(required)));
        EXPECT_LT(worst, 1.5 * std::stod(required)) << "%, of one step";
        EXPECT_LT(iterations, iterations_before) << "a larger error needs fewer iterations";
        iterations_before = iterations;
        EXPECT_TRUE(solver->stats().finite);
    }
}

// Sudden displacements of the container: every particle stays inside, and the fluid comes to rest again. How fast it
// does differs between jerks: after 2 s the fastest particle of eight moved at 0.7 to 3.9 m/s in 2D,
// after 5 s those tested here at less than 0.6 m/s.
TEST(PcisphPhysics, JerksOfTheContainerKeepEveryParticleInside) {
    struct Case {
        int dimensions;
        uint64_t seed;
    };
    for (const auto [dimensions, seed] : {Case{2, 3}, Case{2, 4}, Case{3, 3}}) {
        Scene scene =
            box_scene<PcisphDef>(dimensions, {1, 1, dimensions == 3 ? 1 : 0}, {1, 0.5f, dimensions == 3 ? 1 : 0}, 500);
        Jobs jobs(1);
        const auto solver = make_solver(scene, jobs);
        Motion motion;
        Random random(seed);
        bool inside = true;
        for (int i = 0; i < 60; ++i) {
            const float max_speed = i % 20 == 19 ? 600.0f : 6.0f;  // m/s; 600: ten widths in a frame
            motion.velocity = {0, 0, 0};
            if (i % 10 == 9)
                for (int d = 0; d < dimensions; ++d) motion.velocity[d] = random.uniform(-max_speed, max_speed);
            solver->step(display_step, {}, motion);
            motion.offset += motion.velocity * display_step;
            const Stats stats = solver->stats();
            ASSERT_TRUE(stats.finite);
            for (int d = 0; d < dimensions; ++d) {
                const float tolerance = 1e-4f + 1e-5f * std::abs(motion.offset[d]);
                inside &=
                    stats.lo[d] >= motion.offset[d] - tolerance && stats.hi[d] <= motion.offset[d] + 1 + tolerance;
            }
        }
        motion.velocity = {0, 0, 0};
        EXPECT_TRUE(inside) << dimensions << "D, seed " << seed;
        for (int i = 0; i < 300; ++i) solver->step(display_step, {}, motion);
        const float fastest = solver->stats().max_speed;
        std::printf("%dD, seed %d: fastest 5 s after the jerks %.2f m/s\n", dimensions, static_cast<int>(seed),
                    static_cast<double>(fastest));
        EXPECT_LT(fastest, 1) << dimensions << "D, seed " << seed;
    }
}

}  // namespace
}  // namespace slosh::physics::pcisph_test
