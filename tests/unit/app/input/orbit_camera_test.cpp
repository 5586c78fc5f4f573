#include "app/input/orbit_camera.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace slosh::orbit_camera_test {
namespace {

TEST(OrbitCamera, PitchAndZoomAreBounded) {
    OrbitCamera orbit;
    orbit.start(0, 0);
    for (int i = 0; i < 100; ++i) {
        orbit.turn({0, 1});
        orbit.zoom(2);
        orbit.advance(0.1f);
        EXPECT_LE(orbit.shown().pitch, OrbitCamera::max_pitch);
        EXPECT_LE(orbit.shown().zoom, OrbitCamera::max_zoom);
    }
    EXPECT_FLOAT_EQ(orbit.shown().pitch, OrbitCamera::max_pitch);
    for (int i = 0; i < 100; ++i) {
        orbit.turn({0, -1});
        orbit.zoom(0.5f);
        orbit.advance(0.1f);
    }
    EXPECT_FLOAT_EQ(orbit.shown().pitch, -OrbitCamera::max_pitch);
    EXPECT_FLOAT_EQ(orbit.shown().zoom, OrbitCamera::min_zoom);
    orbit.zoom(0);
    orbit.zoom(-1);
    orbit.zoom(NAN);
    orbit.turn({NAN, NAN});
    orbit.advance(0.1f);
    EXPECT_TRUE(std::isfinite(orbit.shown().yaw + orbit.shown().pitch + orbit.shown().zoom));
}

TEST(OrbitCamera, ZoomInKeepsThePointUnderThePointerAndZoomOutReturnsToTheCentre) {
    OrbitCamera orbit;
    orbit.start(30, 20);
    const auto finish_transition = [&] {
        while (orbit.advance(0.05f)) {
        }
    };
    const glm::vec3 point(0.4f, -0.2f, 0.1f);
    // The offset from the centre of the screen is that in the world times the zoom.
    const auto screen_offset = [&] { return orbit.shown().zoom * (point - orbit.shown().target); };
    const glm::vec3 before = screen_offset();
    for (int i = 0; i < 5; ++i) {
        orbit.zoom(1.3f, point - orbit.shown().target);
        finish_transition();
        EXPECT_NEAR(glm::length(screen_offset() - before), 0, 5e-3f) << i;
    }
    EXPECT_GT(glm::length(orbit.shown().target), 0.2f);
    orbit.turn({0.1f, 0});
    finish_transition();
    EXPECT_GT(glm::length(orbit.shown().target), 0.2f) << "turning keeps it";
    for (int i = 0; i < 5; ++i) orbit.zoom(1 / 1.3f);
    finish_transition();
    EXPECT_NEAR(glm::length(orbit.shown().target), 0, 1e-3f);
    orbit.zoom(0.5f, {1, 1, 1});
    finish_transition();
    EXPECT_EQ(orbit.shown().target, glm::vec3(0)) << "below a zoom of 1 the scene is centred";
    const float nan = std::numeric_limits<float>::quiet_NaN();
    orbit.zoom(4, {nan, 0, 0});
    orbit.zoom(1.01f);
    EXPECT_TRUE(std::isfinite(orbit.goal().target.x));
}

TEST(OrbitCamera, ResetTakesTheShorterRotation) {
    OrbitCamera orbit;
    orbit.start(28, 17);
    orbit.turn({-2, 0.1f});  // more than a whole turn
    orbit.zoom(1.7f);
    while (orbit.advance(0.02f)) {
    }
    orbit.reset();
    const float start = orbit.shown().yaw;
    EXPECT_LE(std::abs(start - 28), 180) << "the shorter rotation";
    EXPECT_TRUE(orbit.advance(0.02f));
    EXPECT_GT(std::abs(orbit.shown().yaw - 28), 0.5f * std::abs(start - 28)) << "a smooth transition";
    int frames = 0;
    while (orbit.advance(0.02f)) ASSERT_LT(++frames, 200);
    EXPECT_EQ(orbit.shown().yaw, 28);
    EXPECT_EQ(orbit.shown().pitch, 17);
    EXPECT_EQ(orbit.shown().zoom, 1);
}

TEST(OrbitCamera, TurnMovesTheSceneWithThePointer) {
    OrbitCamera orbit;
    orbit.start(0, 0);
    const auto screen_position = [&](glm::vec3 p) {
        return glm::vec2(glm::dot(p, orbit.axes()[0]), glm::dot(p, orbit.axes()[1]));
    };
    const glm::vec3 front(0, 0, 1);
    orbit.turn({0.1f, 0.1f});  // right and down
    for (int i = 0; i < 100; ++i) orbit.advance(0.05f);
    EXPECT_GT(screen_position(front).x, 0.1f);
    EXPECT_LT(screen_position(front).y, -0.1f);
}

}  // namespace
}  // namespace slosh::orbit_camera_test
