// Colour maps: eleven samples each of a curve in Oklab with evenly changing lightness (perceptually uniform).
#pragma once
#include "base/colour.h"
#include "render/options/render_settings.h"

namespace slosh {

constexpr int map_colours = 11;  // also in common/colour_map_coord.glsl

// In the order of RenderSettings::ColourMap, without `automatic`.
inline constexpr Colour colour_maps[][map_colours] = {
    // ocean: the palette's colours, from indigo over blue and green to pale yellow.
    {{46, 32, 103},
     {49, 50, 137},
     {49, 67, 176},
     {43, 85, 213},
     {28, 108, 244},
     {0, 138, 255},
     {0, 174, 241},
     {0, 208, 207},
     {40, 233, 177},
     {166, 243, 167},
     {253, 247, 160}},
    // sunset: from violet over crimson and orange to pale yellow.
    {{37, 15, 72},
     {66, 21, 95},
     {101, 26, 113},
     {139, 28, 123},
     {180, 37, 110},
     {210, 65, 89},
     {233, 97, 64},
     {249, 131, 46},
     {252, 170, 65},
     {251, 206, 104},
     {250, 238, 150}},
    // diverging: blue below the middle, red above.
    {{0, 74, 164},
     {52, 110, 194},
     {100, 145, 212},
     {146, 179, 228},
     {192, 211, 240},
     {242, 237, 236},
     {238, 199, 191},
     {223, 159, 146},
     {203, 117, 100},
     {180, 72, 54},
     {149, 22, 0}},
    // grey: from dark to light.
    {{22, 22, 22},
     {40, 40, 40},
     {59, 59, 59},
     {80, 80, 80},
     {101, 101, 101},
     {124, 124, 124},
     {147, 147, 147},
     {170, 170, 170},
     {195, 195, 195},
     {220, 220, 220},
     {245, 245, 245}},
};
static_assert(std::size(colour_maps) + 1 == std::size(RenderSettings::colour_map_names));
constexpr int ocean_map = 0, sunset_map = 1, diverging_map = 2, grey_map = 3;

// Index of the map of the setting; `automatic` for its choice `auto`.
constexpr int chosen_map(const RenderSettings& settings, int automatic) {
    const int choice = static_cast<int>(settings.colour_map);
    return choice > 0 ? choice - 1 : automatic;
}

// Index of the displayed map: `auto` is the diverging one for signed values.
constexpr int map_of(const RenderSettings& settings, int dimensions) {
    return chosen_map(settings, settings.colour_by == RenderSettings::ColourBy::vorticity && dimensions == 2
                                    ? diverging_map
                                    : ocean_map);
}

// Index of the map of overlays on the fluid: `auto` is a map whose colours differ from those of the fluid.
constexpr int cell_map_of(const RenderSettings& settings) { return chosen_map(settings, sunset_map); }

}  // namespace slosh
