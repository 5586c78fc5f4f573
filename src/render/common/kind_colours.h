// The colours of the kinds of fluid, from kind 0 on. common/palette.glsl holds the same values.
#pragma once
#include <iterator>

#include "render/common/colour_map.h"

namespace slosh {

inline constexpr Colour kind_colours[] = {
    {46, 32, 103},    // indigo
    {0, 125, 255},    // blue
    {0, 230, 180},    // green
    {247, 158, 27},   // amber
    {255, 90, 120},   // coral
    {190, 120, 255},  // violet
    {220, 245, 120},  // lime
};

}  // namespace slosh
