// Every pair of neighbours once (2D): half the work of letting each particle look at all its neighbours.
//
//   row r+1   . . [. . . .|. . . .|. . .] .    Four particles of a row, the centres, meet each other, the
//   row r     . . . . {c c c c}[. . . .|.] .   rest of their own row behind them and the next row, four
//                                              slots at a time. What a meeting gives to the other side
//                                              is added to its slots at once.
//
// Rows are cut into strips, one a task. Only a strip's last row reaches beyond the strip, into the first
// row of the next one: those gifts are put aside (`spilled`) and collected after all strips are done. The
// strips depend on the particles alone, so the sums are the same bits for any number of workers.
#pragma once
#include <algorithm>
#include <vector>

#include "base/simd_array.h"
#include "search/cell_grid.h"

namespace slosh {

// What a pass adds up for each particle: N floats, by slot.
template <int N>
class PairSums {
public:
    void resize(int count) {
        for (int k = 0; k < N; ++k) kept_[k].assign(count), spilled_[k].assign(count);
    }
    float* kept(int k) { return kept_[k].data(); }
    float* spilled(int k) { return spilled_[k].data(); }

private:
    SimdArray<float> kept_[N], spilled_[N];
};

class RowPartition {
public:
    // RowPartition of whole rows with about `most` particles each.
    void cut(const CellGrid& cells, int most) {
        first_row_.clear();
        first_row_.reserve(static_cast<size_t>(cells.rows()) + 1);
        int particles = most;
        for (int row = 0; row < cells.rows(); ++row) {
            if (particles >= most) first_row_.push_back(row), particles = 0;
            particles += cells.row_end(row) - cells.row_begin(row);
        }
        first_row_.push_back(cells.rows());
    }
    int count() const { return static_cast<int>(first_row_.size()) - 1; }
    int first_row(int strip) const { return first_row_[static_cast<size_t>(strip)]; }

private:
    std::vector<int> first_row_;
};

// A Kernel for `walk_pairs` has
//   static constexpr int sums;                      how many floats it adds up
//   Centre centre(int slot) const;                  one particle, its values in all four lanes
//   Others others(int slot) const;                  four particles; both have a member x
//   void meet(const Centre&, const Others&, Float4* to_centre, Float4* to_others) const;
// meet() must add nothing for particles out of reach: that is how empty lanes are switched off.
namespace detail {

// Centres that meet a group of four in the inner loop: more share its loads, fewer fit the registers.
constexpr int centres_at_once = 2;

inline Int4 slots_from(int j) { return Int4{j, j + 1, j + 2, j + 3}; }

// Adds to the lanes in [lo, hi) only: the others may be another worker's.
inline void add_lanes(float* out, int j, Float4 value, int lo, int hi) {
    if (j >= lo && j + lanes <= hi) return store(out + j, load(out + j) + value);
    for (int lane = 0; lane < lanes; ++lane)
        if (j + lane >= lo && j + lane < hi) out[j + lane] += value[lane];
}

template <class Kernel>
class Walk {
public:
    static constexpr int sums = Kernel::sums;

    // The centres are the slots group..group+3 that lie in the row [row_begin, row_end).
    Walk(const Kernel& kernel, int group, int row_begin, int row_end) : kernel_(kernel), group_(group) {
        for (int q = 0; q < lanes; ++q) {
            const int slot = group + q;
            centre_[q] = kernel.centre(slot);
            // Out of everyone's reach, on the other side of switched-off lanes.
            if (slot < row_begin || slot >= row_end) centre_[q].x = splat(-far_away);
        }
    }

    void meet_each_other(int row_end) {
        typename Kernel::Others others = kernel_.others(group_);
        const Int4 lane{0, 1, 2, 3};
        const Float4 x = select(lane < row_end - group_, others.x, splat(far_away));
        for (int q = 0; q + 1 < lanes; ++q) {
            others.x = select(lane > q, x, splat(far_away));  // itself, too, even where x is no number
            kernel_.meet(centre_[q], others, mine_[q], given_);
        }
    }

    // All slots of a run inside the row [row_begin, row_end), in groups of four aligned slots.
    void meet_run(IndexRange run, int row_begin, int row_end, float* const* out) {
        if (run.begin >= run.end) return;
        int j = run.begin & ~(lanes - 1);
        if (j < row_begin) meet_part(out, j, row_begin, row_end), j += lanes;
        const int whole = std::min(run.end, row_end & ~(lanes - 1));
        for (int q = 0; q < lanes; q += centres_at_once) meet_whole(j, whole, q, out);
        if (j < whole) j += (whole - j + lanes - 1) & ~(lanes - 1);
        if (j < run.end) meet_part(out, j, row_begin, row_end);
    }

