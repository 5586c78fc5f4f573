// What the pressure solver's loops go over: the fluid's part of each row of a MAC grid, in whole vectors, and the
// matrix as a stencil on it.
#pragma once
#include <initializer_list>
#include <vector>

#include "base/jobs.h"
#include "base/simd_array.h"
#include "grid/mac_grid.h"

namespace slosh {

// Consecutive entries of a grid's arrays; both ends are multiples of the lane count.
struct RowRange {
    int begin = 0, end = 0;
};

// Row by row from the first cell of fluid to the last, cut into blocks of about equal work. The blocks follow from the
// fluid alone, so sums over them are the same bits for any number of workers.
class FluidRows {
public:
    void reshape(const MacGrid&);
    // Fluid is where the diagonal is above 0. Zeroes `fields` where there was fluid and is none now, so that they stay
    // zero everywhere outside.
    void find(const SimdArray<float>& diagonal, std::initializer_list<SimdArray<float>*> fields, Jobs&);
    // The rows of a grid with half the cells along each axis, where any of the finer cells' rows has fluid.
    void halve(const FluidRows& fine, std::initializer_list<SimdArray<float>*> fields, Jobs&);

    const MacGrid& grid() const { return grid_; }
    // Of the cells (.., j, k); empty where there is no fluid.
    RowRange row(int j, int k) const { return rows_[static_cast<size_t>(j + k * grid_.ny)]; }

    // f(begin, end) for every run.
    template <class F>
    void for_runs(Jobs& jobs, F&& f) const {
        jobs.run(static_cast<int>(blocks_.size()) - 1, [&](int block) {
            for (int r = first_run(block); r < first_run(block + 1); ++r)
                f(runs_[static_cast<size_t>(r)].begin, runs_[static_cast<size_t>(r)].end);
        });
    }

    // The sum of the lanes of f(begin, end) over all runs. A run is short enough that its own sum may be of floats.
    template <class F>
    double sum_runs(Jobs& jobs, F&& f) {
        const int blocks = static_cast<int>(blocks_.size()) - 1;
        jobs.run(blocks, [&](int block) {
            double part = 0;
            for (int r = first_run(block); r < first_run(block + 1); ++r) {
                const Float4 of_run = f(runs_[static_cast<size_t>(r)].begin, runs_[static_cast<size_t>(r)].end);
                part += (static_cast<double>(of_run[0]) + static_cast<double>(of_run[1])) +
                        (static_cast<double>(of_run[2]) + static_cast<double>(of_run[3]));
            }
            parts_[static_cast<size_t>(block)] = part;
        });
        double sum = 0;
        for (int block = 0; block < blocks; ++block) sum += parts_[static_cast<size_t>(block)];
        return sum;
    }

private:
    int first_run(int block) const { return blocks_[static_cast<size_t>(block)]; }
    void replace_rows(std::initializer_list<SimdArray<float>*> fields, Jobs&);

    MacGrid grid_;
    std::vector<RowRange> rows_, rows_before_;
    std::vector<RowRange> runs_;
    std::vector<int> blocks_ = {0};  // the first run of each, and the end
    std::vector<double> parts_;
};

// A row of the matrix is diagonal * p less the six products of a link and the pressure behind it. `inverse` is
// 1 / diagonal, or 0 where there is no fluid.
struct Stencil {
    const float *diagonal = nullptr, *inverse = nullptr, *link_x = nullptr, *link_y = nullptr, *link_z = nullptr;
    int row = 0, slab = 0;

    // The six products, summed in one fixed order.
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
    // What the diagonal has beyond its links: the faces towards air. Differences of rounding are none.
    Float4 open_to_air(int i) const {
        const Float4 d = load(diagonal + i);
        const Float4 rest = d - links(i);
        return only(rest > 1e-5f * d, rest);
    }
};

}  // namespace slosh
