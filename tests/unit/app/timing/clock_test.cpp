#include "app/timing/clock.h"

#include <gtest/gtest.h>

#include <limits>

namespace slosh::clock_test {
namespace {

constexpr double cheap = 0.1, expensive = 12;  // ms per step

// Steps taken in `frames` frames, `interval` milliseconds apart.
int run(Clock& clock, int frames, double interval, double cost, double start = 1000) {
    int steps = 0;
    for (int i = 0; i < frames; ++i) steps += clock.due(start + i * interval, cost);
    return steps;
}

TEST(Clock, OneStepPerFrameAt60Hz) {
    Clock clock;
    for (int i = 0; i < 600; ++i) EXPECT_EQ(clock.due(1000 + i * 1000.0 / 60, cheap), 1) << "frame " << i;
}

TEST(Clock, JitterDoesNotStutter) {
    Clock clock;
    for (int i = 0; i < 600; ++i) EXPECT_EQ(clock.due(1000 + i * 1000.0 / 60 + (i % 3 - 1), cheap), 1) << "frame " << i;
}

TEST(Clock, OneStepInEverySecondFrameAt120Hz) {
    Clock clock;
    clock.due(1000, cheap);
    for (int i = 1; i <= 240; ++i)
        EXPECT_EQ(clock.due(1000 + i * 1000.0 / 120, cheap), i % 2 == 0 ? 1 : 0) << "frame " << i;
}

TEST(Clock, KeepsTheRateAtAnyRefreshRate) {
    for (double hertz : {50.0, 75.0, 90.0, 144.0, 240.0}) {
        Clock clock;
        const int seconds = 10;
        EXPECT_NEAR(run(clock, static_cast<int>(hertz) * seconds, 1000 / hertz, cheap), 60 * seconds, 2)
            << hertz << " Hz";
    }
}

TEST(Clock, CatchesUpOnlyIfStepsAreCheap) {
    Clock fast, medium, slow, slideshow;
    EXPECT_NEAR(run(fast, 300, 1000.0 / 30, cheap), 600, 2);
    EXPECT_NEAR(run(medium, 300, 1000.0 / 15, 4), 600, 2) << "two of four due steps per frame";
    EXPECT_EQ(run(slow, 300, 1000.0 / 30, expensive), 300);
    EXPECT_LE(run(slideshow, 300, 1000, cheap), 1200);
}

TEST(Clock, ALongGapIsDropped) {
    Clock clock;
    clock.due(1000, cheap);
    EXPECT_LE(clock.due(1000 + 3600e3, cheap), 4);
    EXPECT_LE(run(clock, 60, 1000.0 / 60, cheap, 1000 + 3600e3 + 1000.0 / 60), 61);
}

TEST(Clock, WhilePausedNoStepsAreDueAndNoTimeAccumulates) {
    Clock clock;
    clock.due(1000, cheap);
    clock.pause();
    EXPECT_EQ(run(clock, 100, 1000.0 / 60, cheap), 0);
    clock.play();
    EXPECT_LE(clock.due(1000 + 100 * 1000.0 / 60, cheap), 1);
}

TEST(Clock, EachSingleStepRequestGivesOneStep) {
    Clock clock;
    clock.single_step();
    EXPECT_TRUE(clock.paused());
    EXPECT_EQ(run(clock, 10, 1000.0 / 60, cheap), 1);
    for (int i = 0; i < 9; ++i) clock.single_step();
    EXPECT_EQ(clock.due(5000, 1000), 9) << "all requested steps, at any cost";
    EXPECT_EQ(clock.due(5001, cheap), 0);
}

TEST(Clock, InvalidTimesAreIgnored) {
    Clock clock;
    clock.due(1000, cheap);
    EXPECT_EQ(clock.due(std::numeric_limits<double>::quiet_NaN(), cheap), 0);
    EXPECT_EQ(clock.due(std::numeric_limits<double>::infinity(), cheap), 0);
    EXPECT_EQ(clock.due(500, cheap), 0);  // backwards
    EXPECT_EQ(clock.due(500 + 1000.0 / 60, cheap), 1);
}

}  // namespace
}  // namespace slosh::clock_test
