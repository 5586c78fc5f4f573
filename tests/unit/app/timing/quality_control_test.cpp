// The choice of quality, fed with the times of made-up machines.
#include "app/timing/quality_control.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>

namespace slosh {
namespace {

constexpr double budget = 16;

// Milliseconds of a frame: so many at full resolution that go with the pixels, and so many that do not.
struct Machine {
    double pixels, rest = 0, noise = 0;
    bool in_step = false;  // with a display of 60 Hz
    uint64_t state = 1;

    double frame(int level) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        const double uniform = static_cast<double>(state >> 40) / static_cast<double>(1 << 24);
        const auto r = static_cast<double>(qualities[level].resolution);
        const double ms = (pixels * r * r + rest) * (1 + noise * (2 * uniform - 1));
        return in_step ? std::ceil(ms / 16.6) * 16.6 : ms;
    }
};

int run(QualityControl& control, Machine& machine, int frames, bool costs) {
    int switches = 0;
    for (int i = 0; i < frames; ++i) switches += control.feed(machine.frame(control.level()), budget, costs);
    return switches;
}

TEST(QualityControl, KeepsFullQualityWhereThereIsTime) {
    QualityControl control;
    Machine fast{8};
    EXPECT_EQ(run(control, fast, 3000, true), 0);
    EXPECT_EQ(control.level(), full_quality);
}

TEST(QualityControl, LowersQualityAsFarAsNeededAndStaysThere) {
    for (const double pixels : {20.0, 30.0, 45.0, 70.0, 90.0}) {
        QualityControl control;
        Machine slow{pixels};
        run(control, slow, 400, true);
        const int level = control.level();
        EXPECT_LE(slow.frame(level), 1.12 * budget) << pixels;
        if (level < full_quality) {
            EXPECT_GT(slow.frame(level + 1), budget) << pixels << ": one more would fit";
        }
        EXPECT_EQ(run(control, slow, 5000, true), 0) << pixels << ": no oscillation";
    }
}

TEST(QualityControl, SlowestMachineGetsTheLowestQuality) {
    QualityControl control;
    Machine hopeless{900};
    run(control, hopeless, 400, true);
    EXPECT_EQ(control.level(), 0);
    EXPECT_EQ(run(control, hopeless, 2000, true), 0);
}

TEST(QualityControl, NoiseCausesNoSwitch) {
    QualityControl control;
    Machine noisy{24, 0, 0.3};
    run(control, noisy, 400, true);
    EXPECT_LE(run(control, noisy, 10000, true), 2);
}

TEST(QualityControl, RaisesQualityWhenTheLoadIsGone) {
    QualityControl control;
    Machine slow{80}, fast{5};
    run(control, slow, 400, true);
    EXPECT_LE(control.level(), low_quality);
    run(control, fast, 400, true);
    EXPECT_EQ(control.level(), full_quality);
}

TEST(QualityControl, KeepsQualityWhereRenderingIsNotTheBottleneck) {
    QualityControl control;
    Machine busy{2, 60};
    EXPECT_LE(run(control, busy, 5000, false), 4) << "one trial, then back";
    EXPECT_EQ(control.level(), full_quality);
}

// Frames last whole periods of the display, so they do not show how much time is left.
TEST(QualityControl, WithVsyncItRetriesAtGrowingIntervals) {
    QualityControl control;
    Machine slow{30, 0, 0.02, true};
    run(control, slow, 400, false);
    const int first = run(control, slow, 4000, false), later = run(control, slow, 20000, false);
    EXPECT_GT(first, 0) << "occasional trials";
    EXPECT_LE(first, 12);
    EXPECT_LE(later, 2 * 20000 / 7680 + 4);
    EXPECT_LE(slow.frame(control.level()), 1.12 * 16.6);
}

TEST(QualityControl, EqualTimesGiveEqualChoices) {
    QualityControl one, other;
    Machine a{40, 3, 0.4}, b{40, 3, 0.4};
    for (int i = 0; i < 3000; ++i) {
        one.feed(a.frame(one.level()), budget, true), other.feed(b.frame(other.level()), budget, true);
        ASSERT_EQ(one.level(), other.level());
    }
}

}  // namespace
}  // namespace slosh
