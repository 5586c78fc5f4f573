// Velocities past the free surface: every layer of unknown faces takes the mean of the known ones next to it.
#pragma once
#include <algorithm>
#include <vector>

#include "base/jobs.h"
#include "grid/flip_particles.h"

namespace slosh {

// Component `axis` on the faces between cells, row by row, planes side by side: f(first, count) with consecutive
// places of an array. Faces on the outer walls are not among them.
template <class F>
void for_inner_rows(const MacGrid& grid, int axis, Jobs& jobs, F&& f) {
    const int planes = axis == 2 ? grid.nz - 1 : grid.nz, first_plane = axis == 2 ? 1 : 0;
    const int first_row = axis == 1 ? 1 : 0, first = axis == 0 ? 1 : 0;
    if (planes <= 0) return;
    jobs.run(planes, [&](int plane) {
        for (int j = first_row; j < grid.ny; ++j) f(grid.at(first, j, plane + first_plane), grid.nx - first);
    });
}

// Component `axis` on the two outer walls across it: f(place of the face, stride to the cell inside).
template <class F>
void for_wall_faces(const MacGrid& grid, int axis, F&& f) {
    const int n[3] = {grid.nx, grid.ny, grid.nz}, b = (axis + 1) % 3, c = (axis + 2) % 3;
    int place[3];
    for (place[c] = 0; place[c] < n[c]; ++place[c])
        for (place[b] = 0; place[b] < n[b]; ++place[b]) {
            place[axis] = 0;
            f(grid.at(place[0], place[1], place[2]), 0);
            place[axis] = n[axis];
            f(grid.at(place[0], place[1], place[2]), -grid.stride(axis));
        }
}

class Extrapolation {
public:
    void resize(const MacGrid&);
    // Both fields by the same weights. `known` is 1 or 0 and grows with them: 1/2 in the first layer, 1/3 in the
    // second. On outer walls and in the border it is 0, and the fields stay there as they are.
    void run(const MacGrid&, int layers, Faces& a, Faces& b, Faces& known, Jobs&);

private:
    // What is known of a row of faces, by its place in a plane of rows with a border around it.
    struct Row {
        int first = 0, end = 0;  // within these; not all of it
        bool all = false;
        bool any() const { return first < end; }
        void cover(int from, int to) { *this = {any() ? std::min(first, from) : from, std::max(end, to), all}; }
    };
    void look(const MacGrid&, const Faces& known, Jobs&);
    void grow(const MacGrid&, int axis, int plane, int layer, Faces& a, Faces& b, Faces& known);
    Row& row(int axis, int j, int k) { return rows_[axis][static_cast<size_t>((j + 1) + (k + 1) * rows_a_plane_)]; }

    int rows_a_plane_ = 0;
    std::vector<Row> rows_[3];
};

}  // namespace slosh