    // Adds up what the centres got.
    void keep(float* const* kept, int row_begin, int row_end) {
        for (int k = 0; k < sums; ++k) {
            const Float4 mine = given_[k] + reduce_add4(mine_[0][k], mine_[1][k], mine_[2][k], mine_[3][k]);
            add_lanes(kept[k], group_, mine, row_begin, row_end);
        }
    }

private:
    // Some centres against whole groups. All state is local: it then lives in registers.
    void meet_whole(int j, int end, int first, float* const* out) {
        constexpr int W = centres_at_once;
        const Kernel kernel = kernel_;
        typename Kernel::Centre centre[W];
        Float4 mine[W][sums];
        float* to[sums];
        SLOSH_UNROLL for (int k = 0; k < sums; ++k) to[k] = out[k];
        SLOSH_UNROLL for (int q = 0; q < W; ++q) {
            centre[q] = centre_[first + q];
            SLOSH_UNROLL for (int k = 0; k < sums; ++k) mine[q][k] = mine_[first + q][k];
        }
        for (; j < end; j += lanes) {
            const typename Kernel::Others others = kernel.others(j);
            Float4 given[sums];
            SLOSH_UNROLL for (int k = 0; k < sums; ++k) given[k] = load(to[k] + j);
            SLOSH_UNROLL for (int q = 0; q < W; ++q) kernel.meet(centre[q], others, mine[q], given);
            SLOSH_UNROLL for (int k = 0; k < sums; ++k) store(to[k] + j, given[k]);
        }
        SLOSH_UNROLL for (int q = 0; q < W; ++q) SLOSH_UNROLL for (int k = 0; k < sums; ++k) mine_[first + q][k] =
            mine[q][k];
    }

    void meet_part(float* const* out, int j, int lo, int hi) {
        typename Kernel::Others others = kernel_.others(j);
        const Int4 slot = slots_from(j);
        others.x = select((slot >= lo) & (slot < hi), others.x, splat(far_away));
        Float4 given[sums] = {};
        for (int q = 0; q < lanes; ++q) kernel_.meet(centre_[q], others, mine_[q], given);
        for (int k = 0; k < sums; ++k) add_lanes(out[k], j, given[k], lo, hi);
    }

    const Kernel kernel_;
    int group_;
    typename Kernel::Centre centre_[lanes];
    Float4 mine_[lanes][sums] = {};
    Float4 given_[sums] = {};
};

// Whom the centres of a group meet; where the next row ends.
struct Met {
    IndexRange in_own{0, 0}, in_next{0, 0};
    int next_end = 0;
};

// Before anyone is met: how many there are is then known in time. One copy of this serves all kernels.
[[gnu::noinline]] inline Met look_around(const CellGrid& cells, const float* x, const float* y, int row, int group) {
    const Int4 slot = slots_from(group), centres = (slot >= cells.row_begin(row)) & (slot < cells.row_end(row));
    const Float4 at = load(x + group), none = splat(far_away);
    const float x_lo = reduce_min(select(centres, at, none), far_away);
    const float x_hi = -reduce_min(select(centres, -at, none), far_away);
    const float y_hi = -reduce_min(select(centres, -load(y + group), none), far_away);
    const float reach = cells.reach();
    Met met;
    met.in_own = {group + lanes, cells.in_row(row, x_hi, x_hi + reach).end};
    if (row + 1 == cells.rows()) return met;
    const float away = cells.below_next_row(row, y_hi);
    const float width = __builtin_sqrtf(std::max(reach * reach - away * away, 0.0f));
    met.in_next = cells.in_row(row + 1, x_lo - width, x_hi + width), met.next_end = cells.row_end(row + 1);
    return met;
}

template <class Kernel>
void walk_strip(const CellGrid& cells, const Kernel& kernel, PairSums<Kernel::sums>& sums, int first_row, int last_row,
                const float* x, const float* y) {
    constexpr int n = Kernel::sums;
    float *kept[n], *spilled[n];
    const int begin = cells.row_begin(first_row), end = cells.row_begin(last_row);
    const int spill_end = last_row < cells.rows() ? cells.row_end(last_row) : end;
    for (int k = 0; k < n; ++k) {
        kept[k] = sums.kept(k), spilled[k] = sums.spilled(k);
        std::fill(kept[k] + begin, kept[k] + end, 0.0f);
        std::fill(spilled[k] + end, spilled[k] + spill_end, 0.0f);
    }
    for (int row = first_row; row < last_row; ++row) {
        const int row_begin = cells.row_begin(row), row_end = cells.row_end(row);
        float* const* next_out = row + 1 < last_row ? kept : spilled;
        for (int group = row_begin & ~(lanes - 1); group < row_end; group += lanes) {
            const Met met = look_around(cells, x, y, row, group);
            Walk<Kernel> walk(kernel, group, row_begin, row_end);
            walk.meet_each_other(row_end);
            walk.meet_run(met.in_own, group + lanes, row_end, kept);
            walk.meet_run(met.in_next, row_end, met.next_end, next_out);
            walk.keep(kept, row_begin, row_end);
        }
    }
}

}  // namespace detail

// Runs the kernel over all pairs, then `finish(begin, end)` over ranges of slots whose sums are complete.
template <class Kernel, class Finish>
void walk_pairs(const CellGrid& cells, const RowPartition& strips, const Kernel& kernel, PairSums<Kernel::sums>& sums,
                const float* x, const float* y, Jobs& jobs, Finish&& finish) {
    jobs.run(strips.count(), [&](int strip) {
        detail::walk_strip(cells, kernel, sums, strips.first_row(strip), strips.first_row(strip + 1), x, y);
    });
    jobs.run(strips.count(), [&](int strip) {
        const int first = strips.first_row(strip);
        const int begin = cells.row_begin(first), end = cells.row_begin(strips.first_row(strip + 1));
        if (strip > 0)
            for (int k = 0; k < Kernel::sums; ++k)
                for (int i = begin; i < cells.row_end(first); ++i) sums.kept(k)[i] += sums.spilled(k)[i];
        finish(begin, end);
    });
}

}  // namespace slosh
