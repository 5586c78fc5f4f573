#include "grid/extrapolate.h"

#include <algorithm>

#include "grid/transfer_weights.h"

namespace slosh {
namespace {

constexpr int planes_per_task = 4;

// The first face between cells along x, y and z.
struct Inner {
    int i, j, k;
    explicit Inner(int axis) : i(axis == 0), j(axis == 1), k(axis == 2) {}
};

}  // namespace

void Extrapolation::resize(const MacGrid& grid) {
    rows_per_plane_ = grid.ny + 2;
    for (std::vector<Row>& rows : rows_) rows.assign(static_cast<size_t>(rows_per_plane_ * (grid.nz + 2)), Row());
}

// In place: faces of the present layer carry a marker that its own comparisons exclude. A plane reads the two beside
// it, so tasks of planes_per_task planes run in two colours: first the even ones, then the odd ones.
void Extrapolation::run(const MacGrid& grid, int layers, const ExtrapolatedFields& fields, Jobs& jobs) {
    find_valid_rows(grid, fields.valid, jobs);
    const int tasks = (grid.nz + planes_per_task - 1) / planes_per_task;
    for (int layer = 0; layer < layers; ++layer)
        for (int odd = 0; odd < 2; ++odd) {
            const int half = (tasks + 1 - odd) / 2;
            jobs.run(3 * half, [&](int n) {
                const int axis = n / half, first = (2 * (n % half) + odd) * planes_per_task;
                for (int k = first; k < std::min(first + planes_per_task, grid.nz); ++k)
                    extend_layer(grid, axis, k, layer, fields);
            });
        }
}

void Extrapolation::find_valid_rows(const MacGrid& grid, const Faces& valid, Jobs& jobs) {
    for (int axis = 0; axis < 3; ++axis) {
        const Inner inner(axis);
        const float* is = valid.axis[axis].data();
        jobs.run(grid.nz - inner.k, [&](int plane) {
            const int k = plane + inner.k;
            for (int j = inner.j; j < grid.ny; ++j) {
                Row& range = row(axis, j, k);
                range = {0, 0, true};
                const int origin = grid.at(0, j, k);
                for (int i = inner.i; i < grid.nx; i += lanes) {
                    const int here = movemask(load(is + origin + i) > 0.0f), counts = lane_mask(grid.nx - i);
                    if ((here & counts) != 0) range.cover(i, std::min(i + lanes, grid.nx));
                    range.all = range.all && (here & counts) == counts;
                }
            }
        });
    }
}

void Extrapolation::extend_layer(const MacGrid& grid, int axis, int k, int layer, const ExtrapolatedFields& fields) {
    const Inner inner(axis);
    if (k < inner.k) return;
    const int strides[] = {1, -1, grid.row, -grid.row, grid.slab, -grid.slab};
    const Float4 one = splat(1.0f), zero = splat(0.0f);
    const float layer_index = static_cast<float>(layer);
    const Float4 marker = splat(1 / (layer_index + 2)), min_marker = splat(1 / (layer_index + 1.5f));
    float *of_a = fields.a.axis[axis].data(), *of_b = fields.b.axis[axis].data();
    float* is = fields.valid.axis[axis].data();
    for (int j = inner.j; j < grid.ny; ++j) {
        Row& current = row(axis, j, k);
        if (current.all) continue;
        // Only faces next to valid ones can be extended. A neighbour row may have grown by this layer already.
        Row around = current;
        for (const int step : {-1, 1, -rows_per_plane_, rows_per_plane_}) {
            const Row& other = (&current)[step];
            if (other.any()) around.cover(other.first, other.end);
        }
        if (!around.any()) continue;
        const int low = std::max(around.first - 1, inner.i), high = std::min(around.end + 1, grid.nx);
        const int origin = grid.at(0, j, k), first = inner.i + (low - inner.i) / lanes * lanes;
        bool all = first == inner.i && high == grid.nx;
        for (int i = first; i < high; i += lanes) {
            const int at = origin + i, left = grid.nx - i;
            const Float4 here = load(is + at);
            const Int4 invalid = (here == 0.0f) & first_lanes(left);
            if (!any(invalid)) continue;
            Float4 sum = zero;
            for (const int stride : strides) sum += mask_and_nonneg(load(is + at + stride) > min_marker, one);
            const Int4 extended = invalid & (sum > 0.0f);
            all = all && !any(invalid & ~extended);
            if (!any(extended)) continue;
            Float4 sum_a = zero, sum_b = zero;
            for (const int stride : strides) {
                const Int4 w = load(is + at + stride) > min_marker;
                sum_a += mask_and(w, load(of_a + at + stride));
                sum_b += mask_and(w, load(of_b + at + stride));
            }
            const Float4 inv_count = one / select(extended, sum, one);
            // Other lanes keep their values, also beyond the end of the row.
            store(of_a + at, select(extended, sum_a * inv_count, load(of_a + at)));
            store(of_b + at, select(extended, sum_b * inv_count, load(of_b + at)));
            store(is + at, select(extended, marker, load(is + at)));
            current.cover(i, std::min(i + lanes, grid.nx));
        }
        current.all = all;
    }
}

}  // namespace slosh
