// The passes over neighbours of diagnostics.h. Included by the sources that instantiate them, diagnostics_2d.cpp and
// diagnostics_3d.cpp. Modules without scenes in 2D or 3D link a stub in place of one of them.
#pragma once
#include <algorithm>

#include "analysis/diagnostics.h"

namespace slosh {
namespace detail {

constexpr int neighbour_block = 128;  // particles per task

template <int D>
int stencil_ranges(const CellGrid& cells, const SimdArray<float>* x, int i, IndexRange* out) {
    if constexpr (D == 2) return cells.ranges_2d(x[0][i], x[1][i], out);
    else return cells.ranges_3d(x[0][i], x[1][i], x[2][i], out);
}

// Sums around one particle: w x_a x_b, and w v_a x_b, over its neighbours.
template <int D>
struct LinearFit {
    static constexpr int pairs = D * (D + 1) / 2;
    Float4 moment[pairs] = {}, flow[D * D] = {};

    void add(Float4 w, const Float4* dx, const Float4* dv) {
        for (int a = 0, k = 0; a < D; ++a) {
            const Float4 wx = w * dx[a];
            for (int b = a; b < D; ++b) moment[k++] += wx * dx[b];
            for (int b = 0; b < D; ++b) flow[b * D + a] += wx * dv[b];
        }
    }
};

// Curl of the fitted velocity gradient G = F M^-1; 0 where the neighbours do not span the space.
inline float curl(const LinearFit<2>& fit) {
    const float xx = reduce_add(fit.moment[0]), xy = reduce_add(fit.moment[1]), yy = reduce_add(fit.moment[2]);
    const float det = xx * yy - xy * xy, size = xx * yy;
    if (!(det > 1e-4f * size) || !(size > 0)) return 0;
    const float fux = reduce_add(fit.flow[0]), fuy = reduce_add(fit.flow[1]), fvx = reduce_add(fit.flow[2]),
                fvy = reduce_add(fit.flow[3]);
    const float dv_dx = (fvx * yy - fvy * xy) / det, du_dy = (fuy * xx - fux * xy) / det;
    return dv_dx - du_dy;
}
inline float curl(const LinearFit<3>& fit) {
    const float a = reduce_add(fit.moment[0]), b = reduce_add(fit.moment[1]), c = reduce_add(fit.moment[2]),
                d = reduce_add(fit.moment[3]), e = reduce_add(fit.moment[4]), f = reduce_add(fit.moment[5]);
    // The adjugate of the symmetric matrix a b c, b d e, c e f.
    const float i[3][3] = {{d * f - e * e, c * e - b * f, b * e - c * d},
                           {c * e - b * f, a * f - c * c, b * c - a * e},
                           {b * e - c * d, b * c - a * e, a * d - b * b}};
    const float det = a * i[0][0] + b * i[0][1] + c * i[0][2], size = a * d * f;
    if (!(det > 1e-4f * size) || !(size > 0)) return 0;
    const auto gradient = [&](int of, int by) {
        float g = 0;
        for (int k = 0; k < 3; ++k) g += reduce_add(fit.flow[of * 3 + k]) * i[k][by];
        return g / det;
    };
    const float x = gradient(2, 1) - gradient(1, 2), y = gradient(0, 2) - gradient(2, 0),
                z = gradient(1, 0) - gradient(0, 1);
    return __builtin_sqrtf(x * x + y * y + z * z);
}

}  // namespace detail

template <int D>
void Diagnostics::count_neighbours(float radius, Jobs& jobs) {
    const float radius2 = radius * radius;
    jobs.for_range(cells_.count(), detail::neighbour_block, [&](int begin, int end) {
        for (int i = begin; i < end; ++i) {
            IndexRange ranges[CellGrid::max_ranges];
            const int range_count = detail::stencil_ranges<D>(cells_, x_, i, ranges);
            Float4 found{};
            for (int k = 0; k < range_count; ++k)
                for (int j = ranges[k].begin; j < ranges[k].end; j += lanes) {
                    Float4 r2{};
                    for (int d = 0; d < D; ++d) {
                        const Float4 dx = load(x_[d].data() + j) - x_[d][i];
                        r2 += dx * dx;
                    }
                    found += mask_and_nonneg(r2 < radius2, splat(1));
                }
            // Without the particle itself.
            values_[cells_.order()[static_cast<size_t>(i)]] = std::max(reduce_add(found) - 1, 0.0f);
        }
    });
}

template <int D>
void Diagnostics::find_curl(float radius, Jobs& jobs) {
    const float inv_radius2 = 1 / (radius * radius);
    jobs.for_range(cells_.count(), detail::neighbour_block, [&](int begin, int end) {
        for (int i = begin; i < end; ++i) {
            IndexRange ranges[CellGrid::max_ranges];
            const int range_count = detail::stencil_ranges<D>(cells_, x_, i, ranges);
            detail::LinearFit<D> fit;
            Float4 found{};
            for (int k = 0; k < range_count; ++k)
                for (int j = ranges[k].begin; j < ranges[k].end; j += lanes) {
                    Float4 r2{}, dx[D], dv[D];
                    for (int d = 0; d < D; ++d) {
                        dx[d] = load(x_[d].data() + j) - x_[d][i];
                        r2 += dx[d] * dx[d];
                    }
                    const Float4 w = 1.0f - r2 * inv_radius2;
                    if (!any(w > 0.0f)) continue;
                    // Lanes outside the radius may hold any value, NaN included.
                    const Int4 inside = w > 0.0f;
                    for (int d = 0; d < D; ++d) {
                        dx[d] = select(inside, dx[d], Float4{});
                        dv[d] = select(inside, load(v_[d].data() + j) - v_[d][i], Float4{});
                    }
                    found += mask_and_nonneg(inside, splat(1));
                    fit.add(select(inside, w * w, Float4{}), dx, dv);
                }
            values_[cells_.order()[static_cast<size_t>(i)]] =
                reduce_add(found) < Diagnostics::min_fitted ? 0 : detail::curl(fit);
        }
    });
}

}  // namespace slosh
