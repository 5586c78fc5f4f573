// The pair loop over cells (2D): applies a pair interaction (search/pair_interaction.h) to every pair of neighbours
// once, straight from the cell grid.
//
//   row r+1   . . [. . . .|. . . .|. . .] .    Half stencil: four consecutive particles of a row are the i side. The
//   row r     . . . . {i i i i}[. . . .|.] .   j side are the four themselves, the rest of their row behind them and
//                                              the next row, four slots at a time.
//
// Every pair contributes to both sides (Newton's third law), which halves the work of a full neighbourhood loop. The
// sums of the i side stay in registers, those of the j side are added to the result arrays.
//
// For the threads, rows are partitioned into strips, one task each. Only the last row of a strip contributes to another
// strip, to the first row of the next one. These contributions go to a halo buffer and are added once all tasks are
// done (halo reduction). The partition depends on the particles alone, so the sums are bitwise the same for any number
// of workers.
#pragma once
#include <algorithm>
#include <vector>

#include "base/simd_array.h"
#include "search/cell_grid.h"
#include "search/pair_interaction.h"

namespace slosh {

// The N sums of every particle, by slot, with the halo buffers of the strips.
template <int N>
class PairSums {
public:
    void resize(int count) {
        for (int k = 0; k < N; ++k) {
            result_[k].assign(count);
            halo_[k].assign(count);
        }
    }
    float* result(int k) { return result_[k].data(); }
    float* halo(int k) { return halo_[k].data(); }

private:
    SimdArray<float> result_[N], halo_[N];
};

// The tasks of the pair loop: strips of whole rows.
class RowPartition {
public:
    // Strips of about `target` particles.
    void build(const CellGrid& cells, int target) {
        first_row_.clear();
        first_row_.reserve(static_cast<size_t>(cells.rows()) + 1);
        int particles = target;
        for (int row = 0; row < cells.rows(); ++row) {
            if (particles >= target) {
                first_row_.push_back(row);
                particles = 0;
            }
            particles += cells.row_end(row) - cells.row_begin(row);
        }
        first_row_.push_back(cells.rows());
    }
    int count() const { return static_cast<int>(first_row_.size()) - 1; }
    int first_row(int strip) const { return first_row_[static_cast<size_t>(strip)]; }

private:
    std::vector<int> first_row_;
};

namespace detail {

// Particles i that share the loads of a group of four j in the inner loop: with more, the registers do not suffice.
constexpr int i_at_once = 2;

inline Int4 slots_from(int j) { return Int4{j, j + 1, j + 2, j + 3}; }

// Adds the lanes in [lo, hi) only: the others may be another worker's.
inline void add_lanes(float* out, int j, Float4 value, int lo, int hi) {
    if (j >= lo && j + lanes <= hi) return store(out + j, load(out + j) + value);
    for (int lane = 0; lane < lanes; ++lane)
        if (j + lane >= lo && j + lane < hi) out[j + lane] += value[lane];
}

// Four consecutive particles i and their sums.
template <PairInteraction Interaction>
class GroupOfFour {
public:
    using Particle = typename Interaction::Particle;
    static constexpr int sums = Interaction::sums;

    // The particles are those of the slots group..group+3 that lie in the row [row_begin, row_end).
    GroupOfFour(const Interaction& interaction, int group, int row_begin, int row_end)
        : interaction_(interaction), group_(group) {
        for (int q = 0; q < lanes; ++q) {
            const int slot = group + q;
            i_[q] = load_i(interaction, slot);
            // Masked: beyond the cutoff of all particles, and far from masked lanes, which are at +far_away.
            if (slot < row_begin || slot >= row_end) i_[q].x = splat(-far_away);
        }
    }

    // The pairs within the group.
    void interact_within(int row_end) {
        Particle j = load_j(interaction_, group_);
        const Int4 lane{0, 1, 2, 3};
        const Float4 x = select(lane < row_end - group_, j.x, splat(far_away));
        for (int q = 0; q + 1 < lanes; ++q) {
            j.x = select(lane > q, x, splat(far_away));  // masks the pair (i, i), too, even where x is NaN
            interaction_.interact(i_[q], j, sum_i_[q], sum_j_);
        }
    }

    // All slots of a range inside the row [row_begin, row_end), in groups of four aligned slots.
    void interact_range(IndexRange range, int row_begin, int row_end, float* const* out) {
        if (range.begin >= range.end) return;
        int j = range.begin & ~(lanes - 1);
        if (j < row_begin) interact_partial(out, j, row_begin, row_end), j += lanes;
        const int full_end = std::min(range.end, row_end & ~(lanes - 1));
        for (int q = 0; q < lanes; q += i_at_once) interact_full(j, full_end, q, out);
        if (j < full_end) j += (full_end - j + lanes - 1) & ~(lanes - 1);
        if (j < range.end) interact_partial(out, j, row_begin, row_end);
    }

