#include "base/hash.h"

#include <gtest/gtest.h>

#include <bit>
#include <set>

#include "base/random.h"

namespace slosh::hash_test {
namespace {

TEST(Hash, KnownValues) {
    EXPECT_EQ(mix(0, uint64_t{0}), 0xe220a8397b1dcdafu);  // the first number of splitmix64 from seed 0
    EXPECT_EQ(mix(0, 1.0f), mix(0, uint64_t{0x3f800000}));
}

TEST(Hash, OrderAndEveryBitMatter) {
    EXPECT_NE(mix(mix(0, uint64_t{1}), uint64_t{2}), mix(mix(0, uint64_t{2}), uint64_t{1}));
    EXPECT_NE(mix(0, 0.0f), mix(0, -0.0f)) << "equal as numbers, not as bits";
    std::set<uint64_t> seen = {mix(1, uint64_t{0})};
    for (int bit = 0; bit < 64; ++bit) seen.insert(mix(1, uint64_t{1} << bit));
    EXPECT_EQ(seen.size(), 65u);
}

// Flipping one bit of the input flips about half of the output.
TEST(Hash, Avalanche) {
    for (int bit = 0; bit < 64; ++bit) {
        int flipped = 0;
        Random random(9);
        for (int i = 0; i < 100; ++i) {
            const uint64_t v = random.bits();
            flipped += std::popcount(mix_bits(v) ^ mix_bits(v ^ (uint64_t{1} << bit)));
        }
        EXPECT_NEAR(flipped, 3200, 300) << "input bit " << bit;
    }
}

}  // namespace
}  // namespace slosh::hash_test
