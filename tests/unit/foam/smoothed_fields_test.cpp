#include "foam/smoothed_fields.h"

#include <gtest/gtest.h>

#include <cmath>

#include "foam/potentials.h"
#include "support/diffuse_cloud.h"

namespace slosh::smoothed_fields_test {
namespace {

TEST(SmoothedFields, SmoothsWaterUpToAPlane) {
    Cloud cloud(0.05f);
    cloud.lattice({-0.6f, -0.6f, -0.6f}, {0.6f, 0, 0.6f}, {1, 2, -3});
    Jobs jobs(2);
    DiffusePotentials potentials;
    potentials.smooth(cloud.fluid(), jobs);
    const SmoothedFields& grid = potentials.grid();
    EXPECT_NEAR(grid.sample({0.01f, -0.3f, 0.02f}).density, 1, 0.02);
    EXPECT_NEAR(grid.sample({0.01f, 0, 0.02f}).density, 0.5, 0.07);
    EXPECT_EQ(grid.sample({0, 0.3f, 0}).density, 0);
    EXPECT_EQ(grid.sample({100, 0, 0}).density, 0);
    EXPECT_EQ(grid.sample({std::nanf(""), 0, 0}).density, 0);
    const glm::vec3 v = grid.sample({0.01f, -0.02f, 0.02f}).velocity;
    EXPECT_NEAR(glm::length(v - glm::vec3(1, 2, -3)), 0, 1e-5);
    EXPECT_GT(grid.outwards({0.01f, -0.02f, 0.02f}).y, 0.999f);
}

// Half a tank of water, with its corners and its level surface at the walls.
TEST(SmoothedFields, WallsMirrorTheDensity) {
    Cloud cloud(0.05f);
    cloud.lattice({-0.6f, -0.6f, -0.6f}, {0.6f, 0, 0.6f}, {1, 0, 0});
    cloud.set_walls({.half = glm::vec3(0.6f)});
    Jobs jobs(2);
    DiffusePotentials potentials;
    potentials.smooth(cloud.fluid(), jobs);
    const SmoothedFields& grid = potentials.grid();
    for (const float y : {-0.6f, -0.55f, -0.3f})
        for (const float z : {-0.6f, -0.57f, -0.5f, 0.0f, 0.6f}) {
            EXPECT_NEAR(grid.sample({-0.6f, y, z}).density, 1, 0.05) << y << ' ' << z;
            EXPECT_NEAR(grid.sample({-0.56f, y, z}).density, 1, 0.05) << y << ' ' << z;
        }
    EXPECT_GT(grid.outwards({0.6f, -0.01f, 0.6f}).y, 0.99f) << "in a corner of the surface";
    EXPECT_GT(grid.outwards({0.57f, -0.01f, 0}).y, 0.99f);
    EXPECT_NEAR(glm::length(grid.sample({0.58f, -0.3f, 0}).velocity - glm::vec3(1, 0, 0)), 0, 1e-5);
}

}  // namespace
}  // namespace slosh::smoothed_fields_test
