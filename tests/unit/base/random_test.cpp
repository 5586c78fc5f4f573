#include "base/random.h"

#include <gtest/gtest.h>

#include <set>

namespace slosh::random_test {
namespace {

// The golden hashes of the scenes depend on these values.
TEST(Random, KnownValues) {
    EXPECT_EQ(mix_bits(0), 0u);
    EXPECT_EQ(mix_bits(1), 0x5692161d100b05e5u);
    Random random(42);
    EXPECT_EQ(random.bits(), 0x989b3f130a063869u);
    EXPECT_EQ(random.bits(), 0x290db4bf2570ded7u);
    EXPECT_EQ(random.uniform(), 0x1.54c858p-3f);
    EXPECT_EQ(random.below(1000), 48);
}

TEST(Random, EqualSeedsGiveEqualNumbers) {
    Random a(7), b(7), c(8);
    int equal_to_c = 0;
    for (int i = 0; i < 1000; ++i) {
        const uint64_t bits = a.bits();
        EXPECT_EQ(bits, b.bits());
        equal_to_c += bits == c.bits();
    }
    EXPECT_EQ(equal_to_c, 0);
}

TEST(Random, UnitFloatIsBelowOne) {
    EXPECT_EQ(unit_float(0), 0.0f);
    EXPECT_EQ(unit_float(~uint64_t{0}), 1 - 0x1p-24f);
    EXPECT_LT(unit_float(~uint64_t{0}), 1.0f);
    EXPECT_EQ(unit_float(uint64_t{1} << 63), 0.5f);
}

// Chi-square over 64 equal bins: 63 degrees of freedom, so mean 63 and standard deviation 11.
template <class Draw>
double chi_square(int draws, Draw draw) {
    constexpr int bins = 64;
    int count[bins] = {};
    for (int i = 0; i < draws; ++i) {
        const int bin = draw();
        EXPECT_GE(bin, 0);
        EXPECT_LT(bin, bins);
        if (bin >= 0 && bin < bins) ++count[bin];
    }
    const double expected = static_cast<double>(draws) / bins;
    double sum = 0;
    for (const int n : count) sum += (n - expected) * (n - expected) / expected;
    return sum;
}

TEST(Random, UniformIsSpreadEvenly) {
    for (uint64_t seed = 0; seed < 5; ++seed) {  // also for consecutive seeds
        Random random(seed);
        const double chi = chi_square(100'000, [&] { return static_cast<int>(random.uniform() * 64); });
        EXPECT_GT(chi, 25) << "too even to be random, seed " << seed;
        EXPECT_LT(chi, 125) << "seed " << seed;
        const double low_bits = chi_square(100'000, [&] { return static_cast<int>(random.bits() & 63); });
        EXPECT_LT(low_bits, 125) << "seed " << seed;
    }
}

TEST(Random, PairsAreSpreadEvenly) {
    Random random(3);
    const double chi = chi_square(100'000, [&] {
        const int a = random.below(8);
        return a * 8 + random.below(8);
    });
    EXPECT_LT(chi, 125);
}

TEST(Random, UniformInARange) {
    Random random(5);
    double sum = 0;
    float lowest = 10, highest = -10;
    for (int i = 0; i < 10'000; ++i) {
        const float v = random.uniform(-3, 5);
        ASSERT_GE(v, -3);
        ASSERT_LE(v, 5);
        lowest = std::min(lowest, v), highest = std::max(highest, v), sum += static_cast<double>(v);
    }
    EXPECT_NEAR(sum / 10'000, 1, 0.1);
    EXPECT_LT(lowest, -2.99f);
    EXPECT_GT(highest, 4.99f);
}

TEST(Random, Below) {
    Random random(6);
    for (int i = 0; i < 100; ++i) EXPECT_EQ(random.below(1), 0);
    for (const int count : {2, 3, 7}) {
        std::set<int> seen;
        for (int i = 0; i < 1000; ++i) seen.insert(random.below(count));
        EXPECT_EQ(static_cast<int>(seen.size()), count);
        EXPECT_EQ(*seen.begin(), 0);
        EXPECT_EQ(*seen.rbegin(), count - 1);
    }
    const double chi = chi_square(100'000, [&] { return random.below(64); });
    EXPECT_LT(chi, 125);
    const int huge = 2'000'000'000;
    int upper_half = 0;
    for (int i = 0; i < 1000; ++i) {
        const int v = random.below(huge);
        ASSERT_GE(v, 0);
        ASSERT_LT(v, huge);
        upper_half += v >= huge / 2;
    }
    EXPECT_NEAR(upper_half, 500, 80);
}

}  // namespace
}  // namespace slosh::random_test
