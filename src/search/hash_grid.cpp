#include "search/hash_grid.h"

#include <algorithm>

#include "base/check.h"

namespace slosh {
namespace {

// Blocks as in cells.cpp: a task worth its while, and few enough that their counts stay small.
int block_of(int count) { return std::max(512, (count + 63) / 64); }

bool is_prime(uint32_t n) {
    if (n < 4) return n >= 2;
    if (n % 2 == 0) return false;
    for (uint32_t d = 3; uint64_t{d} * d <= n; d += 2)
        if (n % d == 0) return false;
    return true;
}

}  // namespace

uint32_t next_prime_above(uint32_t n) {
    do ++n;
    while (!is_prime(n));
    return n;
}

// In double, because x * (1 / radius) in float could put two points a radius apart into cells that do not
// touch. Clamped before the conversion, which is undefined for what does not fit; with room for the cells next
// door. Clamping never pushes two points apart. Not a number compares false and becomes the upper end.
int HashGrid::cell(float v) const {
    constexpr double end = 1 << 30;
    double t = static_cast<double>(v) * inv_radius_;
    t = t < end ? t : end;
    t = t > -end ? t : -end;
    const int towards_zero = static_cast<int>(t);
    return towards_zero - (t < towards_zero ? 1 : 0);
}

void HashGrid::build(int dimensions, float radius, int count, const float* x, const float* y, const float* z,
                     Jobs& jobs) {
    CHECK(radius > 0 && (dimensions == 2 || dimensions == 3), "cells need a radius and 2 or 3 dimensions");
    CHECK(count >= 0 && count <= 1 << 30, "twice the count fits 32 bits");
    dimensions_ = dimensions;
    inv_radius_ = 1 / static_cast<double>(radius);
    const auto slots = static_cast<size_t>(count);
    if (slots != order_.size() || table_.empty()) {
        buckets_ = next_prime_above(2 * static_cast<uint32_t>(std::max(count, capacity_)));
        for (auto* a : {&order_, &keys_, &other_order_, &other_keys_, &cell_key_}) a->resize(slots);
        cell_start_.resize(slots + 1);
        table_.resize(buckets_);
    }
    find_keys(count, x, y, z, jobs);
    for (int axis = 0; axis < dimensions; ++axis) sort_by_digit(axis, jobs);
    fill_table();
}

void HashGrid::find_keys(int count, const float* x, const float* y, const float* z, Jobs& jobs) {
    // Any particle will do: some cell that the fluid is not far from.
    const int middle = count / 2;
    if (count > 0) {
        origin_[0] = cell(x[middle]), origin_[1] = cell(y[middle]);
        origin_[2] = dimensions_ == 3 ? cell(z[middle]) : 0;
    }
    jobs.for_range(count, block_of(count), [&](int begin, int end) {
        for (int i = begin; i < end; ++i) {
            keys_[static_cast<size_t>(i)] = key_of(cell(x[i]), cell(y[i]), dimensions_ == 3 ? cell(z[i]) : 0);
            order_[static_cast<size_t>(i)] = static_cast<uint32_t>(i);
        }
    });
}

// A counting sort, stable, by one coordinate of the cells.
void HashGrid::sort_by_digit(int axis, Jobs& jobs) {
    constexpr size_t digits = key_mask + 1;
    const int slots = count(), block = block_of(slots), shift = axis * key_bits;
    block_digits_.resize(static_cast<size_t>((slots + block - 1) / block) * digits);
    jobs.for_range(slots, block, [&](int begin, int end) {
        uint32_t* counts = block_digits_.data() + static_cast<size_t>(begin / block) * digits;
        std::fill(counts, counts + digits, 0u);
        for (int i = begin; i < end; ++i) ++counts[keys_[static_cast<size_t>(i)] >> shift & key_mask];
    });
    uint32_t offset = 0;
    for (size_t digit = 0; digit < digits; ++digit)
        for (size_t at = digit; at < block_digits_.size(); at += digits) {
            const uint32_t here = block_digits_[at];
            block_digits_[at] = offset;
            offset += here;
        }
    jobs.for_range(slots, block, [&](int begin, int end) {
        uint32_t* next = block_digits_.data() + static_cast<size_t>(begin / block) * digits;
        for (int i = begin; i < end; ++i) {
            const uint32_t key = keys_[static_cast<size_t>(i)], slot = next[key >> shift & key_mask]++;
            other_keys_[slot] = key, other_order_[slot] = order_[static_cast<size_t>(i)];
        }
    });
    std::swap(keys_, other_keys_), std::swap(order_, other_order_);
}

void HashGrid::fill_table() {
    std::fill(table_.begin(), table_.end(), 0u);
    uint32_t cells = 0, last = ~0u;
    for (size_t slot = 0; slot < keys_.size(); ++slot) {
        if (keys_[slot] == last) continue;
        last = keys_[slot];
        cell_key_[cells] = last, cell_start_[cells] = static_cast<uint32_t>(slot);
        uint32_t b = bucket_of_key(last);
        while (table_[b] != 0) b = b + 1 < buckets_ ? b + 1 : 0;
        table_[b] = ++cells;
    }
    cell_start_[cells] = static_cast<uint32_t>(keys_.size());
}

uint32_t HashGrid::bucket_of_key(uint32_t key) const {
    const int x = static_cast<int>(key & key_mask), y = static_cast<int>(key >> key_bits & key_mask);
    return dimensions_ == 3 ? bucket(x, y, static_cast<int>(key >> 2 * key_bits)) : bucket(x, y);
}

uint32_t HashGrid::neighbour_key(uint32_t key, int dx, int dy, int dz) const {
    const auto part = [&](int axis, int step) {
        const int shift = axis * key_bits;
        return (((key >> shift) + static_cast<uint32_t>(step)) & key_mask) << shift;
    };
    return part(0, dx) | part(1, dy) | (dimensions_ == 3 ? part(2, dz) : 0);
}

IndexRange HashGrid::in_cell(uint32_t key) const {
    if (order_.empty()) return {0, 0};
    uint32_t b = bucket_of_key(key);
    for (; table_[b] != 0; b = b + 1 < buckets_ ? b + 1 : 0) {
        const uint32_t c = table_[b] - 1;
        if (cell_key_[c] == key) return {static_cast<int>(cell_start_[c]), static_cast<int>(cell_start_[c + 1])};
    }
    return {0, 0};
}

// Of all cells in reach of this one.
int HashGrid::stencil_ranges(uint32_t key, IndexRange* out) const {
    const int deep = dimensions_ == 3 ? 1 : 0;
    int runs = 0;
    for (int dz = -deep; dz <= deep; ++dz)
        for (int dy = -1; dy <= 1; ++dy)
            for (int dx = -1; dx <= 1; ++dx) {
                const IndexRange run = in_cell(neighbour_key(key, dx, dy, dz));
                if (run.begin == run.end) continue;
                // Cells of a row follow each other, but for the seam of the torus.
                if (runs > 0 && out[runs - 1].end == run.begin) out[runs - 1].end = run.end;
                else out[runs++] = run;
            }
    return runs;
}

int HashGrid::ranges_2d(float x, float y, IndexRange* out) const {
    return sort_and_merge(stencil_ranges(key_of(cell(x), cell(y), 0), out), out);
}

int HashGrid::ranges_3d(float x, float y, float z, IndexRange* out) const {
    return sort_and_merge(stencil_ranges(key_of(cell(x), cell(y), cell(z)), out), out);
}

int HashGrid::half_stencil_ranges(int slot, Cursor& cursor, IndexRange* out) const {
    const uint32_t key = keys_[static_cast<size_t>(slot)];
    if (key != cursor.key) {
        cursor.key = key;
        cursor.count = 0;
        IndexRange around[max_ranges];
        const int runs = stencil_ranges(key, around);
        for (int k = 0; k < runs; ++k)
            if (around[k].end > slot + 1) cursor.ranges[cursor.count++] = around[k];
    }
    int count = 0;
    for (int k = 0; k < cursor.count; ++k) {
        out[count] = {std::max(cursor.ranges[k].begin, slot + 1), cursor.ranges[k].end};
        count += out[count].begin < out[count].end;
    }
    return count;
}

// Sorts, and joins runs that four lanes would walk into each other.
int HashGrid::sort_and_merge(int runs, IndexRange* out) const {
    IndexRange* const end = out + runs;
    // By insertion: a dozen runs at most are left, and std::sort is made for more, in speed and in size.
    for (IndexRange* sorted = out; sorted != end; ++sorted) {
        const IndexRange run = *sorted;
        IndexRange* to = sorted;
        for (; to != out && run.begin < to[-1].begin; --to) *to = to[-1];
        *to = run;
    }
    int count = 0;
    for (const IndexRange* run = out; run != end; ++run) {
        IndexRange* const before = count ? out + count - 1 : nullptr;
        if (before && run->begin <= before->begin + round_up_to_lanes(before->end - before->begin))
            before->end = std::max(before->end, run->end);
        else out[count++] = *run;
    }
    return count;
}

}  // namespace slosh
