#include "solvers/double_density/springs.h"

#include <algorithm>
#include <numeric>
#include <span>

namespace slosh {
namespace {

constexpr float max_length = 2;  // in h: longer springs are removed, so that a jelly can break

// Which of the slots around a particle hold the other end of one of its springs: one number a slot, of the ranges one
// after the other. Ranges are read in whole vectors, which may reach behind their ends: the next begins behind that.
class SpringMarks {
public:
    explicit SpringMarks(std::span<const IndexRange> ranges) : ranges_(ranges) {
        for (size_t k = 0; k < ranges.size(); ++k) {
            starts_[k] = size_;
            lengths_[k] = round_up_to_lanes(ranges[k].end - ranges[k].begin);
            size_ += lengths_[k];
        }
        if (fits()) std::fill_n(marks_, size_, 0u);
    }
    // Slots that are crowded do not fit.
    bool fits() const { return size_ <= max_slots; }
    void mark(int slot) {
        for (size_t k = 0; k < ranges_.size(); ++k) {
            const int at = slot - ranges_[k].begin;
            if (at >= 0 && at < lengths_[k]) marks_[starts_[k] + at] = all_bits;
        }
    }
    // A lane mask, for four slots from `slot` on in a range.
    Int4 at(size_t range, int slot) const { return load(marks_ + starts_[range] + slot - ranges_[range].begin); }

private:
    static constexpr int max_slots = 256;
    static constexpr uint32_t all_bits = 0xffffffff;
    std::span<const IndexRange> ranges_;
    int starts_[CellGrid::max_ranges], lengths_[CellGrid::max_ranges];
    int size_ = 0;
    uint32_t marks_[max_slots];
};

}  // namespace

void Springs::clear() {
    others_.clear();
    rests_.clear();
    counts_.clear();
}

void Springs::remove(uint32_t index) {
    if (counts_.empty()) return;
    for (size_t s = first(index), end = s + static_cast<size_t>(counts_[index]); s < end; ++s) {
        const uint32_t other = others_[s];
        const size_t begin = first(other);
        size_t last = begin + static_cast<size_t>(counts_[other]), at = begin;
        while (at < last && others_[at] != index) ++at;
        if (at == last) continue;
        others_[at] = others_[--last];
        rests_[at] = rests_[last];
        --counts_[other];
    }
    counts_[index] = new_counts_[index] = 0;
}

int Springs::count() const { return std::accumulate(counts_.begin(), counts_.end(), 0) / 2; }

// Appends the neighbours without a spring after the springs. Beyond the capacity new_counts_ still counts them.
void Springs::find_new_springs(const BlobArrays& b, const CellGrid& cells, const SlotsByIndex& slots, float h,
                               Jobs& jobs) {
    jobs.for_range(b.count, slots_per_block, [&](int begin, int end) {
        for (int i = begin; i < end; ++i) {
            const uint32_t index = slots.index_of(b.id[i]);
            uint32_t* others = others_.data() + first(index);
            float* rests = rests_.data() + first(index);
            const int spring_count = counts_[index];
            int all = spring_count;
            IndexRange ranges[CellGrid::max_ranges];
            const auto range_count = static_cast<size_t>(cells.ranges_2d(b.x[i], b.y[i], ranges));
            SpringMarks marks(std::span<const IndexRange>(ranges, range_count));
            if (marks.fits())
                for (int s = 0; s < spring_count; ++s)
                    if (!slots.is_free(others[s])) marks.mark(slots.slot(others[s]));
            for (size_t k = 0; k < range_count; ++k)
                for (int j = ranges[k].begin; j < ranges[k].end; j += lanes) {
                    const Float4 dx = load(&b.x[j]) - b.x[i], dy = load(&b.y[j]) - b.y[i], r2 = dx * dx + dy * dy;
                    Int4 near = (r2 < h * h) & (r2 != 0.0f);
                    if (marks.fits()) near &= ~marks.at(k, j);
                    if (!any(near)) continue;
                    for (int lane = 0; lane < lanes; ++lane) {
                        if (!near[lane]) continue;
                        const uint32_t other = slots.index_of(b.id[j + lane]);
                        if (!marks.fits() && std::find(others, others + spring_count, other) != others + spring_count)
                            continue;
                        if (all < max_springs) {
                            others[all] = other;
                            rests[all] = __builtin_sqrtf(r2[lane]);
                        }
                        ++all;
                    }
                }
            new_counts_[index] = all - spring_count;
        }
    });
}

// A spring needs capacity at both ends: a particle with too many candidates takes none in this sub-step.
void Springs::add_new_springs(Jobs& jobs) {
    const auto full = [&](uint32_t index) { return counts_[index] + new_counts_[index] > max_springs; };
    joined_counts_ = counts_;
    jobs.for_range(static_cast<int>(counts_.size()), slots_per_block, [&](int begin, int end) {
        for (auto index = static_cast<uint32_t>(begin); index < static_cast<uint32_t>(end); ++index) {
            if (full(index)) continue;
            int& joined_count = joined_counts_[index];
            for (int s = counts_[index]; s < counts_[index] + new_counts_[index]; ++s) {
                const size_t from = first(index) + static_cast<size_t>(s),
                             to = first(index) + static_cast<size_t>(joined_count);
                if (full(others_[from])) continue;
                others_[to] = others_[from];
                rests_[to] = rests_[from];
                ++joined_count;
            }
        }
    });
    counts_ = joined_counts_;
}

void Springs::apply(const BlobArrays& b, const CellGrid& cells, const SlotsByIndex& slots, const SpringConstants& c,
                    Relaxation& out, Jobs& jobs) {
    const auto n = static_cast<size_t>(slots.capacity());
    if (counts_.size() != n) {
        counts_.assign(n, 0);
        new_counts_.assign(n, 0);
        others_.assign(n * max_springs, 0);
        rests_.assign(n * max_springs, 0);
    }
    find_new_springs(b, cells, slots, c.h, jobs);
    add_new_springs(jobs);
    // counts_ falls while springs break; both ends must bound the displacement by the same numbers: joined_counts_.
    jobs.for_range(b.count, slots_per_block, [&](int begin, int end) {
        const float creep = c.plasticity * c.dt, dt2 = c.dt * c.dt;
        for (int i = begin; i < end; ++i) {
            const uint32_t index = slots.index_of(b.id[i]);
            uint32_t* others = others_.data() + first(index);
            float* rests = rests_.data() + first(index);
            int remaining = 0;
            for (int s = 0; s < joined_counts_[index]; ++s) {
                const uint32_t other = others[s];
                if (slots.is_free(other)) continue;  // at a distance of h rounding may give one end alone a spring
                const int j = slots.slot(other);
                const float dx = b.x[j] - b.x[i], dy = b.y[j] - b.y[i];
                const float r = __builtin_sqrtf(dx * dx + dy * dy + tiny_squared);
                float rest = rests[s];
                const float yield = c.yield_ratio * rest;
                if (r > rest + yield) rest += creep * (r - rest - yield);
                else if (r < rest - yield) rest -= creep * (rest - yield - r);
                if (rest > c.h || r > max_length * c.h) continue;
                others[remaining] = other;
                rests[remaining] = rest;
                ++remaining;
                // Bounded, so that many stiff springs together do not overshoot.
                const float strength = dt2 * c.stiffness * (1 - rest / c.h);
                const float spring_count = static_cast<float>(std::max(joined_counts_[index], joined_counts_[other]));
                const float displacement = strength / (1 + strength * spring_count) * (rest - r);
                const float scale = displacement * b.mass[j] / ((b.mass[i] + b.mass[j]) * r);
                out.dx[i] -= scale * dx;
                out.dy[i] -= scale * dy;
            }
            counts_[index] = remaining;
        }
    });
}

}  // namespace slosh
