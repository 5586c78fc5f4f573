#include "grid/pressure/multigrid.h"

#include <algorithm>

namespace slosh {
namespace {

constexpr float link_scale = 0.25f;  // four fine links a coarse one, halved, and halved again for the level
constexpr float air_scale = 0.36f;   // minimises the iterations of flat and of sloping surfaces on average (measured)
constexpr float residual_scale = 0.5f;

// 1 / (1.2 +- 0.8 cos(pi / 4)): Chebyshev polynomial of degree two for the eigenvalues of D^-1 A from 0.4, about where
// the coarse grid takes over, to their bound 2.
constexpr float chebyshev_weights[] = {0.5663523f, 1.5765042f};

// De-interleaves 8 entries from p: the even and the odd ones.
struct Pairs {
    Float4 first, second;
};
Pairs pairs(Float4 a, Float4 b) {
    return {__builtin_shufflevector(a, b, 0, 2, 4, 6), __builtin_shufflevector(a, b, 1, 3, 5, 7)};
}
Float4 pair_sums(Float4 a, Float4 b) {
    const Pairs both = pairs(a, b);
    return both.first + both.second;
}
Float4 pair_sums(const float* p) { return pair_sums(load(p), load(p + lanes)); }

int cells(const MacGrid& grid) { return grid.nx * grid.ny * grid.nz; }

// The fine cells of a row of coarse cells. The coarse cell with the offset c = i + 1 in its row has the offsets 2 c - 1
// and 2 c in up to four fine rows; at the upper end of an odd grid some are missing.
struct Children {
    int start;  // offset c of the coarse row is start + 2 c - 1 in the first fine row
    int row, slab;
    bool more_j, more_k;

    Children(const MacGrid& fine, int j, int k)
        : start(fine.at(-1, 2 * j, 2 * k)),
          row(fine.row),
          slab(fine.slab),
          more_j(2 * j + 1 < fine.ny),
          more_k(2 * k + 1 < fine.nz) {}

