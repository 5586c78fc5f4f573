// The velocity of a MAC grid anywhere in it, by trilinear interpolation of each component.
#pragma once
#include "fluid/grid_particles.h"

namespace slosh {

// Two floats from each of two places.
inline Float4 load_pairs(const float* a, const float* b) {
    using Double2 = double __attribute__((vector_size(16)));
    Double2 pairs;
    std::memcpy(&pairs, a, sizeof(double));
    double second;
    std::memcpy(&second, b, sizeof second);
    pairs[1] = second;
    return reinterpret_cast<Float4>(pairs);
}

// Four places, in cells, each within the grid. Relative to the container, in the unit of the faces.
class MacSampler {
public:
    MacSampler(const MacGrid& grid, const Faces& faces) : faces_(faces), row_(grid.row), slab_(grid.slab) {
        const int cells[3] = {grid.nx, grid.ny, grid.nz};
        for (int d = 0; d < 3; ++d) {
            stride_[d] = static_cast<float>(grid.stride(d));
            last_[d] = static_cast<float>(cells[d] - 1), origin_ += grid.stride(d);
        }
    }

    void sample(const Float4 (&place)[3], Float4 (&out)[3]) const {
        Corner on_faces[3], between[3];
        for (int d = 0; d < 3; ++d) {
            on_faces[d] = corner(d, place[d], last_[d]);
            // Half a cell farther, as what is in the middle of faces begins half a cell outside.
            between[d] = corner(d, place[d] + 0.5f, last_[d] + 1);
        }
        out[0] = component<0>(on_faces[0], between[1], between[2]);
        out[1] = component<1>(between[0], on_faces[1], between[2]);
        out[2] = component<2>(between[0], between[1], on_faces[2]);
    }

private:
    struct Corner {
        Int4 at;      // of the lower entry, along this axis
        Float4 part;  // how far from there to the next
    };

    // Strides are multiples of four or 1, so that the product is exact in a float.
    Corner corner(int d, Float4 from, float last) const {
        const Float4 low = to_float(to_int(min(from, splat(last))));
        return {to_int(low * stride_[d]), from - low};
    }

    template <int axis>
    Float4 component(const Corner& x, const Corner& y, const Corner& z) const {
        constexpr int outside[3] = {axis != 0, axis != 1, axis != 2};
        const float* f = faces_.axis[axis].data() + origin_ - outside[0] - outside[1] * row_ - outside[2] * slab_;
        const Int4 at = x.at + y.at + z.at;
        const Float4 y0 = 1.0f - y.part, z0 = 1.0f - z.part;
        Float4 low, high;
        add_row<true>(f, at, y0 * z0, low, high);
        add_row<false>(f + row_, at, y.part * z0, low, high);
        add_row<false>(f + slab_, at, y0 * z.part, low, high);
        add_row<false>(f + slab_ + row_, at, y.part * z.part, low, high);
        return low + x.part * (high - low);
    }

    // Two neighbours along x at each of four places.
    template <bool first>
    static void add_row(const float* f, Int4 at, Float4 weight, Float4& low, Float4& high) {
        const Float4 ab = load_pairs(f + at[0], f + at[1]), cd = load_pairs(f + at[2], f + at[3]);
        const Float4 lower = weight * __builtin_shufflevector(ab, cd, 0, 2, 4, 6);
        const Float4 upper = weight * __builtin_shufflevector(ab, cd, 1, 3, 5, 7);
        if constexpr (first) low = lower, high = upper;
        else low += lower, high += upper;
    }

    const Faces& faces_;
    int row_, slab_, origin_ = 0;
    float stride_[3], last_[3];
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
