#include "grid/extrapolate.h"

#include <algorithm>

#include "grid/transfer_weights.h"

namespace slosh {
namespace {

constexpr int planes_a_task = 4;

// Where the faces between cells begin along x, y and z.
struct Inner {
    int i, j, k;
    explicit Inner(int axis) : i(axis == 0), j(axis == 1), k(axis == 2) {}
};

}  // namespace

void Extrapolation::resize(const MacGrid& grid) {
    rows_a_plane_ = grid.ny + 2;
    for (std::vector<Row>& rows : rows_) rows.assign(static_cast<size_t>(rows_a_plane_ * (grid.nz + 2)), Row());
}

// In place: what a layer finds is not yet known to it. A plane looks into the two beside it, so tasks of some planes
// each run side by side, every second one first.
void Extrapolation::run(const MacGrid& grid, int layers, Faces& a, Faces& b, Faces& known, Jobs& jobs) {
    look(grid, known, jobs);
    const int tasks = (grid.nz + planes_a_task - 1) / planes_a_task;
    for (int layer = 0; layer < layers; ++layer)
        for (int odd = 0; odd < 2; ++odd) {
            const int half = (tasks + 1 - odd) / 2;
            jobs.run(3 * half, [&](int n) {
                const int axis = n / half, first = (2 * (n % half) + odd) * planes_a_task;
                for (int k = first; k < std::min(first + planes_a_task, grid.nz); ++k)
                    grow(grid, axis, k, layer, a, b, known);
            });
        }
}

void Extrapolation::look(const MacGrid& grid, const Faces& known, Jobs& jobs) {
    for (int axis = 0; axis < 3; ++axis) {
        const Inner inner(axis);
        const float* is = known.axis[axis].data();
        jobs.run(grid.nz - inner.k, [&](int plane) {
            const int k = plane + inner.k;
            for (int j = inner.j; j < grid.ny; ++j) {
                Row& seen = row(axis, j, k);
                seen = {0, 0, true};
                const int origin = grid.at(0, j, k);
                for (int i = inner.i; i < grid.nx; i += lanes) {
                    const int here = bits(load(is + origin + i) > 0.0f), counts = lane_mask(grid.nx - i);
                    if ((here & counts) != 0) seen.cover(i, std::min(i + lanes, grid.nx));
                    seen.all = seen.all && (here & counts) == counts;
                }
            }
        });
    }
}

void Extrapolation::grow(const MacGrid& grid, int axis, int k, int layer, Faces& a, Faces& b, Faces& known) {
    const Inner inner(axis);
    if (k < inner.k) return;
    const int strides[] = {1, -1, grid.row, -grid.row, grid.slab, -grid.slab};
    const Float4 one = splat(1.0f), zero = splat(0.0f);
    const float number = static_cast<float>(layer);
    const Float4 found = splat(1 / (number + 2)), before = splat(1 / (number + 1.5f));
    float *of_a = a.axis[axis].data(), *of_b = b.axis[axis].data(), *is = known.axis[axis].data();
    for (int j = inner.j; j < grid.ny; ++j) {
        Row& own = row(axis, j, k);
        if (own.all) continue;
        // Nothing is reached that is not beside what is known. A neighbour may have grown by this layer already.
        Row around = own;
        for (const int step : {-1, 1, -rows_a_plane_, rows_a_plane_}) {
            const Row& other = (&own)[step];
            if (other.any()) around.cover(other.first, other.end);
        }
        if (!around.any()) continue;
        const int low = std::max(around.first - 1, inner.i), high = std::min(around.end + 1, grid.nx);
        const int origin = grid.at(0, j, k), first = inner.i + (low - inner.i) / lanes * lanes;
        bool all = first == inner.i && high == grid.nx;
        for (int i = first; i < high; i += lanes) {
            const int at = origin + i, left = grid.nx - i;
            const Float4 here = load(is + at);
            const Int4 unknown = (here == 0.0f) & first_lanes(left);
            if (!any(unknown)) continue;
            Float4 sum = zero;
            for (const int stride : strides) sum += mask_and_nonneg(load(is + at + stride) > before, one);
            const Int4 reached = unknown & (sum > 0.0f);
            all = all && !any(unknown & ~reached);
            if (!any(reached)) continue;
            Float4 sum_a = zero, sum_b = zero;
            for (const int stride : strides) {
                const Int4 w = load(is + at + stride) > before;
                sum_a += only(w, load(of_a + at + stride)), sum_b += only(w, load(of_b + at + stride));
            }
            const Float4 share = one / select(reached, sum, one);
            // What is not reached stays, also that behind the end of the row.
            store(of_a + at, select(reached, sum_a * share, load(of_a + at)));
            store(of_b + at, select(reached, sum_b * share, load(of_b + at)));
            store(is + at, select(reached, found, load(is + at)));
            own.cover(i, std::min(i + lanes, grid.nx));
        }
        own.all = all;
    }
}

}  // namespace slosh
