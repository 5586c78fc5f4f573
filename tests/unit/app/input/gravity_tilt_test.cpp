#include "app/input/gravity_tilt.h"

#include <gtest/gtest.h>

#include <cmath>

namespace slosh::gravity_tilt_test {
namespace {

constexpr float dt = 1.0f / 60;

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
    tilt.release(1);
    tilt.advance(1);
    EXPECT_FLOAT_EQ(tilt.degrees(), 60) << "unchanged after the release";
    tilt.level();
    EXPECT_EQ(tilt.apply(down), down);
}

TEST(GravityTilt, ReleasingOneKeyKeepsTheOtherPressed) {
    GravityTilt tilt;
    tilt.press(1);
    tilt.press(-1);
    tilt.release(1);
    const float before = tilt.degrees();
    tilt.advance(0.1f);
    EXPECT_LT(tilt.degrees(), before);
}

TEST(GravityTilt, In3dGravityFollowsTheViewAndKeepsItsMagnitude) {
    const glm::vec3 down(0, -10, 0);
    GravityTilt tilt;
    tilt.press_depth(1);
    tilt.advance(0.2f);
    tilt.release_depth(1);
    EXPECT_LT(tilt.apply(down).z, -1) << "away from the viewer";
    EXPECT_NEAR(tilt.apply(down).x, 0, 1e-5);
    EXPECT_NEAR(glm::length(tilt.apply(down)), 10, 1e-4);
    tilt.level();
    // For a camera on the right of the scene the screen's right is -z.
    tilt.set_screen_right({0, -1});
    tilt.press(1);
    tilt.release(1);
    EXPECT_LT(tilt.apply(down).z, -0.5f);
    EXPECT_NEAR(tilt.apply(down).x, 0, 1e-5);
    tilt.press_depth(1);
    for (int i = 0; i < 600; ++i) tilt.advance(dt);
    EXPECT_NEAR(tilt.degrees(), 60, 1e-3);
    EXPECT_NEAR(tilt.apply(down).y, -5, 1e-3);
    EXPECT_LT(tilt.apply(down).x, -5) << "away from the camera, which is at +x";
}

constexpr float near_enough = 1e-5f;
void expect_near(glm::vec3 a, glm::vec3 b) {
    EXPECT_LT(glm::length(a - b), near_enough) << a.x << ' ' << a.y << ' ' << a.z;
}

TEST(GravityTilt, DeviceOrientationSetsTheDirectionOfGravity) {
    GravityTilt tilt;
    const GravityTilt::State level = tilt.state();
    tilt.set_device_gravity({0, -1, 0});
    expect_near(tilt.apply({0, -10, 0}), {0, -10, 0});
    tilt.set_device_gravity({1, 0, 0});
    EXPECT_FALSE(tilt.state() == level);
    expect_near(tilt.apply({0, -10, 0}), {10, 0, 0});
    expect_near(tilt.apply({3, 0, 0}), {0, 3, 0});
    tilt.set_device_gravity({0, 1, 0});
    expect_near(tilt.apply({0, -10, 0}), {0, 10, 0});
    tilt.set_device_gravity({0.6f, 0, -0.8f});
    expect_near(tilt.apply({0, -10, 0}), {6, 0, 0});
    for (const glm::vec3 none : {glm::vec3(0), glm::vec3(std::nanf("")), glm::vec3(1e20f)}) {
        tilt.set_device_gravity({1, 0, 0});
        tilt.set_device_gravity(none);
        EXPECT_TRUE(tilt.state() == level);
        expect_near(tilt.apply({0, -10, 0}), {0, -10, 0});
    }
}

TEST(GravityTilt, In3dADeviceLyingFlatPointsGravityAwayFromTheViewer) {
    GravityTilt tilt;
    tilt.set_3d(true);
    tilt.set_device_gravity({0, 0, -1});
    expect_near(tilt.apply({0, -10, 0}), {0, 0, -10});
    tilt.set_device_gravity({0.6f, -0.8f, 0});
    expect_near(tilt.apply({0, -10, 0}), {6, -8, 0});
    tilt.set_screen_right({0, -1});  // camera at +x: the screen's right is -z, towards the viewer is +x
    expect_near(tilt.apply({0, -10, 0}), {0, -8, -6});
    tilt.set_device_gravity({0, 0, 1});
    expect_near(tilt.apply({0, -10, 0}), {10, 0, 0});
}

// A solver is told of gravity only when the state has changed.
TEST(GravityTilt, StateDiffersWhereverGravityDoes) {
    GravityTilt tilt;
    const auto expect_change = [&](auto&& change) {
        const GravityTilt before = tilt;
        change();
        EXPECT_NE(tilt.apply({0, -10, 0}), before.apply({0, -10, 0}));
        EXPECT_FALSE(tilt.state() == before.state());
    };
    tilt.set_device_gravity({0.6f, -0.8f, 0});
    tilt.set_screen_right({0, -1});
    expect_change([&] { tilt.set_3d(true); });
    expect_change([&] { tilt.set_screen_right({0, 1}); });
    tilt.set_device_gravity({0, 0, 0});
    tilt.press(1);
    expect_change([&] { tilt.set_device_gravity({0, -1, 0}); });
    const GravityTilt::State level = GravityTilt().state();
    GravityTilt turned;
    turned.set_screen_right({0, 1});
    EXPECT_TRUE(turned.state() == level) << "without device orientation the view does not change gravity";
}

}  // namespace
}  // namespace slosh::gravity_tilt_test
