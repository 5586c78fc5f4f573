// The velocity of a MAC grid anywhere in it, by trilinear interpolation of each component.
#pragma once
#include "fluid/grid_particles.h"

namespace slosh {

// Two floats from each of two places.
inline Float4 load_pairs(const float* a, const float* b) {
    using Long2 = int64_t __attribute__((vector_size(16)));
    int64_t first, second;
    std::memcpy(&first, a, sizeof first);
    std::memcpy(&second, b, sizeof second);
    return reinterpret_cast<Float4>(Long2{first, second});
}

// The lower corners of the boxes of eight entries that four places are in, axis by axis.
struct MacCorner {
    Float4 at;    // of the lower entry, along its axis; whole
    Float4 part;  // how far from there to the next, 0..1

    // `from` counts entries, up to `last`, beyond which there is one more. Up to four million entries are exact in a
    // float.
    static MacCorner of(Float4 from, float last, float stride) {
        const Float4 low = whole(min(from, splat(last)));
        return {low * stride, from - low};
    }
};

// Of what begins at `f` in an array of the grid's layout.
inline Float4 interpolate(const MacGrid& grid, const float* f, const MacCorner& x, const MacCorner& y,
                          const MacCorner& z) {
    const Int4 at = whole_to_int(x.at + y.at + z.at);
    const Float4 y0 = 1.0f - y.part, z0 = 1.0f - z.part;
    const Float4 weights[] = {y0 * z0, y.part * z0, y0 * z.part, y.part * z.part};
    const int rows[] = {0, grid.row, grid.slab, grid.slab + grid.row};
    Float4 low = splat(0.0f), high = splat(0.0f);
    for (int r = 0; r < 4; ++r) {
        const float* row = f + rows[r];
        const Float4 ab = load_pairs(row + at[0], row + at[1]), cd = load_pairs(row + at[2], row + at[3]);
        low += weights[r] * __builtin_shufflevector(ab, cd, 0, 2, 4, 6);
        high += weights[r] * __builtin_shufflevector(ab, cd, 1, 3, 5, 7);
    }
    return low + x.part * (high - low);
}

// At four places, in cells, of what lies in the centres of cells; beyond the outermost ones it stays the same.
inline Float4 sample_centres(const MacGrid& grid, const float* cells, const Float4 (&place)[3]) {
    const int count[3] = {grid.nx, grid.ny, grid.nz};
    MacCorner corner[3];
    for (int d = 0; d < 3; ++d) {
        const float last = static_cast<float>(count[d] - 1);
        corner[d] =
            MacCorner::of(clamp(place[d] - 0.5f, splat(0.0f), splat(last)), last, static_cast<float>(grid.stride(d)));
    }
    return interpolate(grid, cells + grid.at(0, 0, 0), corner[0], corner[1], corner[2]);
}

// Four places, in cells, each within the grid. Relative to the container, in the unit of the faces.
class MacSampler {
public:
    MacSampler(const MacGrid& grid, const Faces& faces) : grid_(grid), faces_(faces) {
        const int cells[3] = {grid.nx, grid.ny, grid.nz};
        for (int d = 0; d < 3; ++d)
            stride_[d] = static_cast<float>(grid.stride(d)), last_[d] = static_cast<float>(cells[d] - 1);
    }

    void sample(const Float4 (&place)[3], Float4 (&out)[3]) const {
        MacCorner on_faces[3], between[3];
        for (int d = 0; d < 3; ++d) {
            on_faces[d] = MacCorner::of(place[d], last_[d], stride_[d]);
            // Half a cell farther, as what is in the middle of faces begins half a cell outside.
            between[d] = MacCorner::of(place[d] + 0.5f, last_[d] + 1, stride_[d]);
        }
        const float *u = faces_.axis[0].data(), *v = faces_.axis[1].data(), *w = faces_.axis[2].data();
        out[0] = interpolate(grid_, u + grid_.at(0, -1, -1), on_faces[0], between[1], between[2]);
        out[1] = interpolate(grid_, v + grid_.at(-1, 0, -1), between[0], on_faces[1], between[2]);
        out[2] = interpolate(grid_, w + grid_.at(-1, -1, 0), between[0], between[1], on_faces[2]);
    }

private:
    const MacGrid& grid_;
    const Faces& faces_;
    float stride_[3], last_[3];
};

}  // namespace slosh
