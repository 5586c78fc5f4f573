#include "base/math.h"

#include <gtest/gtest.h>

#include <cmath>

namespace slosh::math_test {
namespace {

// The bounds of the comment: 200 steps for doubles, 8 for floats from 1/8 to 8.
TEST(Math, CubeRootToTheLastBits) {
    for (double v = 1e-30; v < 1.1e30; v *= 1.7) EXPECT_NEAR(cube_root(v) / std::cbrt(v), 1, 9e-16) << v;
    for (float v = 0.125f; v <= 8; v *= 1.01f) EXPECT_NEAR(cube_root(v, 8) / std::cbrt(v), 1, 4.8e-7f) << v;
    EXPECT_EQ(cube_root(1.0), 1);
}

TEST(Math, CosineAndSineUpToPi) {
    for (double angle = -pi_d; angle <= pi_d; angle += 0.01) {
        const auto [cosine, sine] = cosine_and_sine(angle);
        EXPECT_NEAR(cosine, std::cos(angle), 1.5e-12) << angle;
        EXPECT_NEAR(sine, std::sin(angle), 1.5e-12) << angle;
    }
}

TEST(Math, PowersOfFractions) {
    for (const double base : {0.0, 1e-6, 0.3, 0.95, 1.0})
        for (const double exponent : {0.125, 1.0 / 3, 0.5, 1.0, 1.75, 4.0})
            EXPECT_NEAR(power(base, exponent), std::pow(base, exponent), 1e-8) << base << " " << exponent;
    EXPECT_EQ(power(0.7, 0), 1);
}

}  // namespace
}  // namespace slosh::math_test
