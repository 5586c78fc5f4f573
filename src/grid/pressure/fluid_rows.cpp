#include "grid/pressure/fluid_rows.h"

#include <algorithm>

namespace slosh {
namespace {

constexpr int cells_per_run = 256;     // few enough to sum in floats
constexpr int cells_per_block = 2048;  // some microseconds of work
constexpr int rows_per_task = 64;

bool has_fluid(const float* diagonal) { return any(load(diagonal) > 0.0f); }

void clear(std::initializer_list<SimdArray<float>*> fields, int begin, int end) {
    if (begin >= end) return;
    for (SimdArray<float>* field : fields) std::fill(field->data() + begin, field->data() + end, 0.0f);
}

// The smallest range that covers both.
RowRange union_of(RowRange a, RowRange b) {
    if (a.begin == a.end) return b;
    if (b.begin == b.end) return a;
    return {std::min(a.begin, b.begin), std::max(a.end, b.end)};
}

}  // namespace

void FluidRows::reshape(const MacGrid& grid) {
    grid_ = grid;
    const size_t rows = static_cast<size_t>(grid.ny) * static_cast<size_t>(grid.nz);
    rows_.assign(rows, {});
    rows_before_.assign(rows, {});
    const size_t runs = rows * static_cast<size_t>(grid.row / cells_per_run + 1);
    runs_.clear();
    runs_.reserve(runs);
    const size_t blocks = std::min(runs, rows * static_cast<size_t>(grid.row) / (cells_per_block - cells_per_run) + 1);
    blocks_.assign(1, 0);
    blocks_.reserve(blocks + 1);
    partial_sums_.clear();
    partial_sums_.reserve(blocks);
}

void FluidRows::find(const SimdArray<float>& diagonal, std::initializer_list<SimdArray<float>*> fields, Jobs& jobs) {
    rows_.swap(rows_before_);
    jobs.for_range(static_cast<int>(rows_.size()), rows_per_task, [&](int first, int last) {
        for (int r = first; r < last; ++r) {
            int begin = grid_.at(-1, r % grid_.ny, r / grid_.ny), end = begin + grid_.row;
            while (begin < end && !has_fluid(diagonal.data() + begin)) begin += lanes;
            while (end > begin && !has_fluid(diagonal.data() + end - lanes)) end -= lanes;
            rows_[static_cast<size_t>(r)] = {begin, end};
        }
    });
    replace_rows(fields, jobs);
}

void FluidRows::coarsen(const FluidRows& fine, std::initializer_list<SimdArray<float>*> fields, Jobs& jobs) {
    rows_.swap(rows_before_);
    for (int k = 0; k < grid_.nz; ++k)
        for (int j = 0; j < grid_.ny; ++j) {
            RowRange union_all;  // offsets in the row
            for (int q = 0; q < 4; ++q) {
                const int fine_j = 2 * j + q % 2, fine_k = 2 * k + q / 2;
                if (fine_j >= fine.grid_.ny || fine_k >= fine.grid_.nz) continue;
                const RowRange run = fine.row(fine_j, fine_k);
                const int start = fine.grid_.at(-1, fine_j, fine_k);
                union_all = union_of(union_all, {run.begin - start, run.end - start});
            }
            RowRange& row = rows_[static_cast<size_t>(j + k * grid_.ny)];
            const int start = grid_.at(-1, j, k);
            row = {start, start};
            if (union_all.begin == union_all.end) continue;
            // Cell i has the offset i + 1 in its row and becomes cell i / 2.
            row.begin += (union_all.begin + 1) / 2 / lanes * lanes;
            row.end += std::min(round_up_to_lanes(union_all.end / 2 + 1), grid_.row);
        }
    replace_rows(fields, jobs);
}

void FluidRows::replace_rows(std::initializer_list<SimdArray<float>*> fields, Jobs& jobs) {
    jobs.for_range(static_cast<int>(rows_.size()), rows_per_task, [&](int first, int last) {
        for (size_t r = static_cast<size_t>(first); r < static_cast<size_t>(last); ++r) {
            const RowRange before = rows_before_[r], now = rows_[r];
            clear(fields, before.begin, std::min(before.end, now.begin));
            clear(fields, std::max(before.begin, now.end), before.end);
        }
    });
    runs_.clear();
    blocks_.clear();
    int in_block = cells_per_block;
    for (const RowRange& row : rows_)
        for (int begin = row.begin; begin < row.end; begin += cells_per_run) {
            if (in_block >= cells_per_block - cells_per_run) {
                blocks_.push_back(static_cast<int>(runs_.size()));
                in_block = 0;
            }
            runs_.push_back({begin, std::min(begin + cells_per_run, row.end)});
            in_block += runs_.back().end - begin;
        }
    partial_sums_.assign(blocks_.size(), 0.0);
    blocks_.push_back(static_cast<int>(runs_.size()));
}

}  // namespace slosh
