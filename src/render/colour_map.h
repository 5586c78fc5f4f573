// The colour map: the palette's own colours joined, from indigo over blue and green to pale yellow. Eleven
// points of a curve in Oklab on which lightness grows evenly, so that equal steps look equal.
#pragma once
#include <cstdint>

namespace slosh {

struct Colour {
    uint8_t r, g, b;  // as the display has them (sRGB)
};

inline constexpr Colour colour_map[] = {
    {46, 32, 103}, {49, 50, 137}, {49, 67, 176},  {43, 85, 213},   {28, 108, 244},  {0, 138, 255},
    {0, 174, 241}, {0, 208, 207}, {40, 233, 177}, {166, 243, 167}, {253, 247, 160},
};

}  // namespace slosh
