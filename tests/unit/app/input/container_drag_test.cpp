#include "app/input/container_drag.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace slosh::container_drag_test {
namespace {

constexpr float dt = 1.0f / 60, size = 22;

bool finite(glm::vec3 v) { return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z); }

ContainerDrag resting() {
    ContainerDrag container;
    container.resize(size);
    return container;
}

TEST(ContainerDrag, StaysInPlaceUntilGrabbed) {
    ContainerDrag container = resting();
    for (int i = 0; i < 100; ++i) container.advance(dt);
    EXPECT_EQ(container.offset(), glm::vec3(0));
}

TEST(ContainerDrag, NextOffsetFollowsExactlyFromTheMotion) {
    ContainerDrag container = resting();
    container.grab({1, 2, 0});
    for (int i = 0; i < 200; ++i) {
        if (i == 100) container.release();
        container.set_target({1 + 0.3f * static_cast<float>(i), 2, 0});
        const Motion motion = container.advance(dt);
        EXPECT_EQ(container.offset(), motion.offset + motion.velocity * dt);
        EXPECT_EQ(container.motion().offset, container.offset());
    }
}

TEST(ContainerDrag, FollowsThePointerWithoutOvershoot) {
    ContainerDrag container = resting();
    container.grab({3, 0, 0});
    container.set_target({9, 0, 0});
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
    container.set_target({10, -5, 0});
    for (int i = 0; i < 60; ++i) container.advance(dt);
    container.release();
    for (int i = 0; i < 180; ++i) container.advance(dt);
    EXPECT_LT(glm::length(container.offset()), 1e-3f * size);
    for (int i = 0; i < 600; ++i) container.advance(dt);
    EXPECT_EQ(container.motion().velocity, glm::vec3(0)) << "no motion at rest";
}

TEST(ContainerDrag, ASteadyPointerGivesASteadyVelocity) {
    ContainerDrag container = resting();
    container.grab({0, 0, 0});
    const float speed = 6;  // the target stays in the range without saturation
    glm::vec3 velocity(0);
    for (int i = 0; i < 100; ++i) {
        container.set_target({speed * dt * static_cast<float>(i), 0, 0});
        velocity = container.advance(dt).velocity;
        if (i > 70) {
            EXPECT_NEAR(velocity.x, speed, 1e-3 * static_cast<double>(speed)) << "step " << i;
        }
    }
}

TEST(ContainerDrag, StaysBoundedForAnyDrag) {
    constexpr float max = std::numeric_limits<float>::max(), nan = std::numeric_limits<float>::quiet_NaN();
    constexpr float infinity = std::numeric_limits<float>::infinity();
    const glm::vec3 targets[] = {{20 * size, 0, 0}, {-20 * size, 300, 0}, {max, -max, max}, {nan, 0, 0},
                                 {0, infinity, 0},  {0, 0, -20 * size},   {-max, 0, 0},     {0, 0, 0}};
    ContainerDrag container = resting();
    container.grab({nan, 0, 0});
    EXPECT_FALSE(container.held());
    container.grab({1, 1, 0});
    glm::vec3 before(0);
    for (int i = 0; i < 2000; ++i) {
        container.set_target(targets[(i / 3) % std::size(targets)]);
        if (i % 97 == 0) container.release();
        if (i % 97 == 5) container.grab(targets[i % std::size(targets)]);
        const Motion motion = container.advance(dt);
        ASSERT_TRUE(finite(motion.offset) && finite(motion.velocity)) << "step " << i;
        EXPECT_LE(glm::length(motion.velocity), 1.0001f * ContainerDrag::max_speed * size);

        EXPECT_LE(glm::length(motion.velocity - before), 1.0001f * ContainerDrag::max_acceleration * size * dt);
        EXPECT_LE(glm::length(motion.offset), 1.1f * ContainerDrag::max_offset * size);
        before = motion.velocity;
    }
}

TEST(ContainerDrag, ResizingResetsTheOffset) {
    ContainerDrag container = resting();
    container.grab({0, 0, 0});
    container.set_target({10, 0, 0});
    for (int i = 0; i < 30; ++i) container.advance(dt);
    container.resize(5);
    EXPECT_EQ(container.offset(), glm::vec3(0));
    EXPECT_FALSE(container.held());
}

}  // namespace
}  // namespace slosh::container_drag_test
