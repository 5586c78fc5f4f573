#include "render/debug/slice_colours.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "support/slices.h"

namespace slosh::slice_colours_test {
namespace {

TEST(SliceColours, RangeIsRoundedAndCoversFiniteValues) {
    GridLayer layer;
    layer.across = 4, layer.up = 1;
    layer.types = {CellType::fluid, CellType::fluid, CellType::air, CellType::fluid};
    layer.values = {-37, 12, 900, std::numeric_limits<float>::quiet_NaN()};
    EXPECT_EQ(slice_range(slice_of(Slice::Quantity::divergence), layer), glm::vec2(-50, 50));
    EXPECT_EQ(slice_range(slice_of(Slice::Quantity::speed), layer), glm::vec2(0, 1000));
    EXPECT_EQ(slice_range(slice_of(Slice::Quantity::velocity_y), layer), glm::vec2(-1000, 1000));
    EXPECT_EQ(rounded_up(0), 1);
    EXPECT_NEAR(rounded_up(1e-3), 1e-3, 1e-9);
    EXPECT_NEAR(rounded_up(0.03), 0.05, 1e-9);
}

TEST(SliceColours, ZeroHasTheMiddleColourAndAirIsTransparent) {
    const Slice slice = slice_of(Slice::Quantity::velocity_x);
    const RenderSettings render;
    const auto& map = colour_maps[slice_map_of(render, slice)];
    EXPECT_EQ(&map, &colour_maps[diverging_map]);
    EXPECT_EQ(&colour_maps[slice_map_of(render, slice_of(Slice::Quantity::speed))], &colour_maps[0]);
    const glm::vec2 range(-2, 2);
    const auto is = [](CellColour c, Colour of) { return c.r == of.r && c.g == of.g && c.b == of.b; };
    const CellColour zero = slice_colour(slice, CellType::fluid, 0, range, map);
    EXPECT_TRUE(is(zero, map[map_colours / 2]));
    EXPECT_EQ(zero.alpha, 255);
    EXPECT_TRUE(is(slice_colour(slice, CellType::fluid, -9, range, map), map[0]));
    EXPECT_TRUE(is(slice_colour(slice, CellType::fluid, 2, range, map), map[map_colours - 1]));
    EXPECT_EQ(slice_colour(slice, CellType::air, 1, range, map).alpha, alpha_of_air);
    EXPECT_EQ(slice_colour(slice, CellType::solid, 1, range, map).r, type_colours[0].r);
    const float nan = std::numeric_limits<float>::quiet_NaN();
    EXPECT_EQ(slice_colour(slice, CellType::fluid, nan, range, map).b, non_finite.b);
}

}  // namespace
}  // namespace slosh::slice_colours_test
