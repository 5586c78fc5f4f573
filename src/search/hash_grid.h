// Unbounded cell grid: a spatial hash, for fluid without a container. Cells are as wide as the radius. The cells that
// hold particles are in a hash table with
//
//   hash(cx, cy[, cz]) = (cx * 73856093 ^ cy * 19349663 [^ cz * 83492791]) mod T      (Teschner et al. 2003)
//
// buckets, T the next prime above twice the particle count, and linear probing. Particles are radix-sorted by the
// coordinates of their cells (compact hashing, Ihmsen et al. 2011): neighbours are close in memory, and a row of cells
// is one range of slots.
//
// Cell coordinates wrap modulo 1024, relative to a cell of the fluid. Regions that alias share cells, so a range may
// hold particles that are far away; the distance test of a pair loop rejects them, as it rejects the corners of the
// cells.
//
// The interface is that of CellGrid, less what needs a box. The order is the same for any number of workers.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "base/jobs.h"
#include "search/cell_grid.h"

namespace slosh {

class HashGrid {
public:
    static constexpr int max_ranges = 27;

    // `radius` > 0 is that of later queries, with a margin for rounding. Positions may be anything: coordinates that
    // are too large for a cell index, and NaN, go to the outermost cells.
    void build(int dimensions, float radius, const Points& points, Jobs& jobs);

    // From now on the table has the size for this many particles or more, so that a changing count does not resize it
    // in every step.
    void reserve(int count) { capacity_ = count; }

    // order()[slot] is the index that the particle of this slot had when build() was called.
    std::span<const uint32_t> order() const { return order_; }
    int count() const { return static_cast<int>(order_.size()); }

    // The ranges that hold every particle within the radius of (x, y[, z]). Returns their number; see IndexRange.
    int ranges_2d(float x, float y, IndexRange* out) const;
    int ranges_3d(float x, float y, float z, IndexRange* out) const;
    // The half stencil of `slot`: the parts of its ranges behind it, in any order. They may be read to their end only.
    // The cursor caches the ranges of a cell for the slots that follow: begin with a fresh one and pass slots in order.
    struct Cursor {
        uint32_t key = ~0u;
        int count = 0;
        IndexRange ranges[max_ranges];
    };
    int half_stencil_ranges(int slot, Cursor& cursor, IndexRange* out) const;

    uint32_t buckets() const { return buckets_; }
    uint32_t bucket(int cx, int cy) const { return hash(cx, cy) % buckets_; }
    uint32_t bucket(int cx, int cy, int cz) const { return hash(cx, cy, cz) % buckets_; }
    int cell(float v) const;
    // The slots of one cell.
    IndexRange in_cell(int cx, int cy, int cz = 0) const { return in_cell(key_of(cx, cy, cz)); }

private:
    static constexpr int key_bits = 10;
    static constexpr uint32_t key_mask = (1u << key_bits) - 1;

    // Before the modulo. Unsigned, so that overflow wraps.
    static uint32_t hash(int cx, int cy) {
        return static_cast<uint32_t>(cx) * 73856093u ^ static_cast<uint32_t>(cy) * 19349663u;
    }
    static uint32_t hash(int cx, int cy, int cz) { return hash(cx, cy) ^ static_cast<uint32_t>(cz) * 83492791u; }
    uint32_t wrapped(int axis, int c) const {
        return (static_cast<uint32_t>(c) - static_cast<uint32_t>(origin_[axis]) + (key_mask + 1) / 2) & key_mask;
    }
    uint32_t key_of(int cx, int cy, int cz) const {
        const uint32_t plane = wrapped(0, cx) | wrapped(1, cy) << key_bits;
        return dimensions_ == 3 ? plane | wrapped(2, cz) << 2 * key_bits : plane;
    }
    // The key of the cell at an offset of (dx, dy, dz) cells.
    uint32_t neighbour_key(uint32_t key, int dx, int dy, int dz) const;
    uint32_t bucket_of_key(uint32_t key) const;
    IndexRange in_cell(uint32_t key) const;

    void find_keys(const Points& points, Jobs& jobs);
    void sort_by_digit(int axis, Jobs& jobs);
    void fill_table();
    int stencil_ranges(uint32_t key, IndexRange* out) const;
    int sort_and_merge(int range_count, IndexRange* out) const;

    int dimensions_ = 2, capacity_ = 0;
    int origin_[3] = {0, 0, 0};
    uint32_t buckets_ = 2;
    double inv_radius_ = 1;
    std::vector<uint32_t> order_, keys_;              // by slot
    std::vector<uint32_t> other_order_, other_keys_;  // of the radix sort's previous pass
    std::vector<uint32_t> block_digits_;  // histogram of each block over the digits, then the slots it scatters to
    std::vector<uint32_t> cell_key_, cell_start_;  // of the cells with particles, in order, and the end of the last
    std::vector<uint32_t> table_;                  // by bucket: index of the cell + 1, or 0
};

// The smallest prime greater than n.
uint32_t next_prime_above(uint32_t n);

}  // namespace slosh
