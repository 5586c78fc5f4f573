// Walls that reflect with damping, v -= 2 (v.n) n damping, against the formula.
#include "solvers/mueller/reflecting_walls.h"

#include <gtest/gtest.h>

#include <cmath>

namespace slosh::reflecting_walls_test {
namespace {

const Walls box{Shape::box, {2, 1, 3}, {0, 0, 0}};
const Walls ball{Shape::circle, {2, 2, 2}, {1, 0, 0}};

TEST(ReflectingWalls, InsideNothingChanges) {
    const ReflectingWalls response;
    float x[3] = {1.99f, -0.99f, 2.99f}, v[3] = {5, 5, 5};
    EXPECT_FALSE(bounce_at_walls<3>(box, response, 1, x, v));
    EXPECT_EQ(x[0], 1.99f);
    EXPECT_EQ(v[2], 5);
    float y[3] = {1, 1.99f, 0}, w[3] = {0, 5, 0};
    EXPECT_FALSE(bounce_at_walls<3>(ball, response, 1, y, w));
    EXPECT_EQ(w[1], 5);
}

TEST(ReflectingWalls, DampingScalesTheReflectedNormalSpeed) {
    for (const float damping : {1.0f, 0.75f, 0.5f}) {
        ReflectingWalls response;
        response.damping = damping, response.wall_velocity = {0.5f, 0, 0};
        float x[2] = {2.3f, 0.5f}, v[2] = {2, 1};
        EXPECT_TRUE(bounce_at_walls<2>(box, response, 7, x, v));
        EXPECT_FLOAT_EQ(v[0], 0.5f + 1.5f * (1 - 2 * damping)) << "relative to the wall, damping " << damping;
        EXPECT_EQ(v[1], 1) << "parallel to the wall";
        EXPECT_LE(x[0], 2);
        EXPECT_GE(x[0], 2 * (1 - ReflectingWalls::depth));
        EXPECT_EQ(x[1], 0.5f);
        // On the sphere the normal is the radius: here (0.6, 0, 0.8).
        response.wall_velocity = {0, 0, 0};
        float y[3] = {1 + 0.6f * 2.5f, 0, 0.8f * 2.5f}, w[3] = {3, 1, 4};
        EXPECT_TRUE(bounce_at_walls<3>(ball, response, 7, y, w));
        EXPECT_NEAR(0.6f * w[0] + 0.8f * w[2], 5 * (1 - 2 * damping), 1e-5);
        EXPECT_NEAR(0.8f * w[0] - 0.6f * w[2], 0, 1e-5) << "there was no tangential part";
        EXPECT_FLOAT_EQ(w[1], 1);
        const float r = std::hypot(y[0] - 1, y[2]);
        EXPECT_LE(r, 2.00001f);
        EXPECT_GE(r, 2 * (1 - ReflectingWalls::depth) - 1e-5f);
    }
}

TEST(ReflectingWalls, InwardSpeedsAreUnchanged) {
    float x[2] = {-2.5f, 0}, v[2] = {3, 1};
    EXPECT_TRUE(bounce_at_walls<2>(box, {}, 1, x, v));
    EXPECT_EQ(v[0], 3);
    float y[2] = {1, 2.5f}, w[2] = {1, -3};
    EXPECT_TRUE(bounce_at_walls<2>(ball, {}, 1, y, w));
    EXPECT_EQ(w[1], -3);
}

TEST(ReflectingWalls, DepthIsDistributedOverItsRangeBySeed) {
    float min_x = 2, max_x = 0;
    for (uint64_t seed = 0; seed < 1000; ++seed) {
        float x[2] = {5, 0}, y[2] = {5, 0}, v[2] = {0, 0};
        bounce_at_walls<2>(box, {}, seed, x, v), bounce_at_walls<2>(box, {}, seed, y, v);
        ASSERT_EQ(x[0], y[0]);
        min_x = std::min(min_x, x[0]), max_x = std::max(max_x, x[0]);
    }
    const float range = 2 * ReflectingWalls::depth;
    EXPECT_NEAR(min_x, 2 - range, 0.01f * range);
    EXPECT_NEAR(max_x, 2, 0.01f * range);
}

TEST(ReflectingWalls, DirectionIsFiniteFarOutside) {
    float x[3] = {1e30f, -1e30f, 1e20f}, v[3] = {1, 1, 1};
    EXPECT_TRUE(bounce_at_walls<3>(ball, {}, 1, x, v));
    for (int d = 0; d < 3; ++d) EXPECT_TRUE(std::isfinite(x[d]) && std::isfinite(v[d]));
    EXPECT_NEAR(x[0] - 1, -x[1], 1e-4) << "on the diagonal";
}

}  // namespace
}  // namespace slosh::reflecting_walls_test
