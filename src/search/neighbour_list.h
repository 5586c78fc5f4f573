// Who is near whom: cells or a spatial hash, and lists of all pairs within write_end, for solvers that go over the
// pairs several times a step.
//
// A particle's list holds the slots behind its own, so that every pair is in one list. It is found once a step, where
// the candidates of the cells (three or four for every neighbour) are sifted with a few operations each; the kernels
// then meet neighbours only (search/list_pairs.h). Lists have a fixed room; a slot whose list does not fit is searched
// for again by every walk: slower, but the same.
//
// For the threads, slots are cut into strips. A strip's particles give to slots of its own and to a stretch of those
// behind; the longer that stretch, the longer the strip.
#pragma once
#include <algorithm>
#include <glm/vec3.hpp>
#include <span>
#include <vector>

#include "search/cell_grid.h"
#include "search/hash_grid.h"

namespace slosh {

class NeighbourList {
public:
    static constexpr int max_ranges =
        HashGrid::max_ranges > CellGrid::max_ranges ? HashGrid::max_ranges : CellGrid::max_ranges;
    static constexpr int block = 128;  // slots whose lists lie together
    static constexpr uint16_t not_listed = 0xffff;

    // As those of the cells and of the hash; the arrays must then be brought into order() before `build_lists`.
    void build(int dimensions, glm::vec3 lo, glm::vec3 hi, float radius, int count, const float* x, const float* y,
               const float* z, Jobs& jobs);
    void build_hash(int dimensions, float radius, int count, const float* x, const float* y, const float* z,
                    Jobs& jobs);
    void reserve(int count) { hash_.reserve(count); }
    std::span<const uint32_t> order() const { return hashed_ ? hash_.order() : cells_.order(); }
    int count() const { return static_cast<int>(order().size()); }
    int ranges_2d(float x, float y, IndexRange* out) const;
    int ranges_3d(float x, float y, float z, IndexRange* out) const;
    // At least those within a smaller radius: a hash does not know better.
    int ranges_2d(float x, float y, float within, IndexRange* out) const {
        return hashed_ ? ranges_2d(x, y, out) : cells_.ranges_2d(x, y, within, out);
    }
    int ranges_3d(float x, float y, float z, float within, IndexRange* out) const {
        return hashed_ ? ranges_3d(x, y, z, out) : cells_.ranges_3d(x, y, z, within, out);
    }

    // Lists all pairs closer than `distance`, which must be within the radius. x, y, z in order, padded
    // (base/simd_array.h), and to stay where they are until the last walk. With `own_cutoff`, each slot's own, up to
    // `distance`: pairs closer than the longer of their two.
    void build_lists(float distance, const float* x, const float* y, const float* z, Jobs& jobs,
                     const float* own_cutoff = nullptr);

    float cutoff() const { return cutoff_; }

    struct Strip {
        int begin, end;    // slots, whole blocks
        int write_end;     // behind the last slot that they meet
        int buffer_begin;  // write_end - begin entries from there on are this strip's
    };
    std::span<const Strip> strips() const { return strips_; }
    int buffer_size() const { return buffer_size_; }  // of all strips

    // The lists of a block follow each other, each filled up to whole lanes: slot + offset is another slot.
    int length(int slot) const { return lengths_[static_cast<size_t>(slot)]; }
    const uint16_t* lists(int of_block) const {
        return offsets_.data() + static_cast<size_t>(of_block) * static_cast<size_t>(block * list_capacity_);
    }
    // A list that is not kept, in pieces: found(base, offsets, length), `chunk` long at most.
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
    template <class AnyCells, int D>
    int list_block(const AnyCells& cells, int begin, int end);
    template <int D, bool own_cutoff>
    int filter_range(int slot, IndexRange run, int base, uint16_t* out) const;
    template <int D>
    int filter_in(int slot, IndexRange run, int base, uint16_t* out) const;
    int filter_by_distance(int slot, IndexRange run, int base, uint16_t* out) const;
    int half_stencil_ranges(int slot, IndexRange* out) const;
    void build_strips();

    CellGrid cells_;
    HashGrid hash_;
    bool hashed_ = false;
    int dimensions_ = 2, list_capacity_ = 0, buffer_size_ = 0;
    float cutoff_ = 0;
    const float *x_[3] = {}, *own_cutoff_ = nullptr;
    std::vector<uint16_t> offsets_, lengths_;
    std::vector<int> block_write_end_;
    std::vector<Strip> strips_;
};

}  // namespace slosh
