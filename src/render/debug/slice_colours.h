// The colours of a slice through the grid.
#pragma once
#include <algorithm>
#include <cmath>
#include <glm/vec2.hpp>

#include "render/common/colour_map.h"
#include "render/common/round_number.h"
#include "solver/grid_slice.h"

namespace slosh {

struct CellColour {
    uint8_t r, g, b, alpha;  // not premultiplied
};

constexpr uint8_t alpha_of_air = 88;
// By CellType, where the type is what is shown; of solids and of air without a value in any case.
constexpr CellColour type_colours[] = {{84, 90, 112, 255}, {0, 125, 255, 255}, {150, 172, 214, 64}};
constexpr CellColour not_a_number{255, 0, 160, 255};

// `auto` takes the diverging map for what has a sign.
constexpr int slice_map_of(const RenderSettings& settings, const Slice& slice) {
    if (settings.colour_map > 0) return settings.colour_map - 1;
    return slice.has_sign() ? diverging_map : 0;
}

// What lies in the layer fits in; 0 is in the middle, or where there is no sign at the lower end.
inline glm::vec2 slice_range(const Slice& slice, const GridLayer& layer) {
    const float most = static_cast<float>(rounded_up(static_cast<double>(layer.most(slice.lives_in_air()))));
    return {slice.has_sign() ? -most : 0, most};
}

inline CellColour slice_colour(const Slice& slice, CellType type, float value, glm::vec2 range,
                               const Colour (&map)[map_colours]) {
    const bool has_value = type == CellType::fluid || (type == CellType::air && slice.lives_in_air());
    if (slice.shown == Slice::cell_type || !has_value) return type_colours[static_cast<size_t>(type)];
    if (!std::isfinite(value)) return not_a_number;
    const float place = std::clamp((value - range.x) / (range.y - range.x), 0.0f, 1.0f) * (map_colours - 1);
    const int below = std::min(static_cast<int>(place), map_colours - 2);
    const float share = place - static_cast<float>(below);
    const auto mix = [&](uint8_t a, uint8_t b) {
        return static_cast<uint8_t>(static_cast<float>(a) + share * (static_cast<float>(b) - static_cast<float>(a)) +
                                    0.5f);
    };
    const Colour &a = map[below], &b = map[below + 1];
    return {mix(a.r, b.r), mix(a.g, b.g), mix(a.b, b.b), type == CellType::air ? alpha_of_air : uint8_t{255}};
}

}  // namespace slosh
