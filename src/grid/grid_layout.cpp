#include "grid/grid_layout.h"

#include <algorithm>

#include "base/math.h"

namespace slosh {
namespace {

constexpr double max_cells = 4e6;
constexpr double min_cells_across = 6;  // a round tank: with two, no corner of a cell lies inside
constexpr int min_cells_along = 3;  // a box: with one, fluid hangs between its walls, with two, it rests on no fluid

}  // namespace

GridLayout lay_out_grid(const Walls& walls, double volume, int particles, float density, float per_cell) {
    const bool round = walls.shape == Shape::circle;
    const glm::vec3 half = round ? glm::vec3(walls.half.x) : walls.half;
    const double volume_per_particle = std::max(volume, 1e-30) / std::max(particles, 1);
    double edge =
        cube_root(density > 0 ? 8 / static_cast<double>(density) : volume_per_particle * static_cast<double>(per_cell));
    if (round) edge = std::min(edge, 2 * static_cast<double>(half.x) / min_cells_across);
    int cells[3];
    for (double size = 0;; edge *= 1.1) {
        size = 1;
        for (int d = 0; d < 3; ++d) {
            const double whole = std::min(2 * static_cast<double>(half[d]) / edge + 1e-3, 1e6);
            cells[d] = std::max(min_cells_along, static_cast<int>(whole)) + (round ? 2 : 0);
            size *= cells[d] + 2;
        }
        if (size <= max_cells) break;
    }
    GridLayout layout;
    layout.grid = MacGrid(cells[0], cells[1], cells[2], static_cast<float>(edge));
    layout.spacing = static_cast<float>(cube_root(volume_per_particle));
    layout.at_rest = 1 / static_cast<float>(volume_per_particle);
    MacFrame& frame = layout.frame;
    for (int d = 0; d < 3; ++d) {
        frame.top[d] = static_cast<float>(cells[d]);
        frame.edge[d] = 2 * half[d] / (round ? frame.top[d] - 2 : frame.top[d]);
        frame.inv_edge[d] = 1 / frame.edge[d];
        layout.at_rest *= frame.edge[d];
    }
    return layout;
}

}  // namespace slosh
