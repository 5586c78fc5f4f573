// Cells without a box: a spatial hash, for fluid that goes anywhere. Cells are as wide as the radius. Those with
// particles in them stand in a table of
//
//   hash(cx, cy[, cz]) = (cx * 73856093 ^ cy * 19349663 [^ cz * 83492791]) mod T      (Teschner et al. 2003)
//
// buckets, T the next prime above twice the particle count; a cell whose bucket is taken goes into the next free one.
// Particles are sorted by the coordinates of their cells, as in compact hashing (Ihmsen et al. 2011): what is near is
// near in memory, and a row of cells is one run of slots.
//
//   The coordinates are taken modulo 1024, counted from some cell of the fluid: the world is a torus to the table.
//   Where two parts of the fluid fall onto each other a run holds strangers too, which a kernel leaves out because they
//   are out of reach, as it does with the corners of the cells.
//
// The same interface as Cells (cells.h), less what needs a box. Same order for any number of workers.
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

    // `radius` > 0 is the reach of later queries (give it a margin for rounding). Positions may be anything:
    // what is too far out to be told apart, or not a number, goes to cells at the end of the world.
    void build(int dimensions, float radius, int count, const float* x, const float* y, const float* z, Jobs& jobs);

    // From now on the table is that of so many particles, if there are fewer: a count that comes and goes must not
    // change it in every step.
    void reserve(int count) { capacity_ = count; }

    // order()[slot] is where the particle of this slot was when build was called.
    std::span<const uint32_t> order() const { return order_; }
    int count() const { return static_cast<int>(order_.size()); }

    // The runs that hold every particle within the radius of (x, y[, z]). Returns how many; see Run.
    int ranges_2d(float x, float y, IndexRange* out) const;
    int ranges_3d(float x, float y, float z, IndexRange* out) const;
    // Of those of the particle in `slot` the parts behind it, in any order; runs end exactly. What was found for a
    // cell serves for the slots that follow, too: begin with a fresh Cursor and go through slots in order.
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

    // Before the modulo; unsigned, so that overflow wraps.
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
    // The key of the cell so many steps away.
    uint32_t neighbour_key(uint32_t key, int dx, int dy, int dz) const;
    uint32_t bucket_of_key(uint32_t key) const;
    IndexRange in_cell(uint32_t key) const;

    void find_keys(int count, const float* x, const float* y, const float* z, Jobs& jobs);
    void sort_by_digit(int axis, Jobs& jobs);
    void fill_table();
    int stencil_ranges(uint32_t key, IndexRange* out) const;
    int sort_and_merge(int runs, IndexRange* out) const;

    int dimensions_ = 2, capacity_ = 0;
    int origin_[3] = {0, 0, 0};
    uint32_t buckets_ = 2;
    double inv_radius_ = 1;
    std::vector<uint32_t> order_, keys_;              // by slot
    std::vector<uint32_t> other_order_, other_keys_;  // before the last pass of sorting
    std::vector<uint32_t> block_digits_;              // particles a (block, digit); then where each block writes
    std::vector<uint32_t> cell_key_, cell_start_;     // of the cells with particles, in order; one start more, the end
    std::vector<uint32_t> table_;                     // a bucket's cell, counted from 1; 0 for none
};

// The smallest prime greater than n.
uint32_t next_prime_above(uint32_t n);

}  // namespace slosh
