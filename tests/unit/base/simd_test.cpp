#include "base/simd.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>
#include <vector>

#include "base/random.h"

namespace slosh::simd_test {
namespace {

constexpr float inf = std::numeric_limits<float>::infinity();
constexpr float nan_value = std::numeric_limits<float>::quiet_NaN();

uint32_t bits(float v) { return std::bit_cast<uint32_t>(v); }

// Both zeros, the ends of the range, infinities and ordinary numbers.
std::vector<float> samples() {
    std::vector<float> s = {0.0f, -0.0f, 1.0f, -1.0f, 1e-45f, -1e-45f, 3e38f, -3e38f, inf, -inf, 0.1f, 16777217.0f};
    Random random(1);
    for (int i = 0; i < 200; ++i) s.push_back(random.uniform(-100, 100));
    return s;
}

// Each lane of f(vector) has the bits of g(float).
template <class F, class G>
void expect_lanes(F f, G g) {
    const std::vector<float> s = samples();
    for (size_t i = 0; i + lanes <= s.size(); ++i) {
        const Float4 out = f(load(&s[i]));
        for (size_t k = 0; k < lanes; ++k) EXPECT_EQ(bits(out[k]), bits(g(s[i + k]))) << "of " << s[i + k];
    }
}

template <class F, class G>
void expect_lanes_of_two(F f, G g) {
    const std::vector<float> s = samples();
    for (size_t shift = 0; shift < 16; ++shift)
        for (size_t i = 0; i + shift + lanes <= s.size(); ++i) {
            const Float4 out = f(load(&s[i]), load(&s[i + shift]));
            for (size_t k = 0; k < lanes; ++k)
                EXPECT_EQ(bits(out[k]), bits(g(s[i + k], s[i + shift + k]))) << s[i + k] << ", " << s[i + shift + k];
        }
}

TEST(Simd, LoadAndStoreAtAnyAddress) {
    const float in[] = {1, 2, 3, 4, 5, 6, 7};
    for (size_t at = 0; at < 4; ++at) {
        float out[7] = {};
        store(out + at, load(in + at));
        for (size_t i = 0; i < 7; ++i) EXPECT_EQ(out[i], i >= at && i < at + 4 ? in[i] : 0) << "from " << at;
    }
    const uint32_t whole[] = {7, 1, 0xffffffffu, 3, 4};
    const Int4 v = load(whole + 1);
    EXPECT_EQ(v[0], 1);
    EXPECT_EQ(v[1], -1);
    EXPECT_EQ(v[2], 3);
    EXPECT_EQ(v[3], 4);
}

TEST(Simd, Splat) {
    const Float4 v = splat(-0.0f);
    for (int k = 0; k < lanes; ++k) EXPECT_EQ(bits(v[k]), 0x80000000u);
}

TEST(Simd, ArithmeticIsThatOfFloats) {
    expect_lanes_of_two([](Float4 a, Float4 b) { return a * a + b * 0.1f; },
                        [](float a, float b) { return a * a + b * 0.1f; });
    const auto divide = [](auto a, auto b) { return b == b && a == a ? a / b : a; };
    const std::vector<float> s = samples();
    for (size_t i = 12; i + 5 <= s.size(); ++i) {
        const Float4 out = load(&s[i]) / load(&s[i + 1]);
        for (size_t k = 0; k < lanes; ++k) EXPECT_EQ(bits(out[k]), bits(divide(s[i + k], s[i + 1 + k])));
    }
}

TEST(Simd, SquareRoot) {
    expect_lanes([](Float4 v) { return sqrt(v < 0.0f ? -v : v); }, [](float v) { return std::sqrt(v < 0 ? -v : v); });
    EXPECT_TRUE(std::isnan(sqrt(splat(-1.0f))[3]));
    // Correctly rounded, not an estimate.
    EXPECT_EQ(sqrt(splat(2.0f))[0], 0x1.6a09e6p0f);
}

TEST(Simd, MinMaxClampAbs) {
    expect_lanes_of_two([](Float4 a, Float4 b) { return min(a, b); }, [](float a, float b) { return a < b ? a : b; });
    expect_lanes_of_two([](Float4 a, Float4 b) { return max(a, b); }, [](float a, float b) { return a > b ? a : b; });
    expect_lanes([](Float4 v) { return clamp(v, splat(-2.0f), splat(3.0f)); },
                 [](float v) { return v < -2  ? -2
                                      : v > 3 ? 3
                                              : v; });
    expect_lanes([](Float4 v) { return abs(v); }, [](float v) { return v < 0 ? -v : v; });
    EXPECT_EQ(abs(splat(-inf))[0], inf);
}

// clamp() never returns NaN: a NaN position must not become an index into a table of cells.
TEST(Simd, NaNInMinMaxClamp) {
    const Float4 broken{nan_value, 1, -nan_value, 5}, two = splat(2.0f);
    const float low[] = {2, 1, 2, 2}, high[] = {2, 2, 2, 5}, between[] = {2, 2, 2, 4};
    for (size_t k = 0; k < lanes; ++k) {
        EXPECT_EQ(min(broken, two)[k], low[k]);
        EXPECT_EQ(max(broken, two)[k], high[k]);
        EXPECT_EQ(clamp(broken, two, splat(4.0f))[k], between[k]);
    }
    EXPECT_TRUE(std::isnan(min(two, broken)[0])) << "the second operand is returned";
    EXPECT_TRUE(std::isnan(max(two, broken)[2]));
}

TEST(Simd, SelectAndAny) {
    const Float4 a{1, 2, 3, 4}, b{10, 20, 30, 40};
    const float expected[] = {1, 20, 3, 40};
    const Float4 out = select(Int4{-1, 0, -1, 0}, a, b);
    for (size_t k = 0; k < lanes; ++k) EXPECT_EQ(out[k], expected[k]);
    EXPECT_EQ(select(a > 2.0f, splat(nan_value), b)[0], 10) << "lanes that are not selected have no effect";
    EXPECT_FALSE(any(Int4{0, 0, 0, 0}));
    for (int k = 0; k < lanes; ++k) {
        Int4 mask{0, 0, 0, 0};
        mask[k] = -1;
        EXPECT_TRUE(any(mask)) << "lane " << k;
    }
    EXPECT_FALSE(any(splat(nan_value) == splat(nan_value)));
}

TEST(Simd, Integers) {
    const Int4 v = to_int(Float4{1.9f, -1.9f, -0.0f, 16777215.0f});
    EXPECT_EQ(v[0], 1);
    EXPECT_EQ(v[1], -1);
    EXPECT_EQ(v[2], 0);
    EXPECT_EQ(v[3], 16777215);
    const Float4 f = to_float(Int4{-3, 0, 16777217, 7});
    EXPECT_EQ(f[0], -3);
    EXPECT_EQ(f[2], 16777216.0f) << "rounded to even";
    EXPECT_EQ(f[3], 7);
}

// Large and small values cancel only in the order of the definition.
TEST(Simd, SumInOneFixedOrder) {
    EXPECT_EQ(reduce_add(Float4{1e8f, -1e8f, 1, 2}), 3);
    EXPECT_EQ(reduce_add(Float4{1e8f, 1, -1e8f, 1}), 0);
    EXPECT_EQ(reduce_add(Float4{1, 1e8f, 1, -1e8f}), 0);
}

TEST(Simd, FourSumsInTheSameOrder) {
    const Float4 all = reduce_add4(Float4{1e8f, -1e8f, 1, 2}, Float4{1e8f, 1, -1e8f, 1}, Float4{1, 1e8f, 1, -1e8f},
                                   Float4{1, 2, 3, 4});
    const float expected[] = {3, 0, 0, 10};
    for (int lane = 0; lane < lanes; ++lane) EXPECT_EQ(all[lane], expected[lane]) << lane;
}

TEST(Simd, SmallestLaneIgnoringNaN) {
    const float nan = std::numeric_limits<float>::quiet_NaN();
    for (int turn = 0; turn < lanes; ++turn) {
        Float4 v{4, 4, 4, 4};
        v[turn] = -3, v[(turn + 1) % lanes] = nan;
        EXPECT_EQ(reduce_min(v, 9), -3) << turn;
        EXPECT_EQ(reduce_min(v, -5), -5) << turn;
    }
    EXPECT_EQ(reduce_min(Float4{nan, nan, nan, nan}, 7), 7);
}

TEST(Simd, MaskedLanes) {
    const Float4 v = mask_and(Int4{-1, 0, 0, -1}, Float4{1, 2, std::numeric_limits<float>::quiet_NaN(), -4});
    const float expected[] = {1, 0, 0, -4};
    for (int lane = 0; lane < lanes; ++lane) EXPECT_EQ(v[lane], expected[lane]) << lane;
}

TEST(Simd, RoundUpToLanes) {
    const int expected[] = {0, 4, 4, 4, 4, 8};
    for (int n = 0; n < 6; ++n) EXPECT_EQ(round_up_to_lanes(n), expected[n]);
}

TEST(Simd, ChosenLanesArePackedInTheirOrder) {
    const Float4 v{1, 2, 3, 4};
    for (int chosen = 0; chosen < 16; ++chosen) {
        float out[lanes] = {};
        std::vector<float> expected;
        for (int lane = 0; lane < lanes; ++lane)
            if (chosen >> lane & 1) expected.push_back(v[lane]);
        const int count = compress_store(out, v, chosen);
        EXPECT_EQ(std::vector<float>(out, out + count), expected) << chosen;
    }
    EXPECT_EQ(lane_mask(1), 1);
    EXPECT_EQ(lane_mask(3), 7);
    EXPECT_EQ(lane_mask(9), 15);
}

}  // namespace
}  // namespace slosh::simd_test
