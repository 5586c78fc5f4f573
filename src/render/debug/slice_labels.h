// The values of a slice through a grid as labels: text and screen position. Free of GL and of the panel, which draws
// them.
#pragma once
#include <cstdio>
#include <cstdlib>
#include <string>

#include "render/common/camera.h"
#include "render/debug/slice_colours.h"

namespace slosh {

struct CellNumber {
    glm::vec2 pixel{0, 0};  // centre of the text
    CellColour background;  // colour of the cell behind it
    std::string text;
};

// Three significant digits: plain from 0.001 to 999, otherwise as 1.23e5. Also "0", and "nan" for non-finite values.
inline std::string short_number(float value) {
    if (value == 0) return "0";
    if (!std::isfinite(value)) return "nan";
    char full[24];
    std::snprintf(full, sizeof full, "%.2e", static_cast<double>(std::abs(value)));  // d.dde+dd, rounded
    const std::string digits = {full[0], full[2], full[3]};
    const int exponent = std::atoi(full + 5);
    const std::string sign = value < 0 ? "-" : "";
    if (exponent < -3 || exponent > 2) return sign + full[0] + "." + full[2] + full[3] + "e" + std::to_string(exponent);
    if (exponent < 0) return sign + "0." + std::string(static_cast<size_t>(-exponent - 1), '0') + digits;
    const auto whole = static_cast<size_t>(exponent) + 1;
    return sign + digits.substr(0, whole) + (whole < 3 ? "." : "") + digits.substr(whole);
}

class SliceLabels {
public:
    // The labels of the visible cells that are, on the screen, at least as large as the longest text; `glyph` is the
    // size of a character, pixels. The label of a velocity component is at its face. For the component perpendicular to
    // the slice a cell has two lines: the value of the upper face above that of the lower one.
    std::span<const CellNumber> find(const GridView&, const Slice&, const RenderSettings&, glm::vec2 range,
                                     const Camera&, glm::vec2 glyph);

private:
    struct ScreenPosition {
        glm::vec2 pixel, u, v;  // position, and the edges of a cell there
        bool in_view;
    };
    ScreenPosition project(const GridLayer&, float along_u, float along_v, const Camera&) const;
    void add(float value, int i, int j, glm::vec2 at, float lines_up);

    struct Candidate {
        float value;
        float u, v;      // position in the layer, in cells
        float lines_up;  // offset on the screen, in text lines
        int cell;        // index in the layer
    };
    GridLayer layer_;
    std::vector<Candidate> candidates_;
    std::vector<CellNumber> numbers_;
};

inline void SliceLabels::add(float value, int i, int j, glm::vec2 at, float lines_up) {
    const int cell = std::min(i, layer_.across - 1) + std::min(j, layer_.up - 1) * layer_.across;
    candidates_.push_back({value, at.x, at.y, lines_up, cell});
}

inline SliceLabels::ScreenPosition SliceLabels::project(const GridLayer& layer, float along_u, float along_v,
                                                        const Camera& camera) const {
    const glm::vec3 u = layer.u / static_cast<float>(layer.across), v = layer.v / static_cast<float>(layer.up);
    const glm::vec3 at = layer.corner + along_u * u + along_v * v;
    const auto edge = [&](glm::vec3 along) {
        return camera.to_pixel(at + 0.5f * along) - camera.to_pixel(at - 0.5f * along);
    };
    return {camera.to_pixel(at), edge(u), edge(v), !camera.is_3d() || -camera.to_view(at).z > camera.near_distance()};
}

inline std::span<const CellNumber> SliceLabels::find(const GridView& view, const Slice& slice,
                                                     const RenderSettings& settings, glm::vec2 range,
                                                     const Camera& camera, glm::vec2 glyph) {
    numbers_.clear();
    candidates_.clear();
    if (view.empty() || slice.shown <= Slice::Quantity::cell_type) return {};
    const int first = cut(view, slice, layer_);
    const MacGrid& grid = view.grid;
    const int u = (slice.axis + 1) % 3, v = (slice.axis + 2) % 3;
    const int component = slice.component();
    const bool faces = component >= 0;  // velocity components are stored on faces
    const auto has_value = [&](int i, int j) {
        if (i < 0 || j < 0 || i >= layer_.across || j >= layer_.up) return false;
        const CellType type = layer_.types[static_cast<size_t>(i + j * layer_.across)];
        return type == CellType::fluid || (type == CellType::air && slice.extends_into_air());
    };
    // There is one more face than cells along the axis of the component.
    const int across = layer_.across + (faces && component == u), up = layer_.up + (faces && component == v);
    for (int j = 0; j < up; ++j)
        for (int i = 0; i < across; ++i) {
            const bool here = has_value(i, j);
            const glm::vec2 middle(static_cast<float>(i) + 0.5f, static_cast<float>(j) + 0.5f);
            if (!faces) {
                if (here) add(layer_.values[static_cast<size_t>(i + j * layer_.across)], i, j, middle, 0);
                continue;
            }
            const std::span<const float> speeds = view.velocity[static_cast<size_t>(component)];
            const int cell = first + i * grid.stride(u) + j * grid.stride(v);
            const float low = speeds[static_cast<size_t>(cell)];
            if (component == slice.axis) {
                const float high = speeds[static_cast<size_t>(cell + grid.stride(slice.axis))];
                if (here) {
                    add(high, i, j, middle, 0.5f);
                    add(low, i, j, middle, -0.5f);
                }
            } else if (component == u) {
                if (here || has_value(i - 1, j)) add(low, i, j, middle - glm::vec2(0.5f, 0), 0);
            } else if (here || has_value(i, j - 1)) add(low, i, j, middle - glm::vec2(0, 0.5f), 0);
        }
    size_t longest = 0;
    for (const Candidate& candidate : candidates_) {
        numbers_.push_back({{0, 0}, {}, short_number(candidate.value)});
        longest = std::max(longest, numbers_.back().text.size());
    }
    const bool two_lines = faces && component == slice.axis;
    const glm::vec2 size = glyph * glm::vec2(static_cast<float>(longest) + 0.6f, two_lines ? 2.2f : 1.1f);
    const Colour(&map)[map_colours] = colour_maps[slice_map_of(settings, slice)];
    size_t count = 0;
    for (size_t n = 0; n < candidates_.size(); ++n) {
        const Candidate& candidate = candidates_[n];
        const ScreenPosition at = project(layer_, candidate.u, candidate.v, camera);
        // Whether a rectangle of the text's size fits into the parallelogram of a cell.
        const float area = std::abs(at.u.x * at.v.y - at.u.y * at.v.x);
        const bool fits = size.x * std::abs(at.u.y) + size.y * std::abs(at.u.x) <= area &&
                          size.x * std::abs(at.v.y) + size.y * std::abs(at.v.x) <= area;
        const glm::vec2 to_end = glm::vec2(camera.pixels) - at.pixel;
        if (!at.in_view || !fits || std::min({at.pixel.x, at.pixel.y, to_end.x, to_end.y}) < 0) continue;
        CellNumber& number = numbers_[count++];
        number.text = numbers_[n].text;
        number.pixel = at.pixel - glm::vec2(0, candidate.lines_up * glyph.y);
        const auto cell = static_cast<size_t>(candidate.cell);
        number.background = slice_colour(slice, layer_.types[cell], layer_.values[cell], range, map);
    }
    numbers_.resize(count);
    return numbers_;
}

}  // namespace slosh
