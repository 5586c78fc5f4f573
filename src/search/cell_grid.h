// Uniform cell grid over a box, for fluid in a container. Built by a parallel counting sort whose order is the same for
// any number of workers.
//
//   z ^  / rows (y, z), each as high and deep as the radius
//     | +--+--+--+--+--+--+
//     |/__/__/__/__/__/__/|     Particles are sorted by row, and by column within a row: the neighbourhood of a point
//     |__|__|__|__|__|__|_|     is 3 (2D) or 9 (3D) ranges of consecutive slots.
//      columns along x, a
//      quarter of the radius wide
//
// Positions outside the box are sorted into its border cells. Clamping never moves two points apart, so their
// neighbourhoods stay complete.
#pragma once
#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "base/jobs.h"
#include "base/simd.h"
#include "search/points.h"

namespace slosh {

// Consecutive slots [begin, end). A loop over four slots at a time may read past the end: the ranges of a neighbourhood
// are ordered, and none begins inside the last four lanes of the one before, so every slot is visited at most once.
// Slots past the end are particles beyond the radius, or neighbours by which the following range is shortened.
struct IndexRange {
    int begin, end;
};

namespace detail {
// Particles per task of a counting sort: a task should take at least some 10 us, and at most 64 blocks keep their
// histograms small.
inline int sort_block(int count) { return std::max(512, (count + 63) / 64); }
}  // namespace detail

// One axis of the cells over a box.
struct CellAxis {
    float lo = 0;                    // lower end of the box
    float width = 1, inv_width = 1;  // of a cell
    float last = 0;                  // largest cell coordinate
    int cells = 1;

    // Position in cells from the lower end, clamped to the box. NaN gives the last cell.
    float cell_coord(float v) const { return max(min((v - lo) * inv_width, last), 0.0f); }
    int cell(float v) const { return index(cell_coord(v)); }
    // The integral part of a cell coordinate. In SIMD: in wasm a scalar conversion from float must not trap and is
    // slow.
    static int index(float coord) { return trunc_to_int(trunc(splat(coord)))[0]; }
};

// The axes of the cells over a box for `count` particles, in 2D with one layer. `radius` > 0 is that of the search. A
// box of any size is covered, with wider cells where it would need too many.
struct CellAxes {
    static constexpr int columns_per_radius = 4;
    CellAxis x, y, z;
    int rows() const { return y.cells * z.cells; }
};
CellAxes cover_box(int dimensions, const Box& box, float radius, int count);

class CellGrid {
public:
    static constexpr int columns_per_radius = CellAxes::columns_per_radius;
    static constexpr int max_ranges = 9;

    // The box must hold nearly all positions. `radius` > 0 is that of later queries, with a margin for rounding.
    void build(int dimensions, const Box& box, float radius, const Points& points, Jobs& jobs);

    // order()[slot] is the index that the particle of this slot had when build() was called.
    std::span<const uint32_t> order() const { return order_; }
    int count() const { return static_cast<int>(order_.size()); }

    // The ranges that hold every particle within the radius of (x, y[, z]). Returns their number.
    int ranges_2d(float x, float y, IndexRange* out) const { return ranges_2d(x, y, radius_, out); }
    // The same for a smaller radius.
    int ranges_2d(float x, float y, float radius, IndexRange* out) const;
    // The 3 x 3 block of square cells, one radius wide, around the cell of (x, y).
    int block_2d(float x, float y, IndexRange* out) const;
    int ranges_3d(float x, float y, float z, IndexRange* out) const { return ranges_3d(x, y, z, radius_, out); }
    int ranges_3d(float x, float y, float z, float radius, IndexRange* out) const;
    // The half stencil of `slot`, whose particle is at (x, y[, z]): the parts of those ranges behind it, so that a loop
    // over all slots has every pair once. At most 2 (2D) or 5 (3D) ranges, which may be read to their end only.
    int half_stencil_ranges_2d(int slot, float x, float y, IndexRange* out) const;
    int half_stencil_ranges_3d(int slot, float x, float y, float z, IndexRange* out) const;

    // For loops over whole rows (search/cell_pairs.h). Rows of 2D cells are numbered upwards.
    int rows() const { return rows_; }
    int row_begin(int row) const { return static_cast<int>(row_start_[static_cast<size_t>(row)]); }
    int row_end(int row) const { return row_begin(row + 1); }
    // The slots of a row whose cells touch [x_lo, x_hi].
    IndexRange in_row(int row, float x_lo, float x_hi) const {
        const uint32_t* starts = starts_of_row(row);
        return {static_cast<int>(starts[x_.cell(x_lo)]), static_cast<int>(starts[x_.cell(x_hi) + 1])};
    }
    // Distance (2D) of a point of this row from the next row. Points outside the box count as on its border.
    float distance_to_next_row(int row, float y) const {
        return (static_cast<float>(row + 1) - y_.cell_coord(y)) * y_.width;
    }
    float radius() const { return radius_; }

private:
    void count_rows(const Points& points, Jobs& jobs);
    void offset_rows();
    void scatter_to_rows(int count, Jobs& jobs);
    void sort_rows_by_column(Jobs& jobs);
    const uint32_t* starts_of_row(int row) const { return starts_.data() + static_cast<size_t>(row) * (x_.cells + 1); }

    CellAxis x_, y_, z_;
    int dimensions_ = 2, rows_ = 1;
    float radius_ = 1;
    std::vector<uint32_t> order_;
    std::vector<uint32_t> starts_;      // first slot of each cell, row by row, and the end of the row after its last
    std::vector<uint32_t> row_start_;   // first slot of each row
    std::vector<uint32_t> block_rows_;  // histogram of each block over the rows, then the slots it scatters to
    std::vector<uint32_t> cell_of_;     // by old index: row in the high half, column in the low half
    std::vector<uint32_t> by_row_;      // old index, grouped by row
    std::vector<uint16_t> column_;      // of the particles in by_row_
};

}  // namespace slosh
