#include "grid/boundaries/obstacles.h"

#include <gtest/gtest.h>

#include "support/bodies.h"

namespace slosh::obstacles_test {
namespace {

constexpr Walls tank{Shape::box, {1, 1, 1}, {0, 0, 0}};

TEST(Obstacles, CarryALimitedNumberOfBodies) {
    Obstacles obstacles;
    obstacles.start(tank, {});
    const BodyDef ball = ball_def(0.1f, {0, 0, 0});
    for (int i = 0; i < Obstacles::max_dynamic; ++i) ASSERT_TRUE(obstacles.add_body(ball, {0, 0, 0}).accepted) << i;
    const Outcome outcome = obstacles.add_body(ball, {0, 0, 0});
    EXPECT_FALSE(outcome.accepted);
    EXPECT_EQ(outcome.warning, "the grid carries at most 32 bodies");
}

TEST(Obstacles, CylindersAreNoDynamicBodies) {
    Obstacles obstacles;
    obstacles.start(tank, {});
    const Outcome outcome = obstacles.add_body(body_def(BodyShape::cylinder, {0.1f, 0.1f, 0.1f}, {0, 0, 0}), {0, 0, 0});
    EXPECT_FALSE(outcome.accepted);
    EXPECT_EQ(outcome.warning, "cylinders cannot be dynamic bodies; use a capsule");
    obstacles.update_local_bodies({});
    EXPECT_TRUE(obstacles.bodies().empty());
}

}  // namespace
}  // namespace slosh::obstacles_test
