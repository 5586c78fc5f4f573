#include "search/cell_grid.h"

#include <algorithm>

#include "base/check.h"

namespace slosh {

namespace {

CellAxis axis_over(float from, float to, float target_width) {
    constexpr float max_cells = 16384;  // a cell index fits 16 bits
    const float target_cells = (to - from) / target_width;
    const int cells = target_cells >= 1 ? static_cast<int>(std::min(target_cells, max_cells)) : 1;
    const float width = std::max((to - from) / static_cast<float>(cells), target_width);
    return {.lo = from,
            .width = width,
            .inv_width = 1 / width,
            .last = static_cast<float>(cells) - 0x1p-8f,
            .cells = cells};
}

}  // namespace

CellAxes cover_box(int dimensions, const Box& box, float radius, int count) {
    const auto [lo, hi] = box;
    // Sparse fluid in a large box: wider cells cost a few more candidates, a huge table costs more than that.
    const double max_cells = 16.0 * count + 65536;
    constexpr int max_rows = 65535;  // a row fits 16 bits, too
    CellAxes axes;
    for (float width = radius;; width *= 2) {
        axes.x = axis_over(lo.x, hi.x, width / CellAxes::columns_per_radius);
        axes.y = axis_over(lo.y, hi.y, width);
        if (dimensions == 3) axes.z = axis_over(lo.z, hi.z, width);
        if (static_cast<double>(axes.rows()) * axes.x.cells <= max_cells && axes.rows() <= max_rows) return axes;
    }
}

void CellGrid::build(int dimensions, const Box& box, float radius, const Points& points, Jobs& jobs) {
    CHECK(radius > 0 && (dimensions == 2 || dimensions == 3), "cells need a radius and 2 or 3 dimensions");
    dimensions_ = dimensions;
    radius_ = radius;
    const int count = points.count;
    const CellAxes axes = cover_box(dimensions, box, radius, count);
    x_ = axes.x;
    y_ = axes.y;
    z_ = axes.z;
    rows_ = axes.rows();
    order_.resize(static_cast<size_t>(count));
    starts_.resize(static_cast<size_t>(rows_) * (x_.cells + 1));
    row_start_.resize(static_cast<size_t>(rows_) + 1);
    cell_of_.resize(static_cast<size_t>(count));
    by_row_.resize(static_cast<size_t>(count));
    column_.resize(static_cast<size_t>(count));

    count_rows(points, jobs);
    offset_rows();
    scatter_to_rows(count, jobs);
    sort_rows_by_column(jobs);
}

void CellGrid::count_rows(const Points& points, Jobs& jobs) {
    const int count = points.count;
    const float *const x = points.x, *const y = points.y, *const z = points.z;
    const int block = detail::sort_block(count);
    // 0 without particles, so that no histogram of an earlier build remains.
    const int blocks = (count + block - 1) / block;
    block_rows_.resize(static_cast<size_t>(blocks) * rows_);
    jobs.for_range(count, block, [&](int begin, int end) {
        uint32_t* rows = block_rows_.data() + static_cast<size_t>(begin / block) * rows_;
        std::fill(rows, rows + rows_, 0u);
        for (int i = begin; i < end; ++i) {
            int row = y_.cell(y[i]);
            if (dimensions_ == 3) row += z_.cell(z[i]) * y_.cells;
            cell_of_[static_cast<size_t>(i)] = static_cast<uint32_t>(row) << 16 | static_cast<uint32_t>(x_.cell(x[i]));
            ++rows[row];
        }
    });
}

void CellGrid::offset_rows() {
    uint32_t offset = 0;
    for (int row = 0; row < rows_; ++row) {
        row_start_[static_cast<size_t>(row)] = offset;
        for (size_t at = static_cast<size_t>(row); at < block_rows_.size(); at += static_cast<size_t>(rows_)) {
            const uint32_t in_block = block_rows_[at];
            block_rows_[at] = offset;
            offset += in_block;
        }
    }
    row_start_[static_cast<size_t>(rows_)] = offset;
}

void CellGrid::scatter_to_rows(int count, Jobs& jobs) {
    const int block = detail::sort_block(count);
    jobs.for_range(count, block, [&](int begin, int end) {
        uint32_t* next = block_rows_.data() + static_cast<size_t>(begin / block) * rows_;
        for (int i = begin; i < end; ++i) {
            const uint32_t cell = cell_of_[static_cast<size_t>(i)];
            const uint32_t slot = next[cell >> 16]++;
            by_row_[slot] = static_cast<uint32_t>(i);
            column_[slot] = static_cast<uint16_t>(cell);
        }
    });
}

void CellGrid::sort_rows_by_column(Jobs& jobs) {
    const int columns = x_.cells;
    jobs.for_range(rows_, std::max(1, rows_ / 64), [&](int first_row, int last_row) {
        for (int row = first_row; row < last_row; ++row) {
            uint32_t* starts = starts_.data() + static_cast<size_t>(row) * (columns + 1);
            const uint32_t begin = row_start_[static_cast<size_t>(row)], end = row_start_[static_cast<size_t>(row) + 1];
            std::fill(starts, starts + columns, 0u);
            starts[columns] = end;
            for (uint32_t slot = begin; slot < end; ++slot) ++starts[column_[slot]];
            uint32_t cell_end = begin;
            for (int c = 0; c < columns; ++c) starts[c] = cell_end += starts[c];
            // Backwards: keeps the sort stable, and turns the end of each cell into its start.
            for (uint32_t slot = end; slot-- > begin;) order_[--starts[column_[slot]]] = by_row_[slot];
        }
    });
}

int CellGrid::ranges_2d(float x, float y, float radius, IndexRange* out) const {
    const float height = y_.width;
    const float coord = y_.cell_coord(y);
    const int row = CellAxis::index(coord);
    const float above_row = (coord - static_cast<float>(row)) * height;
    // Distance of the three rows from the point, and half the width of the disc there.
    const Float4 distance{above_row, 0, height - above_row, 0};
    const Float4 half_width = sqrt(max(radius * radius - distance * distance, splat(0.0f)));
    const Float4 last = splat(x_.last);
    const Float4 from = clamp((x - half_width - x_.lo) * x_.inv_width, splat(0.0f), last);
    const Float4 to = clamp((x + half_width - x_.lo) * x_.inv_width, splat(0.0f), last);
    const Int4 first_column = trunc_to_int(trunc(from)), last_column = trunc_to_int(trunc(to));
    int count = 0, covered = 0;
    for (int k = 0; k < 3; ++k) {
        const int r = row + k - 1;
        if (r < 0 || r >= y_.cells || (radius < radius_ && distance[k] > radius)) continue;
        const uint32_t* starts = starts_of_row(r);
        const int begin = std::max(static_cast<int>(starts[first_column[k]]), covered);
        const int end = static_cast<int>(starts[last_column[k] + 1]);
        if (begin >= end) continue;
        out[count++] = {begin, end};
        covered = begin + round_up_to_lanes(end - begin);
    }
    return count;
}

int CellGrid::block_2d(float x, float y, IndexRange* out) const {
    const int row = y_.cell(y), column = x_.cell(x) / columns_per_radius * columns_per_radius;
    const int first = std::max(column - columns_per_radius, 0);
    const int last = std::min(column + 2 * columns_per_radius, x_.cells);
    int count = 0, covered = 0;
    for (int r = std::max(row - 1, 0); r <= std::min(row + 1, y_.cells - 1); ++r) {
        const uint32_t* starts = starts_of_row(r);
        const int begin = std::max(static_cast<int>(starts[first]), covered);
        const int end = static_cast<int>(starts[last]);
        if (begin >= end) continue;
        out[count++] = {begin, end};
        covered = begin + round_up_to_lanes(end - begin);
    }
    return count;
}

int CellGrid::ranges_3d(float x, float y, float z, float radius, IndexRange* out) const {
    const float coord_y = y_.cell_coord(y), coord_z = z_.cell_coord(z);
    const int row_y = CellAxis::index(coord_y), row_z = CellAxis::index(coord_z);
    const float above_y = (coord_y - static_cast<float>(row_y)) * y_.width;
    const float above_z = (coord_z - static_cast<float>(row_z)) * z_.width;
    const float distance_y[] = {above_y, 0, y_.width - above_y}, distance_z[] = {above_z, 0, z_.width - above_z};
    int count = 0, covered = 0;
    for (int kz = 0; kz < 3; ++kz)
        for (int ky = 0; ky < 3; ++ky) {
            const int ry = row_y + ky - 1, rz = row_z + kz - 1;
            if (ry < 0 || ry >= y_.cells || rz < 0 || rz >= z_.cells) continue;
            const float half_width2 =
                radius * radius - distance_y[ky] * distance_y[ky] - distance_z[kz] * distance_z[kz];
            if (half_width2 < 0) continue;
            const float half_width = __builtin_sqrtf(half_width2);
            const uint32_t* starts = starts_of_row(ry + rz * y_.cells);
            const int begin = std::max(static_cast<int>(starts[x_.cell(x - half_width)]), covered);
            const int end = static_cast<int>(starts[x_.cell(x + half_width) + 1]);
            if (begin >= end) continue;
            out[count++] = {begin, end};
            covered = begin + round_up_to_lanes(end - begin);
        }
    return count;
}

int CellGrid::half_stencil_ranges_2d(int slot, float x, float y, IndexRange* out) const {
    const float coord = y_.cell_coord(y);
    const int row = CellAxis::index(coord);
    out[0] = {slot + 1, in_row(row, x, x + radius_).end};
    int count = out[0].begin < out[0].end;
    if (row + 1 == y_.cells) return count;
    const float distance = (static_cast<float>(row + 1) - coord) * y_.width;
    const float half_width = __builtin_sqrtf(max(radius_ * radius_ - distance * distance, 0.0f));
    out[count] = in_row(row + 1, x - half_width, x + half_width);
    return count + (out[count].begin < out[count].end);
}

int CellGrid::half_stencil_ranges_3d(int slot, float x, float y, float z, IndexRange* out) const {
    const float coord_y = y_.cell_coord(y), coord_z = z_.cell_coord(z);
    const int row_y = CellAxis::index(coord_y), row_z = CellAxis::index(coord_z), row = row_y + row_z * y_.cells;
    out[0] = {slot + 1, in_row(row, x, x + radius_).end};
    int count = out[0].begin < out[0].end;
    const float above_y = (coord_y - static_cast<float>(row_y)) * y_.width, below_y = y_.width - above_y;
    const float below_z = (static_cast<float>(row_z + 1) - coord_z) * z_.width;
    // The next row of the layer, and three rows of the next layer.
    const Float4 distance_y{below_y, above_y, 0, below_y}, distance_z{0, below_z, below_z, below_z};
    const Float4 half_width2 = radius_ * radius_ - distance_y * distance_y - distance_z * distance_z;
    const Float4 half_width = sqrt(max(half_width2, splat(0.0f))), last = splat(x_.last);
    const Float4 from = clamp((x - half_width - x_.lo) * x_.inv_width, splat(0.0f), last);
    const Float4 to = clamp((x + half_width - x_.lo) * x_.inv_width, splat(0.0f), last);
    const Int4 first_column = trunc_to_int(trunc(from)), last_column = trunc_to_int(trunc(to));
    const bool up = row_y + 1 < y_.cells, down = row_y > 0, behind = row_z + 1 < z_.cells;
    const bool exists[] = {up, behind && down, behind, behind && up};
    const int rows[] = {row + 1, row + y_.cells - 1, row + y_.cells, row + y_.cells + 1};
    for (int k = 0; k < lanes; ++k) {
        if (!exists[k] || half_width2[k] < 0) continue;
        const uint32_t* starts = starts_of_row(rows[k]);
        out[count] = {static_cast<int>(starts[first_column[k]]), static_cast<int>(starts[last_column[k] + 1])};
        count += out[count].begin < out[count].end;
    }
    return count;
}

}  // namespace slosh
