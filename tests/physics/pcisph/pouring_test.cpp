// Inflow and outflow of PCISPH: flux, density at rest, determinism. Every test prints its figure.
#include <gtest/gtest.h>

#include "solvers/pcisph/pcisph.h"
#include "support/guarded_run.h"
#include "support/jet.h"
#include "support/pouring.h"

namespace slosh::physics::pcisph_pouring_test {
namespace {

class PcisphPouredFlux : public ::testing::TestWithParam<int> {};

TEST_P(PcisphPouredFlux, IsWidthTimesSpeedTimesDensity) {
    const Poured poured = pour_down<PcisphDef>(GetParam());
    const std::string label = solver_label("pcisph", GetParam());
    expect_figure({"poured in, over width x speed x density", label, "1"}, poured.flux, within(0.02, 1));
    expect_figure({"the same where it has fallen 0.7 m", label, "1"}, poured.flux_below, within(0.02, 1));
}

TEST_P(PcisphPouredFlux, FallsFreelyInAnyDirection) { expect_jets_to_fall_freely<PcisphDef>("pcisph", GetParam()); }

INSTANTIATE_TEST_SUITE_P(Dimensions, PcisphPouredFlux, ::testing::Values(2, 3));

TEST(PcisphPouring, FilledBasinComesToRestAtTheRestDensity) {
    expect_figure({"mean density error of a basin filled from empty", "pcisph 2D, 1,600 particles", "0"},
                  fill_basin(PcisphDef{}), at_most(0.02));
}

// A jet fills a closed tank and presses on: the water is then compressed for good, and calm.
TEST(PcisphPouring, AStrongJetLeavesAFullTankCalm) {
    for (const int particles : {300, 1000})
        for (const float speed : {1.5f, 3.0f, 6.0f})
            for (const glm::vec3 direction : {glm::vec3(0, -1, 0), glm::vec3(1, -0.5f, 0)}) {
                Scene scene = box_scene<PcisphDef>(2, {1, 1, 0}, {1, 0.4f, 0}, particles);
                PcisphDef& def = def_of<PcisphDef>(scene);
                def.budget = {.max_particles = 9000, .when_full = WhenFull::stop};
                scene.domain.emitters = {
                    {.centre = {0.3f, 0.9f, 0}, .direction = direction, .width = 0.1f, .speed = speed}};
                Jobs jobs(1);
                const auto solver = make_solver(scene, jobs);
                const Instability found = guarded_run(scene, *solver, 600, jobs);
                EXPECT_FALSE(found) << particles << " particles, " << speed << " m/s";
                const double full = solver->particles().count / (2.5 * particles);
                std::printf("%d particles, %g m/s: %.3f of the tank, fastest %.2f m/s\n", particles,
                            static_cast<double>(speed), full, static_cast<double>(solver->stats().max_speed));
                EXPECT_GT(full, 0.97);
                EXPECT_LT(full, 1.05);
                EXPECT_LT(solver->stats().max_speed, 3);
            }
}

TEST(PcisphPouring, StaysWithinTheBudgetAndNeverReusesAnId) {
    for (const WhenFull when_full : {WhenFull::stop, WhenFull::recycle})
        EXPECT_LT(expect_within_budget<PcisphDef>(when_full).mean_compression, 0.01f);
}

TEST(PcisphPouring, StepsAllocateNothing) {
    for (const int dimensions : {2, 3}) {
        Scene scene = recirculating_tank<PcisphDef>(dimensions, WhenFull::recycle);
        scene.domain.inflow_volume += dimensions == 3 ? 0.09f : 0.3f;
        scene.domain.fluid.clear();
        expect_no_allocation(scene, solver_label("pcisph", dimensions), 3);
    }
}

TEST(PcisphPouring, SameBitsForAnyNumberOfWorkers) {
    for (const int dimensions : {2, 3})
        expect_same_bits(recirculating_tank<PcisphDef>(dimensions, WhenFull::recycle),
                         solver_label("pcisph", dimensions), 0.4f);
}

TEST(PcisphPouring, PointerPoursIntoADamBreak) {
    expect_user_emitter_pours(scene_with("dam-break-pcisph", {{"particles", "1000"}, {"budget", "1300"}}));
}

}  // namespace
}  // namespace slosh::physics::pcisph_pouring_test
