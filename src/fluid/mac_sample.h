// The velocity of a MAC grid anywhere in it, by trilinear interpolation of each component.
#pragma once
#include "fluid/grid_particles.h"

namespace slosh {

// Four places, in cells, each within the grid. Relative to the container, in the unit of the faces.
class MacSampler {
public:
    MacSampler(const MacGrid& grid, const Faces& faces) : grid_(grid), faces_(faces) {}

    void sample(const Float4 (&place)[3], Float4 (&out)[3]) const {
        out[0] = component<0>(place), out[1] = component<1>(place), out[2] = component<2>(place);
    }

private:
    template <int axis>
    Float4 component(const Float4 (&place)[3]) const {
        const int cells[3] = {grid_.nx, grid_.ny, grid_.nz};
        Int4 at = Int4{} + (1 + grid_.row + grid_.slab);
        Float4 part[3];
        for (int d = 0; d < 3; ++d) {
            // From the first face on: that is half a cell outside, except along the component's own axis.
            const Float4 from = d == axis ? min(place[d], splat(static_cast<float>(cells[d]))) : place[d] + 0.5f;
            const Float4 last = splat(static_cast<float>(d == axis ? cells[d] - 1 : cells[d]));
            const Int4 low = to_int(min(from, last));
            part[d] = from - to_float(low);
            at += (d == axis ? low : low - 1) * grid_.stride(d);
        }
        const Float4 y1 = part[1], y0 = 1.0f - y1, z1 = part[2], z0 = 1.0f - z1;
        const Float4 w00 = y0 * z0, w10 = y1 * z0, w01 = y0 * z1, w11 = y1 * z1;
        const float* f = faces_.axis[axis].data();
        // One place a row: four entries from its lower corner on along x, of which two count.
        Float4 rows[lanes];
        for (int lane = 0; lane < lanes; ++lane) {
            const float* corner = f + at[lane];
            rows[lane] = splat(w00[lane]) * load(corner) + splat(w10[lane]) * load(corner + grid_.row) +
                         (splat(w01[lane]) * load(corner + grid_.slab) +
                          splat(w11[lane]) * load(corner + grid_.slab + grid_.row));
        }
        const Float4 ab = __builtin_shufflevector(rows[0], rows[1], 0, 4, 1, 5);
        const Float4 cd = __builtin_shufflevector(rows[2], rows[3], 0, 4, 1, 5);
        const Float4 low = __builtin_shufflevector(ab, cd, 0, 1, 4, 5);
        const Float4 high = __builtin_shufflevector(ab, cd, 2, 3, 6, 7);
        return low + part[0] * (high - low);
    }

    const MacGrid& grid_;
    const Faces& faces_;
};

// Of what lies in the cells' centres; beyond the outermost centres it stays the same. `place` is in cells.
inline float sample_centres(const MacGrid& grid, const float* cells, const float (&place)[3]) {
    const int count[3] = {grid.nx, grid.ny, grid.nz};
    int at = grid.at(0, 0, 0), next[3];
    float part[3];
    for (int d = 0; d < 3; ++d) {
        const float from = place[d] > 0.5f ? place[d] - 0.5f : 0;
        const int low = static_cast<int>(from) < count[d] - 1 ? static_cast<int>(from) : count[d] - 1;
        part[d] = from - static_cast<float>(low), at += low * grid.stride(d);
        next[d] = low < count[d] - 1 ? grid.stride(d) : 0;
    }
    const auto along_x = [&](int from) { return cells[from] + part[0] * (cells[from + next[0]] - cells[from]); };
    const auto in_plane = [&](int from) {
        const float low = along_x(from);
        return low + part[1] * (along_x(from + next[1]) - low);
    };
    const float low = in_plane(at);
    return low + part[2] * (in_plane(at + next[2]) - low);
}

}  // namespace slosh
