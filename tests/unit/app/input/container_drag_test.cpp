#include "app/input/container_drag.h"

#include <gtest/gtest.h>

#include <limits>

#include "app/input/gravity_tilt.h"

namespace slosh {
namespace {

constexpr float dt = 1.0f / 60, size = 22;

bool finite(glm::vec3 v) { return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z); }

ContainerDrag resting() {
    ContainerDrag container;
    container.resize(size);
    return container;
}

TEST(ContainerDrag, StaysWhereItIsUntilGrabbed) {
    ContainerDrag container = resting();
    for (int i = 0; i < 100; ++i) container.advance(dt);
    EXPECT_EQ(container.offset(), glm::vec3(0));
}

TEST(ContainerDrag, TheNextOffsetIsExactlyWhatTheMotionSays) {
    ContainerDrag container = resting();
    container.grab({1, 2, 0});
    for (int i = 0; i < 200; ++i) {
        if (i == 100) container.release();
        container.pull({1 + 0.3f * static_cast<float>(i), 2, 0});
        const Motion motion = container.advance(dt);
        EXPECT_EQ(container.offset(), motion.offset + motion.velocity * dt);
        EXPECT_EQ(container.motion().offset, container.offset());
    }
}

TEST(ContainerDrag, FollowsThePointerWithoutOvershoot) {
    ContainerDrag container = resting();
    container.grab({3, 0, 0});
    container.pull({9, 0, 0});
    for (int i = 0; i < 120; ++i) {
        container.advance(dt);
        EXPECT_LE(container.offset().x, 6.001f);
    }
    EXPECT_NEAR(container.offset().x, 6, 1e-2);
    EXPECT_NEAR(container.offset().y, 0, 1e-5);
}

TEST(ContainerDrag, SpringsBackWhenReleased) {
    ContainerDrag container = resting();
    container.grab({0, 0, 0});
    container.pull({10, -5, 0});
    for (int i = 0; i < 60; ++i) container.advance(dt);
    container.release();
    for (int i = 0; i < 180; ++i) container.advance(dt);
    EXPECT_LT(glm::length(container.offset()), 1e-3f * size);
    for (int i = 0; i < 600; ++i) container.advance(dt);
    EXPECT_EQ(container.motion().velocity, glm::vec3(0)) << "at rest it really rests";
}

TEST(ContainerDrag, ASteadyPointerGivesASteadyVelocity) {
    ContainerDrag container = resting();
    container.grab({0, 0, 0});
    const float speed = 6;  // within the range that follows one to one
    glm::vec3 velocity(0);
    for (int i = 0; i < 100; ++i) {
        container.pull({speed * dt * static_cast<float>(i), 0, 0});
        velocity = container.advance(dt).velocity;
        if (i > 70) {
            EXPECT_NEAR(velocity.x, speed, 1e-3 * static_cast<double>(speed)) << "step " << i;
        }
    }
}

TEST(ContainerDrag, WhateverTheDragItStaysBounded) {
    const float huge = std::numeric_limits<float>::max(), none = std::numeric_limits<float>::quiet_NaN();
    const float infinite = std::numeric_limits<float>::infinity();
    const glm::vec3 pulls[] = {{20 * size, 0, 0}, {-20 * size, 300, 0}, {huge, -huge, huge}, {none, 0, 0},
                               {0, infinite, 0},  {0, 0, -20 * size},   {-huge, 0, 0},       {0, 0, 0}};
    ContainerDrag container = resting();
    container.grab({none, 0, 0});
    EXPECT_FALSE(container.held());
    container.grab({1, 1, 0});
    glm::vec3 before(0);
    for (int i = 0; i < 2000; ++i) {
        container.pull(pulls[(i / 3) % std::size(pulls)]);
        if (i % 97 == 0) container.release();
        if (i % 97 == 5) container.grab(pulls[i % std::size(pulls)]);
        const Motion motion = container.advance(dt);
        ASSERT_TRUE(finite(motion.offset) && finite(motion.velocity)) << "step " << i;
        EXPECT_LE(glm::length(motion.velocity), 1.0001f * ContainerDrag::max_speed * size);
        // The spring's own pull from the farthest place, and what it may gain in a step by the bound.
        EXPECT_LE(glm::length(motion.velocity - before), 1.0001f * ContainerDrag::max_acceleration * size * dt);
        EXPECT_LE(glm::length(motion.offset), 1.1f * ContainerDrag::max_offset * size);
        before = motion.velocity;
    }
}

TEST(ContainerDrag, ResizingPutsItBack) {
    ContainerDrag container = resting();
    container.grab({0, 0, 0});
    container.pull({10, 0, 0});
    for (int i = 0; i < 30; ++i) container.advance(dt);
    container.resize(5);
    EXPECT_EQ(container.offset(), glm::vec3(0));
    EXPECT_FALSE(container.held());
}

TEST(GravityTilt, TurnsGravityUpToItsLimitAndBack) {
    GravityTilt tilt;
    const glm::vec3 down(0, -35, 0);
    EXPECT_EQ(tilt.apply(down), down);
    tilt.press(1);
    EXPECT_GT(tilt.degrees(), 0) << "a tap already tilts";
    EXPECT_GT(tilt.apply(down).x, 0) << "to the right";
    for (int i = 0; i < 600; ++i) tilt.advance(dt);
    EXPECT_FLOAT_EQ(tilt.degrees(), 60);
    EXPECT_NEAR(tilt.apply(down).x, 35 * std::sqrt(0.75f), 1e-3);
    EXPECT_NEAR(tilt.apply(down).y, -35 * 0.5f, 1e-3);
    tilt.lift(1);
    tilt.advance(1);
    EXPECT_FLOAT_EQ(tilt.degrees(), 60) << "stays when let go";
    tilt.level();
    EXPECT_EQ(tilt.apply(down), down);
}

TEST(GravityTilt, LiftingOneKeyKeepsTheOtherHeld) {
    GravityTilt tilt;
    tilt.press(1);
    tilt.press(-1);
    tilt.lift(1);
    const float before = tilt.degrees();
    tilt.advance(0.1f);
    EXPECT_LT(tilt.degrees(), before);
}

TEST(GravityTilt, InDepthItFollowsTheViewAndKeepsItsStrength) {
    const glm::vec3 down(0, -10, 0);
    GravityTilt tilt;
    tilt.press_away(1);
    tilt.advance(0.2f);
    tilt.lift_away(1);
    EXPECT_LT(tilt.apply(down).z, -1) << "away from the viewer";
    EXPECT_NEAR(tilt.apply(down).x, 0, 1e-5);
    EXPECT_NEAR(glm::length(tilt.apply(down)), 10, 1e-4);
    tilt.level();
    // Seen from the right, what is to the right on the screen is away from where the viewer first was.
    tilt.face({0, -1});
    tilt.press(1);
    tilt.lift(1);
    EXPECT_LT(tilt.apply(down).z, -0.5f);
    EXPECT_NEAR(tilt.apply(down).x, 0, 1e-5);
    tilt.press_away(1);
    for (int i = 0; i < 600; ++i) tilt.advance(dt);
    EXPECT_NEAR(tilt.degrees(), 60, 1e-3);
    EXPECT_NEAR(tilt.apply(down).y, -5, 1e-3);
    EXPECT_LT(tilt.apply(down).x, -5) << "away from the eye, which is at +x";
}

constexpr float near_enough = 1e-5f;
void expect_near(glm::vec3 a, glm::vec3 b) {
    EXPECT_LT(glm::length(a - b), near_enough) << a.x << ' ' << a.y << ' ' << a.z;
}

TEST(GravityTilt, ADeviceThatIsHeldSaysWhereDownIs) {
    GravityTilt tilt;
    const GravityTilt::State level = tilt.state();
    tilt.lean({0, -1, 0});
    expect_near(tilt.apply({0, -10, 0}), {0, -10, 0});
    tilt.lean({1, 0, 0});
    EXPECT_FALSE(tilt.state() == level);
    expect_near(tilt.apply({0, -10, 0}), {10, 0, 0});
    expect_near(tilt.apply({3, 0, 0}), {0, 3, 0});
    tilt.lean({0, 1, 0});
    expect_near(tilt.apply({0, -10, 0}), {0, 10, 0});
    tilt.lean({0.6f, 0, -0.8f});
    expect_near(tilt.apply({0, -10, 0}), {6, 0, 0});
    for (const glm::vec3 none : {glm::vec3(0), glm::vec3(std::nanf("")), glm::vec3(1e20f)}) {
        tilt.lean({1, 0, 0});
        tilt.lean(none);
        EXPECT_TRUE(tilt.state() == level);
        expect_near(tilt.apply({0, -10, 0}), {0, -10, 0});
    }
}

TEST(GravityTilt, InDepthADeviceOnItsBackLetsTheFluidFallAway) {
    GravityTilt tilt;
    tilt.set_deep(true);
    tilt.lean({0, 0, -1});
    expect_near(tilt.apply({0, -10, 0}), {0, 0, -10});
    tilt.lean({0.6f, -0.8f, 0});
    expect_near(tilt.apply({0, -10, 0}), {6, -8, 0});
    tilt.face({0, -1});  // seen from the right: the screen's right is away, its front is to the right
    expect_near(tilt.apply({0, -10, 0}), {0, -8, -6});
    tilt.lean({0, 0, 1});
    expect_near(tilt.apply({0, -10, 0}), {10, 0, 0});
}

}  // namespace
}  // namespace slosh
