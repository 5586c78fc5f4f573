#include "solvers/double_density/wall_contact.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "base/random.h"

namespace slosh::wall_contact_test {
namespace {

const Wall2 circle({Shape::circle, {2, 2, 0}, {1, 0, 0}}, {0.5f, -1, 0});  // centre 1.5, -1
const Wall2 box({Shape::box, {3, 1, 0}, {0, 0, 0}}, {1, 2, 0});            // -2..4, 1..3

struct Touched {
    bool outside;
    float x, y, nx, ny, gap;
};

// The result is independent of the values in the other lanes.
Touched touch_one(const Wall2& wall, float x, float y, float inset = 0) {
    const float nan = std::numeric_limits<float>::quiet_NaN();
    Touched out{};
    for (int k = 0; k < lanes; ++k) {
        Float4 xs{nan, 1e30f, 0, -1e30f}, ys{0, nan, 1e30f, 7};
        xs[k] = x, ys[k] = y;
        const WallContact c = closest_point(wall, xs, ys, splat(inset));
        const Touched here{c.outside[k] != 0, c.x[k], c.y[k], c.nx[k], c.ny[k], c.gap[k]};
        const bool same = here.x == out.x && here.y == out.y && here.nx == out.nx && here.outside == out.outside;
        EXPECT_TRUE(k == 0 || same) << "lane " << k;
        out = here;
    }
    return out;
}

void expect_touched(const Touched& t, bool outside, float x, float y, float nx, float ny) {
    EXPECT_EQ(t.outside, outside);
    EXPECT_NEAR(t.x, x, 1e-5f);
    EXPECT_NEAR(t.y, y, 1e-5f);
    EXPECT_NEAR(t.nx, nx, 1e-5f);
    EXPECT_NEAR(t.ny, ny, 1e-5f);
}

TEST(WallContact, CircleFollowsItsContainer) {
    EXPECT_EQ(circle.x, 1.5f);
    EXPECT_EQ(circle.y, -1);
    EXPECT_EQ(circle.half_x, 2);
    expect_touched(touch_one(circle, 5.5f, -1), true, 3.5f, -1, 1, 0);
    expect_touched(touch_one(circle, 1.5f, 9), true, 1.5f, 1, 0, 1);
    expect_touched(touch_one(circle, 1.5f - 6, -1 - 8), true, 1.5f - 1.2f, -1 - 1.6f, -0.6f, -0.8f);
}

TEST(WallContact, CircleAtItsCentre) {
    const Touched t = touch_one(circle, 1.5f, -1);
    expect_touched(t, false, 1.5f, -1, 0, 0);
    EXPECT_EQ(t.gap, 2);
}

TEST(WallContact, BoxSidesAndCorners) {
    expect_touched(touch_one(box, 9, 2), true, 4, 2, 1, 0);
    expect_touched(touch_one(box, -9, 2), true, -2, 2, -1, 0);
    expect_touched(touch_one(box, 1, 9), true, 1, 3, 0, 1);
    expect_touched(touch_one(box, 1, -9), true, 1, 1, 0, -1);
    expect_touched(touch_one(box, 9, 3.5f), true, 4, 3, 1, 1);  // a corner: both walls
    expect_touched(touch_one(box, -2.5f, -9), true, -2, 1, -1, -1);
    expect_touched(touch_one(box, 3.9f, 2.5f), false, 3.9f, 2.5f, 1, 0);  // inside: the nearer wall
    expect_touched(touch_one(box, 3, 2.5f), false, 3, 2.5f, 0, 1);
    EXPECT_NEAR(touch_one(box, 3.9f, 2.5f).gap, 0.1f, 1e-5f);
    EXPECT_NEAR(touch_one(box, -1, 1.25f).gap, 0.25f, 1e-5f);
    EXPECT_NEAR(touch_one(box, 1, 2).gap, 1, 1e-5f);
}

TEST(WallContact, InsetKeepsPointsOffTheWall) {
    expect_touched(touch_one(circle, 5.5f, -1, 0.5f), true, 3, -1, 1, 0);
    expect_touched(touch_one(box, 9, 9, 0.25f), true, 3.75f, 2.75f, 1, 1);
    expect_touched(touch_one(box, 3.9f, 2, 0.25f), false, 3.9f, 2, 1, 0);  // only points outside move
}

// Against the distances written down directly.
TEST(WallContact, AgreesWithBruteForceAtRandomPoints) {
    Random random(1);
    int outside = 0;
    for (int i = 0; i < 3000; ++i) {
        const float x = random.uniform(-5, 7), y = random.uniform(-5, 5);
        Touched t = touch_one(circle, x, y);
        const float distance = std::hypot(x - 1.5f, y + 1);
        if (std::abs(distance - 2) < 1e-5f) continue;
        EXPECT_EQ(t.outside, distance > 2);
        EXPECT_NEAR(t.gap, 2 - distance, 1e-5f);
        EXPECT_NEAR(t.nx * t.nx + t.ny * t.ny, 1, 1e-5f);
        EXPECT_NEAR(t.nx * (x - 1.5f) + t.ny * (y + 1), distance, 1e-4f) << "the normal points outwards";
        const bool untouched = t.x == x && t.y == y;
        EXPECT_EQ(untouched, !t.outside) << "inside every bit is unchanged";
        EXPECT_NEAR(std::hypot(t.x - 1.5f, t.y + 1), std::min(distance, 2.0f), 1e-5f);

        t = touch_one(box, x, y);
        EXPECT_EQ(t.outside, x < -2 || x > 4 || y < 1 || y > 3);
        EXPECT_NEAR(t.x, std::min(4.0f, std::max(-2.0f, x)), 1e-5f);
        EXPECT_NEAR(t.y, std::min(3.0f, std::max(1.0f, y)), 1e-5f);
        EXPECT_TRUE(t.outside || (t.x == x && t.y == y));
        outside += t.outside;
    }
    EXPECT_GT(outside, 1000);
    EXPECT_LT(outside, 2900);
}

TEST(WallContact, ProjectedPointsAreInside) {
    Random random(2);
    for (const Wall2* wall : {&circle, &box})
        for (float far = 0.1f; far < 1e15f; far *= 3) {
            const Touched t = touch_one(*wall, random.uniform(-far, far), random.uniform(-far, far), 1e-3f);
            EXPECT_FALSE(touch_one(*wall, t.x, t.y).outside) << "from " << far;
        }
}

// Any input gives a result: no trap, and finite positions stay finite and inside.
TEST(WallContact, HugeInfiniteAndNaN) {
    const float inf = std::numeric_limits<float>::infinity(), nan = std::numeric_limits<float>::quiet_NaN();
    for (const Wall2* wall : {&circle, &box}) {
        for (const float huge : {1e15f, 1e19f, 1e20f, 3e38f})
            for (const float sign : {-1.0f, 1.0f})
                for (const float y : {0.0f, 2.0f, huge, -huge}) {
                    const Touched t = touch_one(*wall, sign * huge, y, 1e-3f);
                    EXPECT_TRUE(t.outside);
                    EXPECT_TRUE(std::isfinite(t.x) && std::isfinite(t.y) && std::isfinite(t.nx) && std::isfinite(t.ny));
                    EXPECT_FALSE(touch_one(*wall, t.x, t.y).outside) << huge << " " << y;
                }
        for (const float bad : {inf, -inf})
            EXPECT_TRUE(closest_point(*wall, splat(bad), splat(0.0f), splat(0.0f)).outside[0]);
        EXPECT_FALSE(any(closest_point(*wall, splat(nan), splat(nan), splat(0.0f)).outside));
        EXPECT_TRUE(std::isnan(closest_point(*wall, splat(nan), splat(nan), splat(0.0f)).x[0])) << "NaN stays NaN";
    }
}

}  // namespace
}  // namespace slosh::wall_contact_test
