#include "solvers/pcisph/pressure_corrections.h"

#include <gtest/gtest.h>

namespace slosh::pcisph_pressure_corrections_test {
namespace {

constexpr float frame = 1 / 60.0f;

// Pa per compression after an impact of 100 m2/s2 and a time without it, s, in steps of dt.
float stiffness_after_impact(float time, float dt) {
    pcisph::Stiffness stiffness;
    float last = stiffness.update(dt, 0, 1, 100, 1000, 1);
    for (int steps = static_cast<int>(time / dt + 0.5f); steps > 0; --steps)
        last = stiffness.update(dt, 0, 1, 0, 1000, 1);
    return last;
}

TEST(PcisphStiffness, AnImpactLastsForATimeNotForANumberOfSteps) {
    EXPECT_FLOAT_EQ(stiffness_after_impact(0, frame), 1000 * 100 / 0.008f);
    const float whole = stiffness_after_impact(0.1f, frame);
    EXPECT_GT(stiffness_after_impact(0, frame), 3 * whole);
    EXPECT_NEAR(stiffness_after_impact(0.1f, frame / 4) / whole, 1, 0.2);
    EXPECT_NEAR(stiffness_after_impact(0.1f, frame * 2) / whole, 1, 0.2);
    EXPECT_FLOAT_EQ(stiffness_after_impact(2, frame), 1000 / 0.008f) << "that under the weight of the fluid";
}

TEST(PcisphStiffness, RisesFasterThanItFallsByTime) {
    constexpr float pressure = 10, hydrostatic = 3, full = 1000 * pressure / 0.008f;
    // After 0.2 s under the pressure from the start, and after 0.2 s without it from where it has settled.
    const auto risen = [](float dt, float seconds) {
        pcisph::Stiffness stiffness;
        for (int steps = static_cast<int>(seconds / dt + 0.5f); steps > 0; --steps)
            stiffness.update(dt, pressure, hydrostatic, 0, 1000, 1);
        return stiffness;
    };
    const auto rise = [&](float dt) { return risen(dt, 0.2f).update(dt, pressure, hydrostatic, 0, 1000, 1); };
    EXPECT_GT(rise(frame), 0.5f * full);
    EXPECT_NEAR(rise(frame / 4) / rise(frame), 1, 0.1);
    const auto fallen = [&](float dt) {
        pcisph::Stiffness stiffness = risen(dt, 3);
        float last = full;
        for (int steps = static_cast<int>(0.2f / dt + 0.5f); steps > 0; --steps)
            last = stiffness.update(dt, 0, hydrostatic, 0, 1000, 1);
        return last;
    };
    EXPECT_GT(fallen(frame), 0.7f * full) << "slower than it rises";
    EXPECT_LT(fallen(frame), 0.9f * full);
    EXPECT_NEAR(fallen(frame / 4) / fallen(frame), 1, 0.1);
}

// A tank that is more than full has any mean pressure: the stiffness follows it up to that of the tank's own height.
TEST(PcisphStiffness, IsBoundedByTheHeightOfTheFluidAndItsImpacts) {
    const auto after_ten_seconds = [](float impact) {
        pcisph::Stiffness stiffness;
        float last = 0;
        for (int step = 0; step < 600; ++step) last = stiffness.update(frame, 1e6f, 2, impact, 1000, 1);
        return last;
    };
    EXPECT_NEAR(after_ten_seconds(0), 1000 * 8 / 0.008f, 1e4);
    EXPECT_NEAR(after_ten_seconds(50), 1000 * 50 / 0.008f, 1e5);
}

}  // namespace
}  // namespace slosh::pcisph_pressure_corrections_test
