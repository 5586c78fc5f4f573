// Inflow and outflow of PCISPH: flux, density at rest, determinism. Every test prints its figure.
#include <gtest/gtest.h>

#include "solvers/pcisph/pcisph.h"
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
