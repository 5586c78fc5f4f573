#include "solvers/pcisph/time_step.h"

#include <gtest/gtest.h>

namespace slosh::pcisph_time_step_test {
namespace {

constexpr float frame = 1 / 60.0f, h = 0.1f;

// Of a blow of 1 m/s, after a number of steps.
float impact_after(int steps, float dt) {
    pcisph::ImpactPressure impact;
    float last = impact.update<3>(0, {1, 0, 0}, h, dt);
    for (int i = 0; i < steps; ++i) last = impact.update<3>(0, {1, 0, 0}, h, dt);
    return last;
}

TEST(PcisphTimeStep, ABlowIsRememberedForATimeNotForANumberOfSteps) {
    const float whole = impact_after(2, frame);
    EXPECT_GT(impact_after(0, frame), 4 * whole);
    EXPECT_NEAR(impact_after(8, frame / 4) / whole, 1, 0.25);
    EXPECT_NEAR(impact_after(1, frame * 2) / whole, 1, 0.25);
}

TEST(PcisphTimeStep, ABlowCountsTenTimesItsSquare) {
    EXPECT_FLOAT_EQ(impact_after(0, frame), 10);
    pcisph::ImpactPressure impact;
    EXPECT_FLOAT_EQ(impact.update<3>(12, {0, 0, 0}, h, frame), 12) << "the mean square of the speeds";
}

}  // namespace
}  // namespace slosh::pcisph_time_step_test
