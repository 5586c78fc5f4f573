#include "domain/inlet_rows.h"

#include <gtest/gtest.h>

namespace slosh {
namespace {

constexpr glm::vec3 gravity{0, -10, 0};

TEST(InletRows, HoldsARowForTheLengthOfItsZone) {
    InletRows rows;
    rows.add(10, 13, {2, 0, 0}, 0, 0.1f);  // 0.05 s
    for (const uint32_t id : {9u, 13u}) EXPECT_EQ(rows.row_of(id), nullptr);
    for (const uint32_t id : {10u, 12u}) ASSERT_NE(rows.row_of(id), nullptr);
    rows.advance(0.04f);
    ASSERT_NE(rows.row_of(11), nullptr);
    const glm::vec3 velocity = rows.row_of(11)->velocity_at(0.005f, gravity);
    EXPECT_FLOAT_EQ(velocity.x, 2);
    EXPECT_FLOAT_EQ(velocity.y, -0.45f);
    rows.advance(0.011f);
    EXPECT_TRUE(rows.empty());
    EXPECT_EQ(rows.row_of(11), nullptr);
}

TEST(InletRows, FindsTheRowOfEachParticle) {
    InletRows rows;
    rows.add(3, 3, {1, 0, 0}, 0, 1);  // nothing was emitted
    EXPECT_TRUE(rows.empty());
    rows.add(3, 5, {1, 0, 0}, 0, 1), rows.add(5, 6, {2, 0, 0}, 0, 1), rows.add(8, 9, {1, 0, 0}, 0, 1);
    EXPECT_EQ(rows.first_id(), 3u);
    EXPECT_FLOAT_EQ(rows.row_of(4)->velocity.x, 1);
    EXPECT_FLOAT_EQ(rows.row_of(5)->velocity.x, 2);
    EXPECT_EQ(rows.row_of(7), nullptr) << "between two rows";
    rows.advance(0.6f);  // the faster row, emitted later, has left first
    EXPECT_EQ(rows.row_of(5), nullptr);
    EXPECT_NE(rows.row_of(8), nullptr);
}

TEST(InletRows, DoesNotHoldMoreRowsThanItHasSpaceFor) {
    InletRows rows;
    for (uint32_t k = 0; k < 1000; ++k) rows.add(k, k + 1, {1, 0, 0}, 0, 1);
    EXPECT_NE(rows.row_of(255), nullptr);
    EXPECT_EQ(rows.row_of(999), nullptr);
    rows.advance(2);
    EXPECT_TRUE(rows.empty());
}

}  // namespace
}  // namespace slosh
