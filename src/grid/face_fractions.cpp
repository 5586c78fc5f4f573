#include "grid/face_fractions.h"

#include <algorithm>

namespace slosh {
namespace {

// Of a triangle. Where one corner differs from the two others, both of its edges are cut.
float share_of_triangle(float a, float b, float c) {
    const int above = (a > 0) + (b > 0) + (c > 0);
    if (above == 0) return 0;
    if (above == 3) return 1;
    // Turned until a is the one that differs.
    if ((b > 0) == (above == 1)) std::swap(a, b);
    else if ((c > 0) == (above == 1)) std::swap(a, c);
    const float tip = a / (a - b) * (a / (a - c));
    return above == 1 ? tip : 1 - tip;
}

Float4 shares(Float4 a, Float4 b, Float4 c, Float4 d) {
    const Float4 least = min(min(a, b), min(c, d)), most = max(max(a, b), max(c, d));
    Float4 share = mask_and_nonneg(least > 0.0f, splat(1));
    const int cut = bits((least <= 0.0f) & (most > 0.0f));
    for (int lane = 0; cut >> lane != 0; ++lane)
        if (cut >> lane & 1) {
            const float exact = positive_share(a[lane], b[lane], c[lane], d[lane]);
            share[lane] = exact < min_open_share ? 0 : exact;
        }
    return share;
}

}  // namespace

float positive_share(float a, float b, float c, float d) {
    const float centre = 0.25f * ((a + b) + (c + d));
    return 0.25f * ((share_of_triangle(a, b, centre) + share_of_triangle(b, c, centre)) +
                    (share_of_triangle(c, d, centre) + share_of_triangle(d, a, centre)));
}

void find_open_faces(const MacGrid& grid, const SimdArray<float>& solid, SimdArray<float>& open_x,
                     SimdArray<float>& open_y, SimdArray<float>& open_z, Jobs& jobs) {
    SimdArray<float>* const open[] = {&open_x, &open_y, &open_z};
    jobs.run(grid.nz + 1, [&](int k) {
        for (int axis = 0; axis < 3; ++axis) {
            // The corners of a face: along the two other axes.
            const int u = grid.stride(axis == 0 ? 1 : 0), v = grid.stride(axis == 2 ? 1 : 2);
            float* const shares_of = open[axis]->data();
            for (int j = 0; j <= grid.ny; ++j) {
                const int start = grid.at(-1, j, k);
                std::fill_n(shares_of + start, grid.row, 0.0f);
                if (j == grid.ny || k == grid.nz || (axis == 1 && j == 0) || (axis == 2 && k == 0)) continue;
                const int first = axis == 0 ? 1 : 0;
                for (int i = first; i < grid.nx; i += lanes) {
                    const float* at = solid.data() + grid.at(i, j, k);
                    const Float4 share = shares(load(at), load(at + u), load(at + u + v), load(at + v));
                    const int count = std::min(lanes, grid.nx - i);
                    for (int lane = 0; lane < count; ++lane) shares_of[grid.at(i + lane, j, k)] = share[lane];
                }
            }
        }
    });
}

}  // namespace slosh
