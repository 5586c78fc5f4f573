// Cells without a box: a spatial hash, for fluid that goes anywhere. Cells are as wide as the radius; the
// plane (or space) of cells is folded onto a table of
//
//   hash(cx, cy[, cz]) = (cx * 73856093 ^ cy * 19349663 [^ cz * 83492791]) mod T      (Teschner et al. 2003)
//
// buckets, T the next prime above twice the particle count: fewer than half as many particles as buckets.
// Particles are sorted by bucket, so the neighbourhood of a point is at most 9 (2D) or 27 (3D) runs. Cells
// far from each other may share a bucket: a run then holds strangers too, which a kernel leaves out because
// they are out of reach, as it does with the corners of the cells.
//
// The same interface as Cells (cells.h), less what needs a box. Same order for any number of workers.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "base/jobs.h"
#include "fluid/cells.h"

namespace slosh {

class HashCells {
public:
    static constexpr int most_runs = 27;

    // `radius` > 0 is the reach of later queries (give it a margin for rounding). Positions may be anything:
    // what is too far out to be told apart, or not a number, goes to cells at the end of the world.
    void build(int dimensions, float radius, int count, const float* x, const float* y, const float* z, Jobs& jobs);

    // From now on the table is that of so many particles, if there are fewer: a count that comes and goes must not
    // change it in every step.
    void keep_room(int count) { room_ = count; }

    // order()[slot] is where the particle of this slot was when build was called.
    std::span<const uint32_t> order() const { return order_; }
    int count() const { return static_cast<int>(order_.size()); }

    // The runs that hold every particle within the radius of (x, y[, z]). Returns how many; see Run.
    int runs_2d(float x, float y, Run* out) const;
    int runs_3d(float x, float y, float z, Run* out) const;

    uint32_t buckets() const { return buckets_; }
    uint32_t bucket(int cx, int cy) const { return hash(cx, cy) % buckets_; }
    uint32_t bucket(int cx, int cy, int cz) const { return hash(cx, cy, cz) % buckets_; }
    int cell(float v) const;
    // The slots of one bucket.
    Run in_bucket(uint32_t b) const { return {static_cast<int>(starts_[b]), static_cast<int>(starts_[b + 1])}; }

private:
    // Before the modulo; unsigned, so that overflow wraps.
    static uint32_t hash(int cx, int cy) {
        return static_cast<uint32_t>(cx) * 73856093u ^ static_cast<uint32_t>(cy) * 19349663u;
    }
    static uint32_t hash(int cx, int cy, int cz) { return hash(cx, cy) ^ static_cast<uint32_t>(cz) * 83492791u; }

    void count_parts(int count, const float* x, const float* y, const float* z, Jobs& jobs);
    void offset_parts();
    void scatter_to_parts(int count, Jobs& jobs);
    void sort_parts_by_bucket(Jobs& jobs);
    int collect(int runs, Run* out) const;

    int dimensions_ = 2, parts_ = 1, part_bits_ = 0;
    int room_ = 0;
    uint32_t buckets_ = 2;
    double inverse_radius_ = 1;
    std::vector<uint32_t> order_;
    std::vector<uint32_t> starts_ = {0, 0, 0};  // first slot of each bucket, and the end
    std::vector<uint32_t> part_start_;          // first slot of each part, and the end
    std::vector<uint32_t> block_parts_;         // particles a (block, part); then where each block writes
    std::vector<uint32_t> bucket_of_;           // before sorting
    std::vector<uint32_t> by_part_;             // old index, grouped by part
    std::vector<uint32_t> bucket_by_part_;      // its bucket
};

// The smallest prime greater than n.
uint32_t next_prime_above(uint32_t n);

}  // namespace slosh
