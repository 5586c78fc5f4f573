#include "sph/boundary_terms.h"

#include <gtest/gtest.h>

namespace slosh::boundary_terms_test {
namespace {

TEST(BoundaryTerms, OverlapAtACornerIsCountedOnce) {
    const BoundaryIntegrals integrals(kernel_shape<2, QuarticSpline<2>>(), 0.2f);
    const Walls box{Shape::box, {1, 1, 0}, {0, 0, 0}};
    const float corner[2] = {1, -1}, floor[2] = {0, -1}, middle[2] = {0.1f, 0.2f};
    const BoundaryTerms<2> at = boundary_terms<2>(box, {0, 0, 0}, integrals, corner);
    EXPECT_NEAR(at.volume, 0.75f, 1e-4f);
    EXPECT_GT(at.gradient[0], 0);
    EXPECT_LT(at.gradient[1], 0);
    EXPECT_NEAR(boundary_terms<2>(box, {0, 0, 0}, integrals, floor).volume, 0.5f, 1e-4f);
    EXPECT_EQ(boundary_terms<2>(box, {0, 0, 0}, integrals, middle).volume, 0);
    // The walls move with the container.
    EXPECT_EQ(boundary_terms<2>(box, {0.1f, 0.1f, 0}, integrals, middle).volume, 0);
    EXPECT_NEAR(boundary_terms<2>(box, {0.1f, 1.2f, 0}, integrals, middle).volume, 0.5f, 1e-4f);
}

TEST(KeepInside, RemovesOnlyTheOutwardSpeed) {
    const Walls ball{Shape::circle, {2, 2, 2}, {0, 0, 0}};
    float x[3] = {3, 0, 0}, v[3] = {5, 1, -2};
    Motion still;
    EXPECT_TRUE(keep_inside<3>(ball, still, {0, 0, 0}, 0.1f, x, v));
    EXPECT_FLOAT_EQ(x[0], 1.9f);
    EXPECT_FLOAT_EQ(v[0], 0);
    EXPECT_FLOAT_EQ(v[1], 1);
    EXPECT_FLOAT_EQ(v[2], -2);
    float y[3] = {1, 1, 1};
    EXPECT_FALSE(keep_inside<3>(ball, still, {0, 0, 0}, 0.1f, y, v));
    // A moving wall transfers its velocity to particles in contact.
    float a[2] = {1.2f, 0}, b[2] = {0, 1};
    Motion pushed;
    pushed.velocity = {-3, 0, 0};
    const Walls box{Shape::box, {1, 1, 0}, {0, 0, 0}};
    EXPECT_TRUE(keep_inside<2>(box, pushed, {0, 0, 0}, 0, a, b));
    EXPECT_FLOAT_EQ(a[0], 1);
    EXPECT_FLOAT_EQ(b[0], -3);
}

}  // namespace
}  // namespace slosh::boundary_terms_test
