#include "grid/face_fractions.h"

#include <algorithm>

namespace slosh {
namespace {

// Positive fraction of a triangle. Where one corner differs in sign from the other two, both of its edges are cut.
float triangle_fraction(float a, float b, float c) {
    const int above = (a > 0) + (b > 0) + (c > 0);
    if (above == 0) return 0;
    if (above == 3) return 1;
    // Rotate so that a is the corner that differs.
    if ((b > 0) == (above == 1)) std::swap(a, b);
    else if ((c > 0) == (above == 1)) std::swap(a, c);
    const float tip = a / (a - b) * (a / (a - c));
    return above == 1 ? tip : 1 - tip;
}

Float4 square_fractions(Float4 a, Float4 b, Float4 c, Float4 d) {
    const Float4 min_value = min(min(a, b), min(c, d)), max_value = max(max(a, b), max(c, d));
    Float4 fraction = mask_and_nonneg(min_value > 0.0f, splat(1));
    const int cut = movemask((min_value <= 0.0f) & (max_value > 0.0f));
    for (int lane = 0; cut >> lane != 0; ++lane)
        if (cut >> lane & 1) {
            const float exact = positive_fraction(a[lane], b[lane], c[lane], d[lane]);
            fraction[lane] = exact < min_face_fraction ? 0 : exact;
        }
    return fraction;
}

}  // namespace

float positive_fraction(float a, float b, float c, float d) {
    const float centre = 0.25f * ((a + b) + (c + d));
    return 0.25f * ((triangle_fraction(a, b, centre) + triangle_fraction(b, c, centre)) +
                    (triangle_fraction(c, d, centre) + triangle_fraction(d, a, centre)));
}

void find_face_fractions(const MacGrid& grid, const SimdArray<float>& solid, const SimdArray<uint8_t>* stale,
                         Faces& face_fraction, Jobs& jobs) {
    jobs.run(grid.nz + 1, [&](int k) {
        for (int axis = 0; axis < 3; ++axis) {
            // Offsets of the face corners along the two other axes.
            const int u = grid.stride(axis == 0 ? 1 : 0), v = grid.stride(axis == 2 ? 1 : 2);
            float* const fraction_of = face_fraction.axis[axis].data();
            for (int j = 0; j <= grid.ny; ++j) {
                const int start = grid.at(-1, j, k);
                if (!stale) std::fill_n(fraction_of + start, grid.row, 0.0f);
                if (j == grid.ny || k == grid.nz || (axis == 1 && j == 0) || (axis == 2 && k == 0)) continue;
                const int first = axis == 0 ? 1 : 0;
                for (int i = first; i < grid.nx; i += lanes) {
                    const int cell = grid.at(i, j, k), count = std::min(lanes, grid.nx - i);
                    const auto is_stale = [&](int lane) { return !stale || (*stale)[cell + lane] != 0; };
                    if (!is_stale(0) && !is_stale(1) && !is_stale(2) && !is_stale(3)) continue;
                    const float* at = solid.data() + cell;
                    const Float4 fraction = square_fractions(load(at), load(at + u), load(at + u + v), load(at + v));
                    for (int lane = 0; lane < count; ++lane)
                        if (is_stale(lane)) fraction_of[cell + lane] = fraction[lane];
                }
            }
        }
    });
}

}  // namespace slosh
