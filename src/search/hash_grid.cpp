#include "search/hash_grid.h"

#include <algorithm>

#include "base/check.h"

namespace slosh {
namespace {

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

// In double: in float, x * (1 / radius) could put two points within a radius into cells that are not adjacent. Clamped
// before the conversion, which is undefined for values that do not fit, and so that the adjacent cells fit, too.
// Clamping never moves two points apart. NaN compares false and becomes the upper end.
int HashGrid::cell(float v) const {
    constexpr double end = 1 << 30;
    double t = static_cast<double>(v) * inv_radius_;
    t = t < end ? t : end;
    t = t > -end ? t : -end;
    const int truncated = static_cast<int>(t);
    return truncated - (t < truncated ? 1 : 0);
}

void HashGrid::build(int dimensions, float radius, const Points& points, Jobs& jobs) {
    const int count = points.count;
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
    find_keys(points, jobs);
    for (int axis = 0; axis < dimensions; ++axis) sort_by_digit(axis, jobs);
    fill_table();
}

void HashGrid::find_keys(const Points& points, Jobs& jobs) {
    const int count = points.count;
    const float *const x = points.x, *const y = points.y, *const z = points.z;
    // Any particle of the fluid serves as origin: the wrapped coordinates of most of it are then unambiguous.
    const int middle = count / 2;
    if (count > 0) {
        origin_[0] = cell(x[middle]);
        origin_[1] = cell(y[middle]);
        origin_[2] = dimensions_ == 3 ? cell(z[middle]) : 0;
    }
    jobs.for_range(count, detail::sort_block(count), [&](int begin, int end) {
        for (int i = begin; i < end; ++i) {
            keys_[static_cast<size_t>(i)] = key_of(cell(x[i]), cell(y[i]), dimensions_ == 3 ? cell(z[i]) : 0);
            order_[static_cast<size_t>(i)] = static_cast<uint32_t>(i);
        }
    });
}

// One pass of the radix sort: a stable counting sort by one cell coordinate.
void HashGrid::sort_by_digit(int axis, Jobs& jobs) {
    constexpr size_t digits = key_mask + 1;
    const int slots = count(), block = detail::sort_block(slots), shift = axis * key_bits;
    block_digits_.resize(static_cast<size_t>((slots + block - 1) / block) * digits);
    jobs.for_range(slots, block, [&](int begin, int end) {
        uint32_t* counts = block_digits_.data() + static_cast<size_t>(begin / block) * digits;
        std::fill(counts, counts + digits, 0u);
        for (int i = begin; i < end; ++i) ++counts[keys_[static_cast<size_t>(i)] >> shift & key_mask];
    });
    uint32_t offset = 0;
    for (size_t digit = 0; digit < digits; ++digit)
        for (size_t at = digit; at < block_digits_.size(); at += digits) {
            const uint32_t in_block = block_digits_[at];
            block_digits_[at] = offset;
            offset += in_block;
        }
    jobs.for_range(slots, block, [&](int begin, int end) {
        uint32_t* next = block_digits_.data() + static_cast<size_t>(begin / block) * digits;
        for (int i = begin; i < end; ++i) {
            const uint32_t key = keys_[static_cast<size_t>(i)], slot = next[key >> shift & key_mask]++;
            other_keys_[slot] = key;
            other_order_[slot] = order_[static_cast<size_t>(i)];
        }
    });
    std::swap(keys_, other_keys_);
    std::swap(order_, other_order_);
}

void HashGrid::fill_table() {
    std::fill(table_.begin(), table_.end(), 0u);
    uint32_t cells = 0, last_key = ~0u;
    for (size_t slot = 0; slot < keys_.size(); ++slot) {
        if (keys_[slot] == last_key) continue;
        last_key = keys_[slot];
        cell_key_[cells] = last_key;
        cell_start_[cells] = static_cast<uint32_t>(slot);
        uint32_t b = bucket_of_key(last_key);
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

// The ranges of the 3 x 3 (x 3) cells around the cell of this key.
int HashGrid::stencil_ranges(uint32_t key, IndexRange* out) const {
    const int dz_max = dimensions_ == 3 ? 1 : 0;
    int range_count = 0;
    for (int dz = -dz_max; dz <= dz_max; ++dz)
        for (int dy = -1; dy <= 1; ++dy)
            for (int dx = -1; dx <= 1; ++dx) {
                const IndexRange range = in_cell(neighbour_key(key, dx, dy, dz));
                if (range.begin == range.end) continue;
                // The cells of a row are consecutive, except where coordinates wrap.
                if (range_count > 0 && out[range_count - 1].end == range.begin) out[range_count - 1].end = range.end;
                else out[range_count++] = range;
            }
    return range_count;
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
        const int range_count = stencil_ranges(key, around);
        for (int k = 0; k < range_count; ++k)
            if (around[k].end > slot + 1) cursor.ranges[cursor.count++] = around[k];
    }
    int count = 0;
    for (int k = 0; k < cursor.count; ++k) {
        out[count] = {std::max(cursor.ranges[k].begin, slot + 1), cursor.ranges[k].end};
        count += out[count].begin < out[count].end;
    }
    return count;
}

// Sorts the ranges, and merges those where a loop over four slots at a time would read into the next.
int HashGrid::sort_and_merge(int range_count, IndexRange* out) const {
    IndexRange* const end = out + range_count;
    // Insertion sort: there are a dozen ranges at most, and std::sort would be slower and larger code.
    for (IndexRange* sorted = out; sorted != end; ++sorted) {
        const IndexRange range = *sorted;
        IndexRange* to = sorted;
        for (; to != out && range.begin < to[-1].begin; --to) *to = to[-1];
        *to = range;
    }
    int count = 0;
    for (const IndexRange* range = out; range != end; ++range) {
        IndexRange* const previous = count ? out + count - 1 : nullptr;
        if (previous && range->begin <= previous->begin + round_up_to_lanes(previous->end - previous->begin))
            previous->end = std::max(previous->end, range->end);
        else out[count++] = *range;
    }
    return count;
}

}  // namespace slosh
