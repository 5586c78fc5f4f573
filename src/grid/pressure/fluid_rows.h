// The iteration space of the pressure solver, the fluid part of each row of a MAC grid in whole vectors, and the matrix
// as a seven-point stencil on it.
#pragma once
#include <initializer_list>
#include <vector>

#include "base/jobs.h"
#include "base/simd_array.h"
#include "grid/mac_grid.h"

namespace slosh {

// A range of array indices; both ends are multiples of the lane count.
struct RowRange {
    int begin = 0, end = 0;
};

// Rows from their first fluid cell to their last, cut into runs and blocks of about equal work. The blocks depend on
// the fluid only, so reductions are bitwise independent of the number of workers.
class FluidRows {
public:
    void reshape(const MacGrid&);
    // Fluid is where the diagonal is positive. Zeroes `fields` where fluid has vanished, so that they are always zero
    // outside.
    void find(const SimdArray<float>& diagonal, std::initializer_list<SimdArray<float>*> fields, Jobs&);
    // Rows of the coarser grid with half the cells along each axis: where any of the finer rows has fluid.
    void coarsen(const FluidRows& fine, std::initializer_list<SimdArray<float>*> fields, Jobs&);

    const MacGrid& grid() const { return grid_; }
    // Range of the cells (.., j, k); empty where there is no fluid.
    RowRange row(int j, int k) const { return rows_[static_cast<size_t>(j + k * grid_.ny)]; }

    // Calls f(begin, end) for every run; blocks run in parallel.
    template <class F>
    void for_runs(Jobs& jobs, F&& f) const {
        jobs.run(static_cast<int>(blocks_.size()) - 1, [&](int block) {
            for (int r = first_run(block); r < first_run(block + 1); ++r)
                f(runs_[static_cast<size_t>(r)].begin, runs_[static_cast<size_t>(r)].end);
        });
    }

    // Sum over the lanes of f(begin, end) over all runs. Floats within a run, doubles between runs.
    template <class F>
    double sum_runs(Jobs& jobs, F&& f) {
        const int blocks = static_cast<int>(blocks_.size()) - 1;
        jobs.run(blocks, [&](int block) {
            double part = 0;
            for (int r = first_run(block); r < first_run(block + 1); ++r) {
                const Float4 run_sum = f(runs_[static_cast<size_t>(r)].begin, runs_[static_cast<size_t>(r)].end);
                part += (static_cast<double>(run_sum[0]) + static_cast<double>(run_sum[1])) +
                        (static_cast<double>(run_sum[2]) + static_cast<double>(run_sum[3]));
            }
            partial_sums_[static_cast<size_t>(block)] = part;
        });
        double sum = 0;
        for (int block = 0; block < blocks; ++block) sum += partial_sums_[static_cast<size_t>(block)];
        return sum;
    }

private:
    int first_run(int block) const { return blocks_[static_cast<size_t>(block)]; }
    void replace_rows(std::initializer_list<SimdArray<float>*> fields, Jobs&);

    MacGrid grid_;
    std::vector<RowRange> rows_, rows_before_;
    std::vector<RowRange> runs_;
    std::vector<int> blocks_ = {0};  // the first run of each, and the end
    std::vector<double> partial_sums_;
};

// The matrix: (A p)_i = diagonal_i p_i - sum of the six links times the neighbours. `inverse` is 1 / diagonal, or 0
// where there is no fluid.
struct Stencil {
    const float *diagonal = nullptr, *inverse = nullptr, *link_x = nullptr, *link_y = nullptr, *link_z = nullptr;
    int row = 0, slab = 0;

    // The off-diagonal products, summed in one fixed order.
    Float4 neighbours(const float* p, int i) const {
        return ((load(link_x + i) * load(p + i - 1) + load(link_x + i + 1) * load(p + i + 1)) +
                (load(link_y + i) * load(p + i - row) + load(link_y + i + row) * load(p + i + row))) +
               (load(link_z + i) * load(p + i - slab) + load(link_z + i + slab) * load(p + i + slab));
    }
    Float4 apply(const float* p, int i) const { return load(diagonal + i) * load(p + i) - neighbours(p, i); }

    Float4 links(int i) const {
        return ((load(link_x + i) + load(link_x + i + 1)) + (load(link_y + i) + load(link_y + i + row))) +
               (load(link_z + i) + load(link_z + i + slab));
    }
    // The Dirichlet part of the diagonal: what exceeds the sum of the links, from faces towards air. Less than 1e-5 of
    // the diagonal is rounding and counts as 0.
    Float4 air_diagonal(int i) const {
        const Float4 d = load(diagonal + i);
        const Float4 rest = d - links(i);
        return mask_and(rest > 1e-5f * d, rest);
    }
};

}  // namespace slosh
