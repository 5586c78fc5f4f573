#include "solvers/wcsph/wall_force.h"

#include <gtest/gtest.h>

namespace slosh::wall_force_test {
namespace {

constexpr float spacing = 0.1f, most = 2, range = wcsph::repulsion_range * spacing;

struct Force3 {
    float x, y, z;
};

Force3 repulsion_at(const Walls& walls, float x, float y, float z, glm::vec3 offset = {0, 0, 0}) {
    const SimdArray<float> at[3] = {SimdArray<float>(1, x), SimdArray<float>(1, y), SimdArray<float>(1, z)};
    SimdArray<float> force[3] = {SimdArray<float>(1), SimdArray<float>(1), SimdArray<float>(1)};
    wcsph::compute_mirror_repulsion<3>(walls, offset, spacing, most, at, force, 0, 1);
    return {force[0][0], force[1][0], force[2][0]};
}

const Walls box{Shape::box, {1, 1, 1}, {0, 0, 0}}, ball{Shape::circle, {1, 1, 1}, {0, 0, 0}};

TEST(MirrorRepulsion, GrowsLinearlyFromItsReachToTheWall) {
    EXPECT_EQ(repulsion_at(box, 0, -1 + 1.01f * range, 0).y, 0);
    EXPECT_NEAR(repulsion_at(box, 0, -1 + 0.5f * range, 0).y, most / 2, 1e-4f);
    EXPECT_NEAR(repulsion_at(box, 0, -1, 0).y, most, 1e-4f);
    EXPECT_NEAR(repulsion_at(box, 0, 1, 0).y, -most, 1e-4f);
    EXPECT_EQ(repulsion_at(box, 0, 1, 0).x, 0);
    const float first_layer = 0.5f * spacing;
    EXPECT_EQ(repulsion_at(box, 0, -1 + first_layer, 0).y, 0) << "particles of a lattice at rest";
}

TEST(MirrorRepulsion, OfEachWallOfACornerActs) {
    const Force3 force = repulsion_at(box, 1, -1 + range / 4, 1);
    EXPECT_NEAR(force.x, -most, 1e-4f);
    EXPECT_NEAR(force.y, 0.75f * most, 1e-4f);
    EXPECT_NEAR(force.z, -most, 1e-4f);
}

TEST(MirrorRepulsion, OfARoundWallPointsToItsCentre) {
    const float r = 1 - range / 2;
    const Force3 force = repulsion_at(ball, 0.6f * r, 0, -0.8f * r);
    EXPECT_NEAR(force.x, -0.6f * most / 2, 1e-4f);
    EXPECT_NEAR(force.y, 0, 1e-4f);
    EXPECT_NEAR(force.z, 0.8f * most / 2, 1e-4f);
    EXPECT_EQ(repulsion_at(ball, 0, 0, 0).x, 0);
}

TEST(MirrorRepulsion, MovesWithTheContainer) {
    EXPECT_EQ(repulsion_at(box, 0, -1, 0, {0, -0.2f, 0}).y, 0);
    EXPECT_NEAR(repulsion_at(box, 0, -1.2f, 0, {0, -0.2f, 0}).y, most, 1e-4f);
}

}  // namespace
}  // namespace slosh::wall_force_test
