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
    potentials.follow(cloud.fluid(), jobs);
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

}  // namespace
}  // namespace slosh::smoothed_fields_test
