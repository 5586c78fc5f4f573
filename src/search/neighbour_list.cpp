#include "search/neighbour_list.h"

#include <algorithm>
#include <iterator>
#include <type_traits>

namespace slosh {
namespace {

// Capacity of a list: more than half of the neighbours of a particle in a dense fluid. The lists of a block share
// theirs.
constexpr int capacity_2d = 24, capacity_3d = 56;
// Maximum of all lists together: 32 MB of the 256 MB of a page.
constexpr int max_entries = 16 << 20;
constexpr int max_strips = 64;

using Short8 = uint16_t __attribute__((vector_size(16)));

constexpr int filter_lanes = 2 * lanes;
static_assert(filter_lanes == NeighbourList<2>::filter_lanes);

// Compaction table: for every set of eight lanes (one bit per lane), the number and the indices of its lanes in order.
struct CompactionTable {
    alignas(16) uint16_t which[1 << filter_lanes][filter_lanes] = {};
    uint8_t count[1 << filter_lanes] = {};

    CompactionTable() {
        for (size_t set = 0; set < std::size(which); ++set)
            for (uint16_t lane = 0; lane < filter_lanes; ++lane)
                if (set >> lane & 1) which[set][count[set]++] = lane;
    }
};
const CompactionTable compaction;

// One bit per lane of two masks; the lowest bit is the first lane.
int lane_bits(Int4 low, Int4 high) {
#if defined(__SSE__)
    const auto shorts = __builtin_ia32_packssdw128(low, high);
    return __builtin_ia32_pmovmskb128(__builtin_ia32_packsswb128(shorts, decltype(shorts){}));
#elif defined(__wasm_simd128__)
    return static_cast<int>(__builtin_wasm_bitmask_i16x8(__builtin_wasm_narrow_s_i16x8_i32x4(low, high)));
#else
    return movemask(low) | movemask(high) << lanes;
#endif
}

struct NoCursor {};

template <int D>
int half_stencil(const CellGrid& cells, int slot, const float* const* x, NoCursor, IndexRange* out) {
    if constexpr (D == 2) return cells.half_stencil_ranges_2d(slot, x[0][slot], x[1][slot], out);
    else return cells.half_stencil_ranges_3d(slot, x[0][slot], x[1][slot], x[2][slot], out);
}

template <int D>
int half_stencil(const HashGrid& cells, int slot, const float* const*, HashGrid::Cursor& cursor, IndexRange* out) {
    return cells.half_stencil_ranges(slot, cursor, out);
}

}  // namespace

template <int D>
void NeighbourList<D>::build(const Box& box, float radius, const Points& points, Jobs& jobs) {
    hashed_ = false;
    cells_.build(D, box, radius, points, jobs);
}

template <int D>
void NeighbourList<D>::build_hash(float radius, const Points& points, Jobs& jobs) {
    hashed_ = true;
    hash_.build(D, radius, points, jobs);
}

template <int D>
int NeighbourList<D>::ranges_2d(float x, float y, IndexRange* out) const {
    return hashed_ ? hash_.ranges_2d(x, y, out) : cells_.ranges_2d(x, y, out);
}

template <int D>
int NeighbourList<D>::ranges_3d(float x, float y, float z, IndexRange* out) const {
    return hashed_ ? hash_.ranges_3d(x, y, z, out) : cells_.ranges_3d(x, y, z, out);
}

template <int D>
int NeighbourList<D>::half_stencil_ranges(int slot, IndexRange* out) const {
    if (hashed_) {
        HashGrid::Cursor cursor;
        return hash_.half_stencil_ranges(slot, cursor, out);
    }
    return half_stencil<D>(cells_, slot, x_, {}, out);
}

template <int D>
template <bool own_cutoff>
[[gnu::noinline]] int NeighbourList<D>::filter_range(int slot, IndexRange range, int base, uint16_t* out) const {
    const float *x = x_[0], *y = x_[1], *z = x_[2], *cutoffs = own_cutoff_;
    const Float4 x_i = splat(x[slot]), y_i = splat(y[slot]), z_i = splat(D == 3 ? z[slot] : 0);
    const Float4 cutoff = splat(own_cutoff ? cutoffs[slot] : 0), shared_cutoff2 = splat(cutoff_ * cutoff_);
    const auto near = [&](int j) {
        const Float4 dx = load(x + j) - x_i, dy = load(y + j) - y_i;
        Float4 r2 = dx * dx + dy * dy;
        if constexpr (D == 3) {
            const Float4 dz = load(z + j) - z_i;
            r2 += dz * dz;
        }
        Float4 cutoff2 = shared_cutoff2;
        if constexpr (own_cutoff) {
            const Float4 larger = max(cutoff, load(cutoffs + j));
            cutoff2 = larger * larger;
        }
        return r2 < cutoff2;
    };
    const auto offset = static_cast<uint16_t>(range.begin - base);
    Short8 offsets = {offset, offset, offset, offset, offset, offset, offset, offset};
    uint16_t* to = out;
    // Branchless stream compaction: eight offsets are written, and the next ones overwrite the rejected.
    const auto append = [&](int set) {
        Short8 which;
        std::memcpy(&which, compaction.which[set], sizeof which);
        which += offsets;
        std::memcpy(to, &which, sizeof which);
        to += compaction.count[set];
        offsets += filter_lanes;
    };
    int j = range.begin;
    for (; j + filter_lanes <= range.end; j += filter_lanes) append(lane_bits(near(j), near(j + lanes)));
    if (j < range.end) append(lane_bits(near(j), near(j + lanes)) & ((1 << (range.end - j)) - 1));
    return static_cast<int>(to - out);
}

template <int D>
inline int NeighbourList<D>::filter_in(int slot, IndexRange range, int base, uint16_t* out) const {
    return own_cutoff_ ? filter_range<true>(slot, range, base, out) : filter_range<false>(slot, range, base, out);
}

template <int D>
int NeighbourList<D>::filter_by_distance(int slot, IndexRange range, int base, uint16_t* out) const {
    const int found = filter_in(slot, range, base, out);
    for (int k = found; k < round_up_to_lanes(found); ++k) out[k] = 0;
    return found;
}

// Returns the end of the slots that the block can contribute to.
template <int D>
template <class AnyCells>
int NeighbourList<D>::list_block(const AnyCells& cells, int begin, int end) {
    const int capacity = block * list_capacity_;
    uint16_t* const list = offsets_.data() + static_cast<size_t>(begin / block) * static_cast<size_t>(capacity);
    int used = 0, write_end = end;
    std::conditional_t<std::is_same_v<AnyCells, HashGrid>, HashGrid::Cursor, NoCursor> cursor;
    // The ranges are found one slot ahead, so that the trip counts of the filter are known early.
    IndexRange ranges_of[2][max_ranges];
    int counts[2] = {half_stencil<D>(cells, begin, x_, cursor, ranges_of[0]), 0};
    for (int slot = begin; slot < end; ++slot) {
        const int next = slot + 1;
        if (next < end) counts[next % 2] = half_stencil<D>(cells, next, x_, cursor, ranges_of[next % 2]);
        const IndexRange* ranges = ranges_of[slot % 2];
        const int range_count = counts[slot % 2];
        int length = 0;
        bool fits = true;
        for (int k = 0; k < range_count; ++k) {
            write_end = std::max(write_end, ranges[k].end);
            // All candidates may pass the filter, and it always writes eight offsets.
            const int needed = used + length + ranges[k].end - ranges[k].begin + filter_lanes;
            fits = fits && ranges[k].end - slot < not_listed && needed <= capacity;
            if (fits) length += filter_in(slot, ranges[k], slot, list + used + length);
        }
        lengths_[static_cast<size_t>(slot)] = fits ? static_cast<uint16_t>(length) : not_listed;
        if (!fits) continue;
        used += length;
        constexpr uint16_t none[lanes] = {};
        std::memcpy(list + used, none, sizeof none);
        used = round_up_to_lanes(used);
    }
    return write_end;
}

template <int D>
void NeighbourList<D>::build_lists(float cutoff, const float* x, const float* y, const float* z, Jobs& jobs,
                                   const float* own_cutoff) {
    const int slots = count(), blocks = (slots + block - 1) / block;
    x_[0] = x, x_[1] = y, x_[2] = z;
    own_cutoff_ = own_cutoff;
    cutoff_ = cutoff;
    list_capacity_ = std::min(D == 2 ? capacity_2d : capacity_3d, max_entries / std::max(slots, 1));
    // The filter may write past the end of the last list.
    offsets_.resize(static_cast<size_t>(blocks) * static_cast<size_t>(block * list_capacity_) + filter_lanes);
    lengths_.resize(static_cast<size_t>(slots));
    block_write_end_.resize(static_cast<size_t>(blocks));
    jobs.for_range(slots, block, [&](int begin, int end) {
        int& write_end = block_write_end_[static_cast<size_t>(begin / block)];
        write_end = hashed_ ? list_block(hash_, begin, end) : list_block(cells_, begin, end);
    });
    build_strips();
}

// A strip is at least half as long as its halo, so that buffer_size() is at most three times the count. And it is long
// enough to be worth a task.
template <int D>
void NeighbourList<D>::build_strips() {
    const int slots = count(), min_length = std::max(2 * block, slots / max_strips);
    strips_.clear();
    strips_.reserve(static_cast<size_t>(max_strips) + 2);
    buffer_size_ = 0;
    for (int begin = 0, end = 0, write_end = 0; end < slots;) {
        write_end = std::max(write_end, block_write_end_[static_cast<size_t>(end / block)]);
        end = std::min(end + block, slots);
        if (end < slots && (end - begin < min_length || 2 * (end - begin) < write_end - end)) continue;
        write_end = std::max(write_end, end);
        strips_.push_back({begin, end, write_end, buffer_size_});
        buffer_size_ += write_end - begin;
        begin = end;
    }
}

template class NeighbourList<2>;
template class NeighbourList<3>;

}  // namespace slosh
