// The choice of quality for the frame times of simulated machines.
#include "app/timing/quality_control.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>

namespace slosh::quality_control_test {
namespace {

using TimeSource = QualityControl::TimeSource;
using enum QualityControl::TimeSource;

constexpr double budget = 16;    // ms
constexpr double period = 16.6;  // ms, of a display of 60 Hz

// A model of the frame time.
struct Machine {
    double pixel_ms;      // proportional to the number of pixels, at full resolution
    double fixed_ms = 0;  // independent of the number of pixels
    double noise = 0;     // relative amplitude
    bool vsync = false;   // frame times are multiples of the display's period
    uint64_t state = 1;   // of the random numbers

    double frame(int level) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        const double uniform = static_cast<double>(state >> 40) / static_cast<double>(1 << 24);
        const auto r = static_cast<double>(qualities[level].resolution);
        const double ms = (pixel_ms * r * r + fixed_ms) * (1 + noise * (2 * uniform - 1));
        return vsync ? std::ceil(ms / period) * period : ms;
    }
};

int run(QualityControl& control, Machine& machine, int frames, TimeSource source) {
    int switches = 0;
    for (int i = 0; i < frames; ++i) switches += control.feed(machine.frame(control.level()), budget, source);
    return switches;
}

TEST(QualityControl, KeepsFullQualityOnAFastMachine) {
    QualityControl control;
    Machine fast{.pixel_ms = 8};
    EXPECT_EQ(run(control, fast, 3000, gpu), 0);
    EXPECT_EQ(control.level(), full_quality);
}

TEST(QualityControl, LowersQualityAsFarAsNeededAndStaysThere) {
    for (const double pixels : {20.0, 30.0, 45.0, 70.0, 90.0}) {
        QualityControl control;
        Machine slow{.pixel_ms = pixels};
        run(control, slow, 400, gpu);
        const int level = control.level();
        EXPECT_LE(slow.frame(level), 1.12 * budget) << pixels;
        if (level < full_quality) {
            EXPECT_GT(slow.frame(level + 1), budget) << pixels << ": the next level would fit, too";
        }
        EXPECT_EQ(run(control, slow, 5000, gpu), 0) << pixels << ": no oscillation";
    }
}

TEST(QualityControl, SlowestMachineGetsTheLowestQuality) {
    QualityControl control;
    Machine hopeless{.pixel_ms = 900};
    run(control, hopeless, 400, gpu);
    EXPECT_EQ(control.level(), 0);
    EXPECT_EQ(run(control, hopeless, 2000, gpu), 0);
}

// Software rendering: two frames per second at full quality.
TEST(QualityControl, VerySlowMachineIsHelpedWithinTwoSeconds) {
    for (const TimeSource source : {gpu, frame_interval}) {
        QualityControl control;
        Machine software{.pixel_ms = 480, .fixed_ms = 20};
        double ms = 0;
        while (control.level() == full_quality && ms < 10'000) {
            const double frame = software.frame(control.level());
            control.feed(frame, budget, source);
            ms += frame;
        }
        EXPECT_LE(ms, 2000);
        EXPECT_EQ(control.level(), 0) << "several levels at once";
    }
}

TEST(QualityControl, NoiseCausesNoSwitch) {
    QualityControl control;
    Machine noisy{.pixel_ms = 24, .noise = 0.3};
    run(control, noisy, 400, gpu);
    EXPECT_LE(run(control, noisy, 10000, gpu), 2);
}

TEST(QualityControl, RaisesQualityWhenFramesBecomeFast) {
    QualityControl control;
    Machine slow{.pixel_ms = 80}, fast{.pixel_ms = 5};
    run(control, slow, 400, gpu);
    EXPECT_LE(control.level(), low_quality);
    run(control, fast, 400, gpu);
    EXPECT_EQ(control.level(), full_quality);
}

TEST(QualityControl, KeepsQualityWhereRenderingIsNotTheBottleneck) {
    QualityControl control;
    Machine busy{.pixel_ms = 2, .fixed_ms = 60};
    EXPECT_LE(run(control, busy, 5000, frame_interval), 4) << "one try of a lower level";
    EXPECT_EQ(control.level(), full_quality);
}

// Frame times are multiples of the display's period, so the time of a higher level is not predictable.
TEST(QualityControl, WithVsyncItRetriesAtGrowingIntervals) {
    QualityControl control;
    Machine slow{.pixel_ms = 30, .noise = 0.02, .vsync = true};
    run(control, slow, 400, frame_interval);
    const int first = run(control, slow, 4000, frame_interval), later = run(control, slow, 20000, frame_interval);
    EXPECT_GT(first, 0) << "a higher level is tried";
    EXPECT_LE(first, 12);
    EXPECT_LE(later, 2 * 20000 / 7680 + 4);
    EXPECT_LE(slow.frame(control.level()), 1.12 * period);
}

TEST(QualityControl, EqualTimesGiveEqualChoices) {
    QualityControl one, other;
    Machine a{.pixel_ms = 40, .fixed_ms = 3, .noise = 0.4}, b = a;
    for (int i = 0; i < 3000; ++i) {
        one.feed(a.frame(one.level()), budget, gpu);
        other.feed(b.frame(other.level()), budget, gpu);
        ASSERT_EQ(one.level(), other.level());
    }
}

}  // namespace
}  // namespace slosh::quality_control_test
