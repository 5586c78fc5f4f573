// Velocities past the free surface: every layer of unknown faces takes the mean of the known ones next to it.
#pragma once
#include "base/jobs.h"
#include "fluid/grid_particles.h"

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

class Extrapolation {
public:
    void resize(const MacGrid& grid) {
        for (Faces* spare : {&spare_a_, &spare_b_, &spare_known_}) spare->assign(grid);
    }
    // Both fields by the same weights. `known` is 1 or 0 and grows with them; on outer walls and in the border it is 0.
    void run(const MacGrid&, int layers, Faces& a, Faces& b, Faces& known, Jobs&);

private:
    Faces spare_a_, spare_b_, spare_known_;
};

}  // namespace slosh
