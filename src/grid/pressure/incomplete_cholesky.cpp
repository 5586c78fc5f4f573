#include "grid/pressure/incomplete_cholesky.h"

#include <algorithm>
#include <thread>

namespace slosh {
namespace {

// A row in each of four consecutive slabs.
struct Rows {
    int start[lanes] = {};  // where the row begins in the arrays; of the border where there is none
    bool inside[lanes] = {};
    int from = 0, to = 0;  // the places in any of the rows that hold fluid

    void store_columns(float* out, int place, Float4 a, Float4 b, Float4 c, Float4 d) const {
        transpose(a, b, c, d);
        const Float4 rows[] = {a, b, c, d};
        for (int lane = 0; lane < lanes; ++lane)
            if (inside[lane]) store(out + start[lane] + place, rows[lane]);
    }
};

// The rows (step - lane, slab + lane).
Rows rows_of(const FluidRows& fluid, int slab, int step) {
    const MacGrid& grid = fluid.grid();
    Rows rows;
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

// Some hundred looks are longer than a step; then the other's core may have been taken away.
void wait_for(const std::atomic<int>& steps, int wanted) {
    for (int looks = 0; steps.load(std::memory_order_acquire) < wanted;)
        if (++looks > 1000) std::this_thread::yield();
}

}  // namespace

void IncompleteCholesky::reshape(const MacGrid& grid) {
    tasks_ = (grid.nz + lanes - 1) / lanes;
    progress_ = std::make_unique<Progress[]>(static_cast<size_t>(tasks_));
}

// f(rows) for all rows, those that come before it in the natural order, or after it, before every other. Tasks begin in
// order: the one that a task follows is done or at work.
template <class F>
void IncompleteCholesky::sweep(const FluidRows& fluid, bool upwards, Jobs& jobs, F&& f) {
    const int steps = fluid.grid().ny + lanes - 1;
    for (int task = 0; task < tasks_; ++task) progress_[static_cast<size_t>(task)].steps = 0;
    jobs.run_in_order(tasks_, [&](int task) {
        const int slab = (upwards ? task : tasks_ - 1 - task) * lanes;
        std::atomic<int>& done = progress_[static_cast<size_t>(task)].steps;
        for (int step = 0; step < steps; ++step) {
            // The last slab of the task before is three rows behind its first.
            if (task > 0) wait_for(progress_[static_cast<size_t>(task) - 1].steps, std::min(step + lanes, steps));
            const Rows rows = rows_of(fluid, slab, upwards ? step : steps - 1 - step);
            if (rows.from < rows.to) f(rows);
            done.store(step + 1, std::memory_order_release);
        }
    });
}

void IncompleteCholesky::factor(const Stencil& stencil, const FluidRows& fluid, float modified, float* inv_pivots,
                                Jobs& jobs) {
    constexpr float smallest_share = 0.25f;  // of the diagonal; a pivot below it is given up (Bridson 2008)
    sweep(fluid, true, jobs, [&](const Rows& rows) {
        const Stencil s = stencil;
        float* const e = inv_pivots;
        Float4 before = splat(0);
        for (int place = rows.from; place < rows.to; place += lanes) {
            // pivot = rest - along_x / (pivot of the cell before)
            Float4 rest[lanes], along_x[lanes], diagonal[lanes];
            for (int lane = 0; lane < lanes; ++lane) {
                const int i = rows.start[lane] + place, y = i - s.row, z = i - s.slab;
                const Float4 link_x = load(s.link_x + i), link_y = load(s.link_y + i), link_z = load(s.link_z + i);
                // What two neighbours of the one below make of its fill-in.
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
                pivot = select(pivot < smallest_share * diagonal[c], diagonal[c], pivot);
                before = inverse[c] = only(pivot > 0.0f, 1.0f / pivot);
            }
            rows.store_columns(e, place, inverse[0], inverse[1], inverse[2], inverse[3]);
        }
    });
}

void IncompleteCholesky::apply(const Stencil& stencil, const FluidRows& fluid, const float* inv_pivots, const float* r,
                               float* z, Jobs& jobs) {
    // (E + L) y = r: y = (r + the links times the y before) / pivot. y is kept in z.
    sweep(fluid, true, jobs, [&](const Rows& rows) {
        const Stencil s = stencil;
        Float4 before = splat(0);
        for (int place = rows.from; place < rows.to; place += lanes) {
            Float4 y[lanes], along_x[lanes];
            for (int lane = 0; lane < lanes; ++lane) {
                const int i = rows.start[lane] + place;
                const Float4 e = load(inv_pivots + i);
                y[lane] = e * (load(r + i) +
                               (load(s.link_y + i) * load(z + i - s.row) + load(s.link_z + i) * load(z + i - s.slab)));
                along_x[lane] = e * load(s.link_x + i);
            }
            transpose(y[0], y[1], y[2], y[3]);
            transpose(along_x[0], along_x[1], along_x[2], along_x[3]);
            for (int c = 0; c < lanes; ++c) before = y[c] += along_x[c] * before;
            rows.store_columns(z, place, y[0], y[1], y[2], y[3]);
        }
    });
    // E^-1 (E + L^T) z = y: z = y + the links times the z behind, / pivot.
    sweep(fluid, false, jobs, [&](const Rows& rows) {
        const Stencil s = stencil;
        Float4 behind = splat(0);
        for (int place = rows.to - lanes; place >= rows.from; place -= lanes) {
            Float4 x[lanes], along_x[lanes];
            for (int lane = 0; lane < lanes; ++lane) {
                const int i = rows.start[lane] + place;
                const Float4 e = load(inv_pivots + i);
                x[lane] = load(z + i) + e * (load(s.link_y + i + s.row) * load(z + i + s.row) +
                                             load(s.link_z + i + s.slab) * load(z + i + s.slab));
                along_x[lane] = e * load(s.link_x + i + 1);
            }
            transpose(x[0], x[1], x[2], x[3]);
            transpose(along_x[0], along_x[1], along_x[2], along_x[3]);
            for (int c = lanes - 1; c >= 0; --c) behind = x[c] += along_x[c] * behind;
            rows.store_columns(z, place, x[0], x[1], x[2], x[3]);
        }
    });
}

}  // namespace slosh
