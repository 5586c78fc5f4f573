#include "grid/pressure/incomplete_cholesky.h"

#include <algorithm>
#include <thread>

namespace slosh {
namespace {

// One row in each of four consecutive slabs: the wavefront of a task.
struct SlabRows {
    int start[lanes] = {};  // index of the row's first entry; a border row for lanes outside
    bool inside[lanes] = {};
    int from = 0, to = 0;  // range of offsets in the rows that covers all fluid

    void store_columns(float* out, int offset, Float4 a, Float4 b, Float4 c, Float4 d) const {
        transpose(a, b, c, d);
        const Float4 rows[] = {a, b, c, d};
        for (int lane = 0; lane < lanes; ++lane)
            if (inside[lane]) store(out + start[lane] + offset, rows[lane]);
    }
};

// The rows (step - lane, slab + lane).
SlabRows rows_of(const FluidRows& fluid, int slab, int step) {
    const MacGrid& grid = fluid.grid();
    SlabRows rows;
    rows.from = grid.row;
    for (int lane = 0; lane < lanes; ++lane) {
        const int j = step - lane, k = slab + lane;
        rows.inside[lane] = j >= 0 && j < grid.ny && k < grid.nz;
        rows.start[lane] = rows.inside[lane] ? grid.at(-1, j, k) : grid.at(-1, -1, std::min(k, grid.nz - 1));
        if (!rows.inside[lane]) continue;
        const RowRange run = fluid.row(j, k);
        if (run.begin == run.end) continue;
        rows.from = std::min(rows.from, run.begin - rows.start[lane]);
        rows.to = std::max(rows.to, run.end - rows.start[lane]);
    }
    return rows;
}

// Spins until the task below has progressed. A row takes some hundred spins; after 1000 its thread has probably been
// descheduled.
void wait_for(const std::atomic<int>& steps, int required) {
    for (int spins = 0; steps.load(std::memory_order_acquire) < required;)
        if (++spins > 1000) std::this_thread::yield();
}

}  // namespace

void IncompleteCholesky::reshape(const MacGrid& grid) {
    tasks_ = (grid.nz + lanes - 1) / lanes;
    progress_ = std::make_unique<Progress[]>(static_cast<size_t>(tasks_));
}

// Calls f(rows) for all rows, after the rows that precede them in the natural order (or follow, downwards). Tasks start
// in order, so the task that a task waits for is done or running.
template <class F>
void IncompleteCholesky::sweep(const FluidRows& fluid, bool upwards, Jobs& jobs, F&& f) {
    const int steps = fluid.grid().ny + lanes - 1;
    for (int task = 0; task < tasks_; ++task) progress_[static_cast<size_t>(task)].steps = 0;
    jobs.run_in_order(tasks_, [&](int task) {
        const int slab = (upwards ? task : tasks_ - 1 - task) * lanes;
        std::atomic<int>& done = progress_[static_cast<size_t>(task)].steps;
        for (int step = 0; step < steps; ++step) {
            // The last slab of the task below lags three rows behind its first.
            if (task > 0) wait_for(progress_[static_cast<size_t>(task) - 1].steps, std::min(step + lanes, steps));
            const SlabRows rows = rows_of(fluid, slab, upwards ? step : steps - 1 - step);
            if (rows.from < rows.to) f(rows);
            done.store(step + 1, std::memory_order_release);
        }
    });
}

void IncompleteCholesky::factor(const Stencil& stencil, const FluidRows& fluid, float modified, float* inv_pivots,
                                Jobs& jobs) {
    constexpr float min_pivot_ratio =
        0.25f;  // of the diagonal; a smaller pivot is replaced by the diagonal (Bridson 2008)
    sweep(fluid, true, jobs, [&](const SlabRows& rows) {
        const Stencil s = stencil;
        float* const e = inv_pivots;
        Float4 before = splat(0);
        for (int offset = rows.from; offset < rows.to; offset += lanes) {
            // pivot = rest - along_x / (pivot of the cell before)
            Float4 rest[lanes], along_x[lanes], diagonal[lanes];
            for (int lane = 0; lane < lanes; ++lane) {
                const int i = rows.start[lane] + offset, y = i - s.row, z = i - s.slab;
                const Float4 link_x = load(s.link_x + i), link_y = load(s.link_y + i), link_z = load(s.link_z + i);
                // Fill-in of the lower neighbour towards its two other neighbours.
                const Float4 from_x = load(s.link_y + i - 1 + s.row) + load(s.link_z + i - 1 + s.slab);
                const Float4 from_y = load(s.link_x + y + 1) + load(s.link_z + y + s.slab);
                const Float4 from_z = load(s.link_x + z + 1) + load(s.link_y + z + s.row);
                diagonal[lane] = load(s.diagonal + i);
                rest[lane] = diagonal[lane] - (link_y * (link_y + modified * from_y) * load(e + y) +
                                               link_z * (link_z + modified * from_z) * load(e + z));
                along_x[lane] = link_x * (link_x + modified * from_x);
            }
            transpose(rest[0], rest[1], rest[2], rest[3]);
            transpose(along_x[0], along_x[1], along_x[2], along_x[3]);
            transpose(diagonal[0], diagonal[1], diagonal[2], diagonal[3]);
            Float4 inverse[lanes];
            for (int c = 0; c < lanes; ++c) {
                Float4 pivot = rest[c] - along_x[c] * before;
                pivot = select(pivot < min_pivot_ratio * diagonal[c], diagonal[c], pivot);
                before = inverse[c] = mask_and(pivot > 0.0f, 1.0f / pivot);
            }
            rows.store_columns(e, offset, inverse[0], inverse[1], inverse[2], inverse[3]);
        }
    });
}

void IncompleteCholesky::apply(const Stencil& stencil, const FluidRows& fluid, const float* inv_pivots, const float* r,
                               float* z, Jobs& jobs) {
    // Forward substitution (E + L) y = r: y = (r + links times the previous y) / pivot. y is stored in z.
    sweep(fluid, true, jobs, [&](const SlabRows& rows) {
        const Stencil s = stencil;
        Float4 before = splat(0);
        for (int offset = rows.from; offset < rows.to; offset += lanes) {
            Float4 y[lanes], along_x[lanes];
            for (int lane = 0; lane < lanes; ++lane) {
                const int i = rows.start[lane] + offset;
                const Float4 e = load(inv_pivots + i);
                y[lane] = e * (load(r + i) +
                               (load(s.link_y + i) * load(z + i - s.row) + load(s.link_z + i) * load(z + i - s.slab)));
                along_x[lane] = e * load(s.link_x + i);
            }
            transpose(y[0], y[1], y[2], y[3]);
            transpose(along_x[0], along_x[1], along_x[2], along_x[3]);
            for (int c = 0; c < lanes; ++c) before = y[c] += along_x[c] * before;
            rows.store_columns(z, offset, y[0], y[1], y[2], y[3]);
        }
    });
    // Backward substitution E^-1 (E + L^T) z = y: z = y + (links times the following z) / pivot.
    sweep(fluid, false, jobs, [&](const SlabRows& rows) {
        const Stencil s = stencil;
        Float4 behind = splat(0);
        for (int offset = rows.to - lanes; offset >= rows.from; offset -= lanes) {
            Float4 x[lanes], along_x[lanes];
            for (int lane = 0; lane < lanes; ++lane) {
                const int i = rows.start[lane] + offset;
                const Float4 e = load(inv_pivots + i);
                x[lane] = load(z + i) + e * (load(s.link_y + i + s.row) * load(z + i + s.row) +
                                             load(s.link_z + i + s.slab) * load(z + i + s.slab));
                along_x[lane] = e * load(s.link_x + i + 1);
            }
            transpose(x[0], x[1], x[2], x[3]);
            transpose(along_x[0], along_x[1], along_x[2], along_x[3]);
            for (int c = lanes - 1; c >= 0; --c) behind = x[c] += along_x[c] * behind;
            rows.store_columns(z, offset, x[0], x[1], x[2], x[3]);
        }
    });
}

}  // namespace slosh