    // Sum of f(n) over the fine rows.
    template <class F>
    Float4 sum(int offset, F&& f) const {
        const int n = start + 2 * offset - 1;
        Float4 total = f(n);
        if (more_j) total += f(n + row);
        if (more_k) total += f(n + slab);
        if (more_j && more_k) total += f(n + row + slab);
        return total;
    }
};

// Calls f(run, j, k, offset) for each run with its row and its offset in it.
template <class F>
void for_runs_of_rows(const FluidRows& rows, Jobs& jobs, F&& f) {
    const int row = rows.grid().row, slab = rows.grid().slab;
    rows.for_runs(jobs, [&](int begin, int end) {
        f(RowRange{begin, end}, begin % slab / row - 1, begin / slab - 1, begin % slab % row);
    });
}

}  // namespace

void Multigrid::Level::reshape(const MacGrid& grid) {
    rows.reshape(grid);
    for (SimdArray<float>* field : {&diagonal, &inverse, &link[0], &link[1], &link[2], &b, &x, &scratch})
        field->assign(grid.size());
}

Stencil Multigrid::Level::stencil() const {
    return {diagonal.data(), inverse.data(),  link[0].data(),  link[1].data(),
            link[2].data(),  rows.grid().row, rows.grid().slab};
}

void Multigrid::reshape(const MacGrid& fine) {
    levels_.clear();
    MacGrid grid = fine;
    while (std::max({grid.nx, grid.ny, grid.nz}) > 1) {
        const MacGrid finer = grid;
        grid = MacGrid((finer.nx + 1) / 2, (finer.ny + 1) / 2, (finer.nz + 1) / 2, 2 * finer.h);
        levels_.emplace_back().reshape(grid);
        // W-cycle: visiting coarse grids twice keeps the iteration count independent of the number of levels. The cost
        // is small where cells decrease eightfold; in a thin channel it would double with each level.
        const bool first = levels_.size() == 1, thin = 3 * cells(grid) > cells(finer);
        levels_.back().visits = first || thin ? 1 : 2;
    }
}

void Multigrid::build(const Stencil& finest, const FluidRows& finest_rows, Jobs& jobs) {
    Stencil fine = finest;
    const FluidRows* fine_rows = &finest_rows;
    for (Level& level : levels_) {
        level.rows.coarsen(*fine_rows,
                           {&level.diagonal, &level.inverse, &level.link[0], &level.link[1], &level.link[2], &level.b,
                            &level.x, &level.scratch},
                           jobs);
        const MacGrid& grid = level.rows.grid();
        const Stencil coarse = level.stencil();
        float* const air_part = level.diagonal.data();
        for_runs_of_rows(level.rows, jobs, [&](RowRange run, int j, int k, int offset) {
            Children children(fine_rows->grid(), j, k);
            const Stencil s = fine;
            for (int i = run.begin; i < run.end; i += lanes, offset += lanes) {
                const Int4 inside = Int4{offset, offset + 1, offset + 2, offset + 3} <= grid.nx;
                const Float4 air = children.sum(
                    offset, [&](int n) { return pair_sums(s.air_diagonal(n), s.air_diagonal(n + lanes)); });
                const Float4 x = children.sum(
                    offset, [&](int n) { return pairs(load(s.link_x + n), load(s.link_x + n + lanes)).first; });
                Children lowest = children;  // whose lower faces are the coarse cell's
                lowest.more_j = false;
                const Float4 y = lowest.sum(offset, [&](int n) { return pair_sums(s.link_y + n); });
                lowest = children;
                lowest.more_k = false;
                const Float4 z = lowest.sum(offset, [&](int n) { return pair_sums(s.link_z + n); });
                store(level.link[0].data() + i, mask_and(inside, link_scale * x));
                store(level.link[1].data() + i, mask_and(inside, link_scale * y));
                store(level.link[2].data() + i, mask_and(inside, link_scale * z));
                store(air_part + i, mask_and(inside, air_scale * air));
            }
        });
        level.rows.for_runs(jobs, [&](int begin, int end) {
            for (int i = begin; i < end; i += lanes) {
                const Float4 diagonal = load(air_part + i) + coarse.links(i);
                store(level.diagonal.data() + i, diagonal);
                store(level.inverse.data() + i, mask_and(diagonal > 0.0f, 1.0f / diagonal));
            }
        });
        fine = coarse;
        fine_rows = &level.rows;
    }
}

namespace {

using Problem = Multigrid::Problem;

// x = D^-1 b
void scale(const Problem& p, Jobs& jobs) {
    p.rows->for_runs(jobs, [b = p.b, x = p.x, inverse = p.stencil.inverse](int begin, int end) {
        for (int i = begin; i < end; i += lanes) store(x + i, load(inverse + i) * load(b + i));
    });
}

// to = from + weight D^-1 (b - A from), at i
Float4 jacobi(const Stencil& s, const float* b, float weight, const float* from, int i) {
    return (1 - weight) * load(from + i) + weight * load(s.inverse + i) * (load(b + i) + s.neighbours(from, i));
}

// A sweep from one estimate of x to the next.
void smooth(const Problem& p, float weight, const float* from, float* to, Jobs& jobs) {
    p.rows->for_runs(jobs, [&, b = p.b, weight, from, to](int begin, int end) {
        const Stencil s = p.stencil;
        for (int i = begin; i < end; i += lanes) store(to + i, jacobi(s, b, weight, from, i));
    });
}

// Both smoothing sweeps from x = 0 in one pass: the result of the first is recomputed where the second reads it.
void smooth_twice(const Problem& p, Jobs& jobs) {
    p.rows->for_runs(jobs, [&, b = p.b, to = p.x](int begin, int end) {
        const Stencil s = p.stencil;
        const auto first = [&](int n) { return load(s.inverse + n) * load(b + n); };
        for (int i = begin; i < end; i += lanes) {
            const Float4 around =
                ((load(s.link_x + i) * first(i - 1) + load(s.link_x + i + 1) * first(i + 1)) +
                 (load(s.link_y + i) * first(i - s.row) + load(s.link_y + i + s.row) * first(i + s.row))) +
                (load(s.link_z + i) * first(i - s.slab) + load(s.link_z + i + s.slab) * first(i + s.slab));
            store(to + i, load(s.inverse + i) * ((chebyshev_weights[0] + chebyshev_weights[1] -
                                                  chebyshev_weights[0] * chebyshev_weights[1]) *
                                                     load(b + i) +
                                                 (chebyshev_weights[0] * chebyshev_weights[1]) * around));
        }
    });
}

// The last smoothing sweep, fused with the dot product b . x.
double smooth_and_dot(const Problem& p, float weight, const float* from, float* to, Jobs& jobs) {
    return p.rows->sum_runs(jobs, [&, b = p.b, weight, from, to](int begin, int end) {
        const Stencil s = p.stencil;
        Float4 sum = splat(0);
        for (int i = begin; i < end; i += lanes) {
            const Float4 x = jacobi(s, b, weight, from, i);
            store(to + i, x);
            sum += x * load(b + i);
        }
        return sum;
    });
}

}  // namespace

double Multigrid::apply(const Stencil& stencil, FluidRows& rows, const float* r, float* z, float* scratch, Jobs& jobs) {
    const Problem finest{.stencil = stencil, .rows = &rows, .b = r, .x = z, .scratch = scratch};
    if (levels_.empty()) {  // a single cell
        scale(finest, jobs);
        return static_cast<double>(r[stencil.slab + stencil.row + 1]) *
               static_cast<double>(z[stencil.slab + stencil.row + 1]);
    }
    smooth_and_correct(finest, 0, true, jobs);
    smooth(finest, chebyshev_weights[1], z, scratch, jobs);
    return smooth_and_dot(finest, chebyshev_weights[0], scratch, z, jobs);
}

void Multigrid::cycle(const Problem& p, size_t level, bool from_zero, Jobs& jobs) {
    if (level == levels_.size()) return scale(p, jobs);
    smooth_and_correct(p, level, from_zero, jobs);
    smooth(p, chebyshev_weights[1], p.x, p.scratch, jobs);
    smooth(p, chebyshev_weights[0], p.scratch, p.x, jobs);
}

void Multigrid::smooth_and_correct(const Problem& p, size_t level, bool from_zero, Jobs& jobs) {
    if (from_zero) {
        smooth_twice(p, jobs);
    } else {
        smooth(p, chebyshev_weights[0], p.x, p.scratch, jobs);
        smooth(p, chebyshev_weights[1], p.scratch, p.x, jobs);
    }

    Level& coarse = levels_[level];
    const MacGrid& fine_grid = p.rows->grid();
    for_runs_of_rows(coarse.rows, jobs, [&](RowRange run, int j, int k, int offset) {
        const Children children(fine_grid, j, k);
        const Stencil s = p.stencil;
        const float *const x = p.x, *const b = p.b, *const inverse = coarse.inverse.data();
        float* const to = coarse.b.data();
        const auto residual = [&](int n) { return load(b + n) - s.apply(x, n); };
        for (int i = run.begin; i < run.end; i += lanes, offset += lanes) {
            const Float4 sum = children.sum(offset, [&](int n) { return pair_sums(residual(n), residual(n + lanes)); });
            store(to + i, mask_and(load(inverse + i) > 0.0f, residual_scale * sum));
        }
    });

    const Problem below{.stencil = coarse.stencil(),
                        .rows = &coarse.rows,
                        .b = coarse.b.data(),
                        .x = coarse.x.data(),
                        .scratch = coarse.scratch.data()};
    for (int visit = 0; visit < coarse.visits; ++visit) cycle(below, level + 1, visit == 0, jobs);

    for_runs_of_rows(*p.rows, jobs, [&](RowRange run, int j, int k, int offset) {
        const float* from = coarse.x.data() + coarse.rows.grid().at(-1, j / 2, k / 2) + offset / 2;
        const float* const inverse = p.stencil.inverse;
        float* const x = p.x;
        for (int i = run.begin; i < run.end; i += lanes, from += lanes / 2) {
            const Float4 c = load(from);
            const Float4 correction = __builtin_shufflevector(c, c, 0, 1, 1, 2);
            store(x + i, load(x + i) + mask_and(load(inverse + i) > 0.0f, correction));
        }
    });
}

}  // namespace slosh
