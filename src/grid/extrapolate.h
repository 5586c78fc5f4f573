// Velocity extrapolation past the free surface (Bridson 2015, section 4.4): each layer of invalid faces takes the mean
// of the valid faces next to it. In place, guided by a valid mask.
#pragma once
#include <algorithm>
#include <utility>
#include <vector>

#include "base/jobs.h"
#include "grid/flip_particles.h"

namespace slosh {

// Calls f(first, count) for each row of faces between cells, component `axis`, with the consecutive indices first ..
// first + count - 1. Planes run in parallel. Faces on the outer walls are left out.
template <class F>
void for_inner_rows(const MacGrid& grid, int axis, Jobs& jobs, F&& f) {
    const int planes = axis == 2 ? grid.nz - 1 : grid.nz, first_plane = axis == 2 ? 1 : 0;
    const int first_row = axis == 1 ? 1 : 0, first = axis == 0 ? 1 : 0;
    if (planes <= 0) return;
    jobs.run(planes, [&](int plane) {
        for (int j = first_row; j < grid.ny; ++j) f(grid.at(first, j, plane + first_plane), grid.nx - first);
    });
}

// Calls f(face, stride) for the faces on the two outer walls across `axis`; index + stride is the cell inside.
template <class F>
void for_wall_faces(const MacGrid& grid, int axis, F&& f) {
    const int n[3] = {grid.nx, grid.ny, grid.nz}, b = (axis + 1) % 3, c = (axis + 2) % 3;
    int coord[3];
    for (coord[c] = 0; coord[c] < n[c]; ++coord[c])
        for (coord[b] = 0; coord[b] < n[b]; ++coord[b]) {
            coord[axis] = 0;
            f(grid.at(coord[0], coord[1], coord[2]), 0);
            coord[axis] = n[axis];
            f(grid.at(coord[0], coord[1], coord[2]), -grid.stride(axis));
        }
}

// Calls f(outside, inside) with the border entries beside the two walls across `wall_axis` and the entries of the cells
// before them.
template <class F>
void for_wall_pairs(const MacGrid& grid, int wall_axis, F&& f) {
    const int n[3] = {grid.nx, grid.ny, grid.nz};
    const int a = (wall_axis + 1) % 3, b = (wall_axis + 2) % 3;
    for (int v = -1; v <= n[b]; ++v)
        for (int u = -1; u <= n[a]; ++u) {
            int coord[3];
            coord[a] = u;
            coord[b] = v;
            for (const auto& [outside, inside] : {std::pair(-1, 0), std::pair(n[wall_axis], n[wall_axis] - 1)}) {
                coord[wall_axis] = outside;
                const int behind = grid.at(coord[0], coord[1], coord[2]);
                coord[wall_axis] = inside;
                f(behind, grid.at(coord[0], coord[1], coord[2]));
            }
        }
}

// Two fields on faces that are valid on the same faces.
struct ExtrapolatedFields {
    Faces &a, &b;
    Faces& valid;  // mask
};

class Extrapolation {
public:
    void resize(const MacGrid&);
    // Extends both fields with the same weights. The mask is 1 or 0 on entry; extended faces get 1/2 in the first
    // layer, 1/3 in the second, and so on. On outer walls and in the border the mask is 0 and the fields keep their
    // values.
    void run(const MacGrid&, int layers, const ExtrapolatedFields&, Jobs&);

private:
    // The extent of the valid faces of a row; indexed by row within a plane that has a border of one row.
    struct Row {
        int first = 0, end = 0;  // valid faces lie within, not everywhere
        bool all = false;
        bool any() const { return first < end; }
        void cover(int from, int to) { *this = {any() ? std::min(first, from) : from, std::max(end, to), all}; }
    };
    void find_valid_rows(const MacGrid&, const Faces& valid, Jobs&);
    void extend_layer(const MacGrid&, int axis, int plane, int layer, const ExtrapolatedFields&);
    Row& row(int axis, int j, int k) { return rows_[axis][static_cast<size_t>((j + 1) + (k + 1) * rows_per_plane_)]; }

    int rows_per_plane_ = 0;
    std::vector<Row> rows_[3];
};

}  // namespace slosh
