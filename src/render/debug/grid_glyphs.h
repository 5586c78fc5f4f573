// Geometry of a solver's grid for debug drawing: velocity arrows, and faces of cells coloured by cell type. Free of GL.
#pragma once
#include <cmath>
#include <glm/geometric.hpp>
#include <vector>

#include "render/common/camera.h"
#include "render/debug/slice_colours.h"

namespace slosh {

struct Arrow {
    glm::vec3 position;
    glm::vec3 velocity;  // m/s
};

// The velocities at the centres of fluid cells, at most `max_count`: if there are more, only those of every n-th cell
// along each axis. Returns n.
inline int find_arrows(const GridView& view, int max_count, std::vector<Arrow>& arrows) {
    const MacGrid& grid = view.grid;
    for (int stride = 1;; ++stride) {
        arrows.clear();
        const int first = (stride - 1) / 2;
        for (int k = first; k < grid.nz; k += stride)
            for (int j = first; j < grid.ny; j += stride)
                for (int i = first; i < grid.nx; i += stride) {
                    const int cell = grid.at(i, j, k);
                    if (type_of(view, cell) != CellType::fluid) continue;
                    const glm::vec3 coord(i, j, k);
                    glm::vec3 velocity;
                    for (int d = 0; d < 3; ++d) velocity[d] = value_of(view, Slice::velocity_along(d), cell);
                    arrows.push_back({view.corner + (coord + 0.5f) * view.edge, velocity});
                }
        if (static_cast<int>(arrows.size()) <= max_count) return stride;
    }
}

// A vertex of a face of a cell, in GPU layout; a face is two triangles.
struct BoxCorner {
    glm::vec3 position;
    glm::vec2 face;  // 0 or 1 along both edges
    CellColour colour;
};

// The faces of fluid and solid cells that face the eye and border on a cell of another type; with a cutting slice only
// those behind its layer. The tank's walls have no cells: faces towards them are included.
inline void find_boxes(const GridView& view, const Slice& slice, const Camera& camera,
                       std::vector<BoxCorner>& corners) {
    corners.clear();
    const MacGrid& grid = view.grid;
    const int cells[] = {grid.nx, grid.ny, grid.nz};
    const glm::vec3 eye = camera.eye();
    // The range of cells to draw: all, or the layers behind the slice.
    int low[] = {0, 0, 0}, high[] = {grid.nx, grid.ny, grid.nz};
    if (slice.shown != Slice::Quantity::off && slice.cuts) {
        const int axis = slice.axis;
        const int layer =
            std::clamp(static_cast<int>(slice.position * static_cast<float>(cells[axis])), 0, cells[axis] - 1);
        const float middle = view.corner[axis] + (static_cast<float>(layer) + 0.5f) * view.edge[axis];
        if (eye[axis] > middle) high[axis] = layer;
        else low[axis] = layer + 1;
    }
    constexpr float brightness[] = {0.8f, 1, 0.66f};  // of a face, by its axis
    int coord[3];
    for (coord[2] = low[2]; coord[2] < high[2]; ++coord[2])
        for (coord[1] = low[1]; coord[1] < high[1]; ++coord[1])
            for (coord[0] = low[0]; coord[0] < high[0]; ++coord[0]) {
                const int cell = grid.at(coord[0], coord[1], coord[2]);
                const CellType type = type_of(view, cell);
                if (type == CellType::air) continue;
                const glm::vec3 corner = view.corner + glm::vec3(coord[0], coord[1], coord[2]) * view.edge;
                for (int axis = 0; axis < 3; ++axis) {
                    // At most one face along each axis faces the eye.
                    const bool upper = eye[axis] > corner[axis] + view.edge[axis];
                    if (!upper && eye[axis] > corner[axis]) continue;
                    const int next_coord = coord[axis] + (upper ? 1 : -1);
                    const int next = cell + (upper ? 1 : -1) * grid.stride(axis);
                    const bool at_wall = next_coord < 0 || next_coord >= cells[axis];
                    if (!at_wall && type_of(view, next) == type) continue;
                    const int u = (axis + 1) % 3, v = (axis + 2) % 3;
                    glm::vec3 base = corner, along_u(0), along_v(0);
                    if (upper) base[axis] += view.edge[axis];
                    along_u[u] = view.edge[u];
                    along_v[v] = view.edge[v];
                    const CellColour unshaded = type_colours[static_cast<size_t>(type)];
                    const auto shade = [&](uint8_t c) {
                        return static_cast<uint8_t>(static_cast<float>(c) * brightness[axis]);
                    };
                    const CellColour colour{shade(unshaded.r), shade(unshaded.g), shade(unshaded.b), 255};
                    constexpr glm::vec2 order[] = {{0, 0}, {1, 0}, {0, 1}, {0, 1}, {1, 0}, {1, 1}};
                    for (const glm::vec2 face : order)
                        corners.push_back({base + face.x * along_u + face.y * along_v, face, colour});
                }
            }
}

}  // namespace slosh
