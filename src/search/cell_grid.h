// Dense cells over a box, for fluid that is boxed in. A counting sort, built in parallel, that gives
// the same order for any number of workers.
//
//   z ^  / rows (y, z), each as high and deep as the radius
//     | +--+--+--+--+--+--+
//     |/__/__/__/__/__/__/|     particles are sorted by row, and by column within a row:
//     |__|__|__|__|__|__|_|     the neighbourhood of a point is 3 (2D) or 9 (3D) runs of
//      columns along x, a       consecutive slots
//      quarter of the radius wide
//
// Positions outside the box are sorted into its border cells; since clamping never pushes two points
// apart, their neighbourhoods stay complete.
#pragma once
#include <cstdint>
#include <glm/vec3.hpp>
#include <span>
#include <vector>

#include "base/jobs.h"
#include "base/simd.h"

namespace slosh {

// Consecutive slots [begin, end). A kernel walks them four at a time and may go past the end: the
// runs of a neighbourhood are ordered and a run never begins inside the last four lanes of the one
// before, so every slot comes at most once; slots beyond the run are real particles out of reach or
// neighbours whose own run is shortened accordingly.
struct IndexRange {
    int begin, end;
};

class CellGrid {
public:
    static constexpr int columns_per_radius = 4;
    static constexpr int max_ranges = 9;

    // The box must hold nearly all positions; `radius` > 0 is the reach of later queries (give it a
    // margin for rounding). A box of any size is covered, with wider cells where it would need too many.
    void build(int dimensions, glm::vec3 lo, glm::vec3 hi, float radius, int count, const float* x, const float* y,
               const float* z, Jobs& jobs);

    // order()[slot] is where the particle of this slot was when build was called.
    std::span<const uint32_t> order() const { return order_; }
    int count() const { return static_cast<int>(order_.size()); }

    // The runs that hold every particle within the radius of (x, y[, z]). Returns how many.
    int ranges_2d(float x, float y, IndexRange* out) const { return ranges_2d(x, y, radius_, out); }
    // The same for a smaller radius.
    int ranges_2d(float x, float y, float within, IndexRange* out) const;
    // The 3 x 3 block of square cells, one radius wide, around the cell of (x, y).
    int block_2d(float x, float y, IndexRange* out) const;
    int ranges_3d(float x, float y, float z, IndexRange* out) const { return ranges_3d(x, y, z, radius_, out); }
    int ranges_3d(float x, float y, float z, float within, IndexRange* out) const;
    // Of those the parts behind `slot`, where the particle at (x, y[, z]) lies: all of a particle's neighbours that
    // have not met it yet when slots are gone through in order. At most 2 (2D) or 5 (3D) runs, which end exactly.
    int half_stencil_ranges_2d(int slot, float x, float y, IndexRange* out) const;
    int half_stencil_ranges_3d(int slot, float x, float y, float z, IndexRange* out) const;

    // For walks over whole rows (search/cell_pairs.h). Rows of 2D cells are numbered upwards.
    int rows() const { return rows_; }
    int row_begin(int row) const { return static_cast<int>(row_start_[static_cast<size_t>(row)]); }
    int row_end(int row) const { return row_begin(row + 1); }
    // The slots of a row whose cells touch [x_lo, x_hi].
    IndexRange in_row(int row, float x_lo, float x_hi) const {
        const uint32_t* starts = starts_of_row(row);
        return {static_cast<int>(starts[x_.cell(x_lo)]), static_cast<int>(starts[x_.cell(x_hi) + 1])};
    }
    // How far (2D) a point of this row is from the next row; points outside the box count as on its border.
    float distance_to_next_row(int row, float y) const {
        return (static_cast<float>(row + 1) - y_.cell_coord(y)) * y_.width;
    }
    float radius() const { return radius_; }

private:
    // Of a place on an axis. Engines take longer for a conversion from float, which must not trap.
    static int cell_index(float place) { return trunc_to_int(whole(splat(place)))[0]; }
    struct Axis {
        float lo = 0, inv_width = 1, width = 1, last = 0;
        int cells = 1;
        void cover(float from, float to, float wanted_width);
        // In cells, clamped to the box; not a number gives the last cell.
        float cell_coord(float v) const { return max(min((v - lo) * inv_width, last), 0.0f); }
        int cell(float v) const { return cell_index(cell_coord(v)); }
    };

    void count_rows(int count, const float* x, const float* y, const float* z, Jobs& jobs);
    void offset_rows();
    void scatter_to_rows(int count, Jobs& jobs);
    void sort_rows_by_column(Jobs& jobs);
    const uint32_t* starts_of_row(int row) const { return starts_.data() + static_cast<size_t>(row) * (x_.cells + 1); }

    Axis x_, y_, z_;
    int dimensions_ = 2, rows_ = 1;
    float radius_ = 1;
    std::vector<uint32_t> order_;
    std::vector<uint32_t> starts_;      // first slot of each cell, row by row, one extra a row
    std::vector<uint32_t> row_start_;   // first slot of each row
    std::vector<uint32_t> block_rows_;  // particles a (block, row); then where each block writes
    std::vector<uint32_t> cell_of_;     // row in the high half, column in the low half, before sorting
    std::vector<uint32_t> by_row_;      // old index, grouped by row
    std::vector<uint16_t> column_;      // its column
};

}  // namespace slosh
