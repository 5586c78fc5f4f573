#include "render/debug/debug_overlay.h"

#include <algorithm>
#include <glm/geometric.hpp>

#include "render/common/colour_map.h"
#include "render/common/lines.h"
#include "render/debug/cell_occupancy.h"
#include "render/debug/grid_renderer.h"
#include "render/gl/timers.h"

namespace slosh {
namespace {

class Overlay final : public DebugOverlay {
public:
    explicit Overlay(std::string& error) : lines_(error), grid_(error) {}

    void draw(const Frame& frame) override {
        const gl::Pass pass(frame.timers, "debug overlay");
        const bool boxes = frame.settings.show_grid_cells && !frame.grid.empty();
        const bool arrows = frame.settings.show_grid_velocity && !frame.grid.empty();
        if (boxes) grid_.draw_boxes(frame);
        lines_.begin(frame.camera);
        if (arrows) grid_.add_arrows(frame, lines_);
        if (frame.settings.show_cells) add_cells(frame);
        if (frame.settings.show_normals) add_normals(frame);
        lines_.draw();
    }
    int fullest_cell() const override { return cells_.max_count; }

private:
    void add_cells(const Frame&);
    void add_normals(const Frame&);
    void add_normal(const Frame&, glm::vec3 at, glm::vec3 inwards);

    Lines lines_;
    GridRenderer grid_;
    CellOccupancy cells_;
};

// The occupied cells in the colours of the map: filled in 2D, as outlines on the floor in 3D.
void Overlay::add_cells(const Frame& frame) {
    const Walls& walls = frame.domain.walls;
    count_cells(frame.particles, walls, frame.container.offset, cells_);
    const Colour(&map)[map_colours] = colour_maps[cell_map_of(frame.settings)];
    const bool is_3d = frame.camera.is_3d();
    const float pixels_per_unit = frame.camera.pixels_per_unit();
    const float floor =
        walls.centre.y + frame.container.offset.y - (walls.shape == Shape::circle ? walls.half.x : walls.half.y);
    const auto point = [&](float column, float row) {
        const glm::vec2 at = cells_.low + cells_.size * glm::vec2(column, row);
        return is_3d ? glm::vec3(at.x, floor, at.y) : glm::vec3(at, 0);
    };
    for (int row = 0; row < cells_.along; ++row)
        for (int column = 0; column < cells_.across; ++column) {
            const int count = cells_.at(column, row);
            if (count == 0) continue;
            const Colour c = map[count * (map_colours - 1) / cells_.max_count];
            const glm::vec3 rgb = glm::vec3(c.r, c.g, c.b) / 255.0f;
            const auto x = static_cast<float>(column), y = static_cast<float>(row);
            if (is_3d) {
                const glm::vec3 corners[] = {point(x, y), point(x + 1, y), point(x + 1, y + 1), point(x, y + 1)};
                for (int k = 0; k < 4; ++k)
                    lines_.add(corners[k], corners[(k + 1) % 4], 1.6f * frame.dpr,
                               premultiplied(rgb.r, rgb.g, rgb.b, 0.8f));
            } else {
                // One thick line per cell: as wide as the cell is high, less a gap.
                const float gap = 0.5f * frame.dpr, half = 0.5f * cells_.size.y * pixels_per_unit - gap;
                if (half <= 0) continue;
                const glm::vec3 a = point(x, y + 0.5f), b = point(x + 1, y + 0.5f), inset(gap / pixels_per_unit, 0, 0);
                lines_.add_band(a + inset, b - inset, 2 * half, premultiplied(rgb.r, rgb.g, rgb.b, 0.5f));
            }
        }
}

void Overlay::add_normal(const Frame& frame, glm::vec3 at, glm::vec3 inwards) {
    constexpr float css_pixels = 22;
    const float length = css_pixels * frame.dpr / frame.camera.pixels_per_unit();
    const glm::vec3 tip = at + length * inwards;
    const glm::vec3 side = glm::cross(inwards, frame.camera.is_3d() ? frame.camera.axes[2] : glm::vec3(0, 0, 1));
    const glm::vec4 faint = premultiplied(0.13f, 0.78f, 0.66f, 0.4f), full = premultiplied(0.13f, 0.78f, 0.66f, 1);
    lines_.add(at, tip, 1.4f * frame.dpr, faint, full);
    for (const float sign : {-1.0f, 1.0f})
        lines_.add(tip, tip - 0.3f * length * (inwards + 0.6f * sign * side), 1.4f * frame.dpr, full);
}

void Overlay::add_normals(const Frame& frame) {
    const Walls& walls = frame.domain.walls;
    const glm::vec3 centre = walls.centre + frame.container.offset, half = walls.half;
    const bool is_3d = frame.camera.is_3d();
    if (walls.shape == Shape::circle) {
        // Great circles in 48 steps of 7.5 degrees: cosine and sine of a step.
        constexpr float c = 0.99144486f, s = 0.13052619f;
        constexpr int steps = 48;
        for (int axis = is_3d ? 0 : 2; axis < 3; ++axis) {
            glm::vec2 direction{1, 0};
            for (int i = 0; i < steps; ++i) {
                glm::vec3 out(0);
                out[(axis + 1) % 3] = direction.x;
                out[(axis + 2) % 3] = direction.y;
                add_normal(frame, centre + half.x * out, -out);
                direction = {direction.x * c - direction.y * s, direction.x * s + direction.y * c};
            }
        }
        return;
    }
    // Evenly over each side, with about the same spacing in both directions.
    const int axes = is_3d ? 3 : 2;
    const float spacing = std::max({half.x, half.y, is_3d ? half.z : 0.0f}) / (is_3d ? 4 : 8);
    for (int axis = 0; axis < axes; ++axis) {
        const int u = (axis + 1) % axes, w = (axis + 2) % axes;
        const int count_u = std::max(static_cast<int>(2 * half[u] / spacing), 1);
        const int count_w = is_3d ? std::max(static_cast<int>(2 * half[w] / spacing), 1) : 1;
        for (const float side : {-1.0f, 1.0f})
            for (int i = 0; i < count_u * count_w; ++i) {
                const auto coord = [](int k, int count) {
                    return (2 * static_cast<float>(k) + 1) / static_cast<float>(count) - 1;
                };
                glm::vec3 out(0), at(0);
                out[axis] = side;
                at[axis] = side * half[axis];
                at[u] = half[u] * coord(i % count_u, count_u);
                if (is_3d) at[w] = half[w] * coord(i / count_u, count_w);
                add_normal(frame, centre + at, -out);
            }
    }
}

}  // namespace

std::unique_ptr<DebugOverlay> make_debug_overlay(std::string& error) { return std::make_unique<Overlay>(error); }

}  // namespace slosh
