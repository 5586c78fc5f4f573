// What is drawn of a fluid's grid in space: arrows of its velocity, and its cells by what they are. Free of GL.
#pragma once
#include <cmath>
#include <glm/geometric.hpp>
#include <vector>

#include "render/common/camera.h"
#include "render/debug/slice_colours.h"

namespace slosh {

struct Arrow {
    glm::vec3 from, way;  // way: the velocity, m/s
};

// The velocity in the middle of the fluid's cells; of very many only of every second, or third, along each axis, so
// that there are at most `most`. Returns how many cells apart they are.
inline int find_arrows(const GridView& view, int most, std::vector<Arrow>& arrows) {
    const MacGrid& grid = view.grid;
    for (int apart = 1;; ++apart) {
        arrows.clear();
        const int first = (apart - 1) / 2;
        for (int k = first; k < grid.nz; k += apart)
            for (int j = first; j < grid.ny; j += apart)
                for (int i = first; i < grid.nx; i += apart) {
                    const int cell = grid.at(i, j, k);
                    if (type_of(view, cell) != CellType::fluid) continue;
                    const glm::vec3 place(i, j, k);
                    glm::vec3 way;
                    for (int d = 0; d < 3; ++d)
                        way[d] = value_of(view, static_cast<Slice::Quantity>(Slice::velocity_x + d), cell);
                    arrows.push_back({view.corner + (place + 0.5f) * view.edge, way});
                }
        if (static_cast<int>(arrows.size()) <= most) return apart;
    }
}

// A side of a cell, as it goes to the graphics card: two triangles.
struct BoxCorner {
    glm::vec3 at;
    glm::vec2 place;  // 0 or 1 along both edges
    CellColour colour;
};

// The sides of cells of fluid and of solid that are turned to the eye and border on something else; with a slice that
// cuts, those behind its layer only. The walls of the tank are not drawn as cells: a side towards them shows the fluid.
inline void find_boxes(const GridView& view, const Slice& slice, const Camera& camera,
                       std::vector<BoxCorner>& corners) {
    corners.clear();
    const MacGrid& grid = view.grid;
    const int cells[] = {grid.nx, grid.ny, grid.nz};
    const glm::vec3 eye = camera.eye();
    // Which layers the slice leaves.
    int low[] = {0, 0, 0}, high[] = {grid.nx, grid.ny, grid.nz};
    if (slice.shown != Slice::off && slice.cuts) {
        const int axis = slice.axis,
                  layer = std::clamp(static_cast<int>(slice.position * static_cast<float>(cells[axis])), 0,
                                     cells[axis] - 1);
        const float middle = view.corner[axis] + (static_cast<float>(layer) + 0.5f) * view.edge[axis];
        if (eye[axis] > middle) high[axis] = layer;
        else low[axis] = layer + 1;
    }
    constexpr float light[] = {0.8f, 1, 0.66f};
    int place[3];
    for (place[2] = low[2]; place[2] < high[2]; ++place[2])
        for (place[1] = low[1]; place[1] < high[1]; ++place[1])
            for (place[0] = low[0]; place[0] < high[0]; ++place[0]) {
                const int cell = grid.at(place[0], place[1], place[2]);
                const CellType type = type_of(view, cell);
                if (type == CellType::air) continue;
                const glm::vec3 corner = view.corner + glm::vec3(place[0], place[1], place[2]) * view.edge;
                for (int axis = 0; axis < 3; ++axis) {
                    // A box has one side along each axis that the eye may see.
                    const bool upper = eye[axis] > corner[axis] + view.edge[axis];
                    if (!upper && eye[axis] > corner[axis]) continue;
                    const int beyond = place[axis] + (upper ? 1 : -1),
                              next = cell + (upper ? 1 : -1) * grid.stride(axis);
                    const bool at_wall = beyond < 0 || beyond >= cells[axis];
                    if (!at_wall && type_of(view, next) == type) continue;
                    const int u = (axis + 1) % 3, v = (axis + 2) % 3;
                    glm::vec3 base = corner, along_u(0), along_v(0);
                    if (upper) base[axis] += view.edge[axis];
                    along_u[u] = view.edge[u], along_v[v] = view.edge[v];
                    const CellColour own = type_colours[static_cast<size_t>(type)];
                    const auto shade = [&](uint8_t c) {
                        return static_cast<uint8_t>(static_cast<float>(c) * light[axis]);
                    };
                    const CellColour colour{shade(own.r), shade(own.g), shade(own.b), 255};
                    constexpr glm::vec2 order[] = {{0, 0}, {1, 0}, {0, 1}, {0, 1}, {1, 0}, {1, 1}};
                    for (const glm::vec2 share : order)
                        corners.push_back({base + share.x * along_u + share.y * along_v, share, colour});
                }
            }
}

}  // namespace slosh
