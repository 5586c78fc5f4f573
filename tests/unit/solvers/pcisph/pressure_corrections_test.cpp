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
    const auto after = [](float time, float dt, float mean_pressure) {
        pcisph::Stiffness stiffness;
        float last = stiffness.update(dt, 10, 1, 0, 1000, 1);
        for (int steps = static_cast<int>(time / dt + 0.5f); steps > 0; --steps)
            last = stiffness.update(dt, mean_pressure, 1, 0, 1000, 1);
        return last;
    };
    EXPECT_GT(after(0.2f, frame, 10), 0.5f * 1000 * 10 / 0.008f);
    EXPECT_NEAR(after(0.2f, frame / 4, 10) / after(0.2f, frame, 10), 1, 0.1);
}

}  // namespace
}  // namespace slosh::pcisph_pressure_corrections_test
