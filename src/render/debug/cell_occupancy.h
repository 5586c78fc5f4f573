// Particles per cell of a grid over the container with the kernel support as cell size: the cost of the neighbour
// search. In 3D per column of cells, seen from above.
#pragma once
#include <algorithm>
#include <vector>

#include "domain/domain.h"
#include "solver/views.h"

namespace slosh {

struct CellOccupancy {
    int across = 1, along = 1;        // cells in x, and in y (in z in 3D)
    glm::vec2 low{0, 0}, size{1, 1};  // minimum corner; size of one cell
    std::vector<int> counts;          // row by row from `low`
    int max_count = 0;

    int at(int column, int row) const { return counts[static_cast<size_t>(row * across + column)]; }
};

// Writes `out`, reusing its memory. Particles outside the container count in the nearest cell, NaN positions in none.
inline void count_cells(const ParticleView& p, const Walls& walls, glm::vec3 offset, CellOccupancy& out) {
    constexpr int max_cells = 256;  // per row: smaller ones would not be visible
    const bool is_3d = p.dimensions == 3;
    const glm::vec3 centre = walls.centre + offset;
    const glm::vec3 half = half_extents(walls.shape, walls.half);
    const glm::vec2 extent = 2.0f * (is_3d ? glm::vec2(half.x, half.z) : glm::vec2(half.x, half.y));
    const float support = p.support > 0 ? p.support : 4 * p.radius;
    const auto cells = [&](float length) {
        return static_cast<int>(std::clamp(length / support, 1.0f, static_cast<float>(max_cells)));
    };
    out.across = cells(extent.x);
    out.along = cells(extent.y);
    out.size = extent / glm::vec2(out.across, out.along);
    out.low = (is_3d ? glm::vec2(centre.x, centre.z) : glm::vec2(centre.x, centre.y)) - 0.5f * extent;
    out.counts.assign(static_cast<size_t>(out.across * out.along), 0);
    out.max_count = 0;
    const std::span<const float> second = is_3d ? p.z : p.y;
    for (size_t i = 0; i < static_cast<size_t>(p.count); ++i) {
        const glm::vec2 cell = (glm::vec2(p.x[i], second[i]) - out.low) / out.size;
        if (!(cell.x == cell.x && cell.y == cell.y)) continue;  // NaN
        const int column = static_cast<int>(std::clamp(cell.x, 0.0f, static_cast<float>(out.across - 1)));
        const int row = static_cast<int>(std::clamp(cell.y, 0.0f, static_cast<float>(out.along - 1)));
        out.max_count = std::max(out.max_count, ++out.counts[static_cast<size_t>(row * out.across + column)]);
    }
}

}  // namespace slosh