    // Adds the sums of the group to the result.
    void add_sums(float* const* result, int row_begin, int row_end) {
        for (int k = 0; k < sums; ++k) {
            const Float4 sum = sum_j_[k] + reduce_add4(sum_i_[0][k], sum_i_[1][k], sum_i_[2][k], sum_i_[3][k]);
            add_lanes(result[k], group_, sum, row_begin, row_end);
        }
    }

private:
    // Some particles i against full groups of j. All state is local: it then lives in registers.
    void interact_full(int j_begin, int j_end, int first, float* const* out) {
        constexpr int W = i_at_once;
        const Interaction interaction = interaction_;
        Particle i[W];
        Float4 sum_i[W][sums];
        float* to[sums];
        SLOSH_UNROLL for (int k = 0; k < sums; ++k) to[k] = out[k];
        SLOSH_UNROLL for (int q = 0; q < W; ++q) {
            i[q] = i_[first + q];
            SLOSH_UNROLL for (int k = 0; k < sums; ++k) sum_i[q][k] = sum_i_[first + q][k];
        }
        for (int slot = j_begin; slot < j_end; slot += lanes) {
            const Particle j = load_j(interaction, slot);
            Float4 sum_j[sums];
            SLOSH_UNROLL for (int k = 0; k < sums; ++k) sum_j[k] = load(to[k] + slot);
            SLOSH_UNROLL for (int q = 0; q < W; ++q) interaction.interact(i[q], j, sum_i[q], sum_j);
            SLOSH_UNROLL for (int k = 0; k < sums; ++k) store(to[k] + slot, sum_j[k]);
        }
        SLOSH_UNROLL for (int q = 0; q < W; ++q) SLOSH_UNROLL for (int k = 0; k < sums; ++k) sum_i_[first + q][k] =
            sum_i[q][k];
    }

    // The slots of a group of j that lie in [lo, hi).
    void interact_partial(float* const* out, int group, int lo, int hi) {
        Particle j = load_j(interaction_, group);
        const Int4 slot = slots_from(group);
        j.x = select((slot >= lo) & (slot < hi), j.x, splat(far_away));
        Float4 sum_j[sums] = {};
        for (int q = 0; q < lanes; ++q) interaction_.interact(i_[q], j, sum_i_[q], sum_j);
        for (int k = 0; k < sums; ++k) add_lanes(out[k], group, sum_j[k], lo, hi);
    }

    const Interaction interaction_;
    int group_;
    Particle i_[lanes];
    Float4 sum_i_[lanes][sums] = {};
    Float4 sum_j_[sums] = {};
};

// The slots that can hold neighbours of a group: in its own row behind it, and in the next row, which ends at
// next_row_end.
struct RowRanges {
    IndexRange own_row{0, 0}, next_row{0, 0};
    int next_row_end = 0;
};

// Called before the inner loops, so that their trip counts are known early. Not a template: all interactions share one
// copy.
[[gnu::noinline]] inline RowRanges find_row_ranges(const CellGrid& cells, const float* x, const float* y, int row,
                                                   int group) {
    const Int4 slot = slots_from(group), in_row = (slot >= cells.row_begin(row)) & (slot < cells.row_end(row));
    const Float4 group_x = load(x + group), none = splat(far_away);
    const float x_lo = reduce_min(select(in_row, group_x, none), far_away);
    const float x_hi = -reduce_min(select(in_row, -group_x, none), far_away);
    const float y_hi = -reduce_min(select(in_row, -load(y + group), none), far_away);
    const float radius = cells.radius();
    RowRanges ranges;
    ranges.own_row = {group + lanes, cells.in_row(row, x_hi, x_hi + radius).end};
    if (row + 1 == cells.rows()) return ranges;
    const float distance = cells.distance_to_next_row(row, y_hi);
    const float half_width = __builtin_sqrtf(std::max(radius * radius - distance * distance, 0.0f));
    ranges.next_row = cells.in_row(row + 1, x_lo - half_width, x_hi + half_width);
    ranges.next_row_end = cells.row_end(row + 1);
    return ranges;
}

template <PairInteraction Interaction>
void interact_strip(const CellGrid& cells, const Interaction& interaction, PairSums<Interaction::sums>& sums,
                    int first_row, int last_row, const float* x, const float* y) {
    constexpr int n = Interaction::sums;
    float *result[n], *halo[n];
    const int begin = cells.row_begin(first_row), end = cells.row_begin(last_row);
    const int halo_end = last_row < cells.rows() ? cells.row_end(last_row) : end;
    for (int k = 0; k < n; ++k) {
        result[k] = sums.result(k);
        halo[k] = sums.halo(k);
        std::fill(result[k] + begin, result[k] + end, 0.0f);
        std::fill(halo[k] + end, halo[k] + halo_end, 0.0f);
    }
    for (int row = first_row; row < last_row; ++row) {
        const int row_begin = cells.row_begin(row), row_end = cells.row_end(row);
        float* const* next_row_sums = row + 1 < last_row ? result : halo;
        for (int group = row_begin & ~(lanes - 1); group < row_end; group += lanes) {
            const RowRanges ranges = find_row_ranges(cells, x, y, row, group);
            GroupOfFour<Interaction> four(interaction, group, row_begin, row_end);
            four.interact_within(row_end);
            four.interact_range(ranges.own_row, group + lanes, row_end, result);
            four.interact_range(ranges.next_row, row_end, ranges.next_row_end, next_row_sums);
            four.add_sums(result, row_begin, row_end);
        }
    }
}

}  // namespace detail

// Applies the interaction to all pairs, then calls finish(begin, end) for ranges of slots whose sums are complete. x
// and y are the positions by slot.
template <PairInteraction Interaction, class Finish>
void for_cell_pairs(const CellGrid& cells, const RowPartition& strips, const Interaction& interaction,
                    PairSums<Interaction::sums>& sums, const float* x, const float* y, Jobs& jobs, Finish&& finish) {
    jobs.run(strips.count(), [&](int strip) {
        detail::interact_strip(cells, interaction, sums, strips.first_row(strip), strips.first_row(strip + 1), x, y);
    });
    jobs.run(strips.count(), [&](int strip) {
        const int first = strips.first_row(strip);
        const int begin = cells.row_begin(first), end = cells.row_begin(strips.first_row(strip + 1));
        if (strip > 0)
            for (int k = 0; k < Interaction::sums; ++k)
                for (int i = begin; i < cells.row_end(first); ++i) sums.result(k)[i] += sums.halo(k)[i];
        finish(begin, end);
    });
}

}  // namespace slosh
