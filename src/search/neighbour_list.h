// Half neighbour lists (Verlet lists without a skin): a cell grid or a spatial hash, and the list of all pairs within a
// cutoff, for solvers that loop over the pairs several times a step.
//
// The list of a particle holds the slots behind its own only, so that every pair is listed once. Lists are built once a
// step: the candidates of the half stencil, three or four for every neighbour, are filtered by distance, and the pair
// interactions are then evaluated for neighbours only (search/list_pairs.h). Lists have a fixed capacity. A particle
// whose list does not fit is marked `not_listed`, and every pair loop searches its neighbours again: slower, but with
// the same result.
//
// D, 2 or 3, is a parameter of the class, so that a program with one of them links nothing of the other.
//
// For the threads, slots are partitioned into strips. A strip contributes to its own slots and to a halo behind them;
// the longer the halo, the longer the strip.
#pragma once
#include <algorithm>
#include <span>
#include <vector>

#include "search/cell_grid.h"
#include "search/hash_grid.h"

namespace slosh {

template <int D>
class NeighbourList {
public:
    static constexpr int max_ranges =
        HashGrid::max_ranges > CellGrid::max_ranges ? HashGrid::max_ranges : CellGrid::max_ranges;
    static constexpr int block = 128;  // slots whose lists are stored one after the other
    static constexpr uint16_t not_listed = 0xffff;

    // Step 1: sorts by cells, as CellGrid::build() or HashGrid::build(). The caller then brings its arrays into
    // order().
    void build(const Box& box, float radius, const Points& points, Jobs& jobs);
    void build_hash(float radius, const Points& points, Jobs& jobs);
    void reserve(int count) { hash_.reserve(count); }
    std::span<const uint32_t> order() const { return hashed_ ? hash_.order() : cells_.order(); }
    int count() const { return static_cast<int>(order().size()); }
    int ranges_2d(float x, float y, IndexRange* out) const;
    int ranges_3d(float x, float y, float z, IndexRange* out) const;
    // The same for a smaller radius. A hash returns the ranges of the full radius.
    int ranges_2d(float x, float y, float within, IndexRange* out) const {
        return hashed_ ? ranges_2d(x, y, out) : cells_.ranges_2d(x, y, within, out);
    }
    int ranges_3d(float x, float y, float z, float within, IndexRange* out) const {
        return hashed_ ? ranges_3d(x, y, z, out) : cells_.ranges_3d(x, y, z, within, out);
    }

    // Step 2: lists all pairs closer than `cutoff`, which is at most the radius. x, y, z are in order(), padded
    // (base/simd_array.h), and must stay valid until the last pair loop. With `own_cutoff`, the cutoffs of the slots,
    // at most `cutoff`: lists the pairs closer than the larger of their two.
    void build_lists(float cutoff, const float* x, const float* y, const float* z, Jobs& jobs,
                     const float* own_cutoff = nullptr);

    float cutoff() const { return cutoff_; }

    struct Strip {
        int begin, end;    // slots, whole blocks
        int write_end;     // behind the last slot that the strip contributes to: [end, write_end) is its halo
        int buffer_begin;  // of its slots begin .. write_end in the buffer of all strips
    };
    std::span<const Strip> strips() const { return strips_; }
    int buffer_size() const { return buffer_size_; }  // slots of all strips, at most three times count()

    // Lists are offsets from their slot. Those of a block follow each other, each filled up to whole lanes.
    int length(int slot) const { return lengths_[static_cast<size_t>(slot)]; }
    const uint16_t* lists(int of_block) const {
        return offsets_.data() + static_cast<size_t>(of_block) * static_cast<size_t>(block * list_capacity_);
    }
    // The neighbours of a slot that is not_listed, in chunks: calls found(base, offsets, length) with slots relative to
    // `base`.
    static constexpr int chunk = 256, filter_lanes = 2 * lanes;
    template <class F>
    void search(int slot, F&& found) const {
        IndexRange ranges[max_ranges];
        uint16_t offsets[chunk + filter_lanes];
        const int range_count = half_stencil_ranges(slot, ranges);
        for (int k = 0; k < range_count; ++k)
            for (int begin = ranges[k].begin; begin < ranges[k].end; begin += chunk) {
                const int base = begin - 1;
                const int length =
                    filter_by_distance(slot, {begin, std::min(begin + chunk, ranges[k].end)}, base, offsets);
                if (length > 0) found(base, static_cast<const uint16_t*>(offsets), length);
            }
    }

private:
    template <class AnyCells>
    int list_block(const AnyCells& cells, int begin, int end);
    template <bool own_cutoff>
    int filter_range(int slot, IndexRange range, int base, uint16_t* out) const;
    int filter_in(int slot, IndexRange range, int base, uint16_t* out) const;
    int filter_by_distance(int slot, IndexRange range, int base, uint16_t* out) const;
    int half_stencil_ranges(int slot, IndexRange* out) const;
    void build_strips();

    CellGrid cells_;
    HashGrid hash_;
    bool hashed_ = false;
    int list_capacity_ = 0, buffer_size_ = 0;
    float cutoff_ = 0;
    const float *x_[3] = {}, *own_cutoff_ = nullptr;
    std::vector<uint16_t> offsets_, lengths_;
    std::vector<int> block_write_end_;
    std::vector<Strip> strips_;
};

}  // namespace slosh
