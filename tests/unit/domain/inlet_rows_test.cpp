#include "domain/inlet_rows.h"

#include <gtest/gtest.h>

namespace slosh::inlet_rows_test {
namespace {

// The horizontal speed for a particle that moves with that speed, or 0 when no row holds it.
float held_speed(const InletRows& rows, uint32_t id, float speed) {
    const auto velocity = rows.velocity_of(id, {speed, 0, 0}, 0, {0, 0, 0});
    return velocity ? velocity->x : 0;
}

TEST(InletRows, HoldsARowForTheLengthOfItsZone) {
    InletRows rows;
    rows.add({.first = 10, .end = 13, .velocity = {2, 0, 0}, .age_at_mouth = 0.05f});
    for (const uint32_t id : {9u, 13u}) EXPECT_EQ(held_speed(rows, id, 2), 0);
    for (const uint32_t id : {10u, 12u}) EXPECT_EQ(held_speed(rows, id, 2), 2);
    rows.advance(0.04f);
    const auto velocity = rows.velocity_of(11, {1.9f, 0, 0}, 0.005f, {0, -10, 0});
    ASSERT_TRUE(velocity);
    EXPECT_FLOAT_EQ(velocity->x, 2);
    EXPECT_FLOAT_EQ(velocity->y, -0.45f);
    rows.advance(0.011f);
    EXPECT_TRUE(rows.empty());
    EXPECT_EQ(held_speed(rows, 11, 2), 0);
}

TEST(InletRows, LetsParticlesGoThatWallsTurnBack) {
    InletRows rows;
    rows.add({.first = 0, .end = 1, .velocity = {2, 0, 0}, .age_at_mouth = 0.5f});
    EXPECT_EQ(held_speed(rows, 0, -2), 0);
    EXPECT_EQ(held_speed(rows, 0, 0.9f), 0);
    EXPECT_EQ(held_speed(rows, 0, 1.1f), 2);
}

TEST(InletRows, FindsTheRowOfEachParticle) {
    InletRows rows;
    const auto add = [&](uint32_t first, uint32_t end, float speed) {
        rows.add({.first = first, .end = end, .velocity = {speed, 0, 0}, .age_at_mouth = 1 / speed});
    };
    add(3, 3, 1);  // nothing was emitted
    EXPECT_TRUE(rows.empty());
    add(3, 5, 1), add(5, 6, 2), add(8, 9, 1);
    EXPECT_EQ(rows.first_id(), 3u);
    EXPECT_EQ(held_speed(rows, 4, 1), 1);
    EXPECT_EQ(held_speed(rows, 5, 2), 2);
    EXPECT_EQ(held_speed(rows, 7, 1), 0) << "between two rows";
    rows.advance(0.6f);  // the faster row, emitted later, has left first
    EXPECT_EQ(held_speed(rows, 5, 2), 0);
    EXPECT_EQ(held_speed(rows, 8, 1), 1);
}

TEST(InletRows, DoesNotHoldMoreRowsThanItHasSpaceFor) {
    InletRows rows;
    for (uint32_t k = 0; k < 1000; ++k) rows.add({.first = k, .end = k + 1, .velocity = {1, 0, 0}, .age_at_mouth = 1});
    EXPECT_EQ(held_speed(rows, 255, 1), 1);
    EXPECT_EQ(held_speed(rows, 999, 1), 0);
    rows.advance(2);
    EXPECT_TRUE(rows.empty());
}

}  // namespace
}  // namespace slosh::inlet_rows_test
