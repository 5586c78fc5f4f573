// The colours of a slice through a grid.
#pragma once
#include <algorithm>
#include <cmath>
#include <glm/vec2.hpp>

#include "render/common/colour_map.h"
#include "render/common/round_number.h"
#include "solver/grid_slice.h"

namespace slosh {

struct CellColour {
    uint8_t r, g, b, alpha;  // straight alpha, not premultiplied
};

constexpr uint8_t alpha_of_air = 88;  // of air with a value
// By CellType: for the quantity cell-type, and for cells without a value (solid cells, usually air).
constexpr CellColour type_colours[] = {{84, 90, 112, 255}, {0, 125, 255, 255}, {150, 172, 214, 64}};
constexpr CellColour non_finite{255, 0, 160, 255};  // for NaN and infinity

// `auto` is the diverging map for signed quantities.
inline int slice_map_of(const RenderSettings& settings, const Slice& slice) {
    return chosen_map(settings, slice.is_signed() ? diverging_map : ocean_map);
}

// The range that the colours cover: it contains the values of the layer. 0 is in the middle, or at the lower end for
// unsigned quantities.
inline glm::vec2 slice_range(const Slice& slice, const GridLayer& layer) {
    const float max_value =
        static_cast<float>(rounded_up(static_cast<double>(layer.max_magnitude(slice.extends_into_air()))));
    return {slice.is_signed() ? -max_value : 0, max_value};
}

inline CellColour slice_colour(const Slice& slice, CellType type, float value, glm::vec2 range,
                               const Colour (&map)[map_colours]) {
    const bool has_value = type == CellType::fluid || (type == CellType::air && slice.extends_into_air());
    if (slice.shown == Slice::Quantity::cell_type || !has_value) return type_colours[static_cast<size_t>(type)];
    if (!std::isfinite(value)) return non_finite;
    const float position = std::clamp((value - range.x) / (range.y - range.x), 0.0f, 1.0f) * (map_colours - 1);
    const int below = std::min(static_cast<int>(position), map_colours - 2);
    const float t = position - static_cast<float>(below);
    const auto mix = [&](uint8_t a, uint8_t b) {
        return static_cast<uint8_t>(static_cast<float>(a) + t * (static_cast<float>(b) - static_cast<float>(a)) + 0.5f);
    };
    const Colour &a = map[below], &b = map[below + 1];
    return {mix(a.r, b.r), mix(a.g, b.g), mix(a.b, b.b), type == CellType::air ? alpha_of_air : uint8_t{255}};
}

}  // namespace slosh
