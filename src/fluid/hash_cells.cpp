#include "fluid/hash_cells.h"

#include <algorithm>

#include "base/check.h"

namespace slosh {
namespace {

// Blocks as in cells.cpp: a task worth its while, and few enough that their counts stay small.
int block_of(int count) { return std::max(512, (count + 63) / 64); }

// The table is sorted in parts of consecutive buckets: first all particles by part, then each part by itself.
constexpr uint32_t most_parts = 256;
constexpr int fewest_part_bits = 9;

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
int HashCells::cell(float v) const {
    constexpr double end = 1 << 30;
    double t = static_cast<double>(v) * inverse_radius_;
    t = t < end ? t : end;
    t = t > -end ? t : -end;
    const int towards_zero = static_cast<int>(t);
    return towards_zero - (t < towards_zero ? 1 : 0);
}

void HashCells::build(int dimensions, float radius, int count, const float* x, const float* y, const float* z,
                      Jobs& jobs) {
    CHECK(radius > 0 && (dimensions == 2 || dimensions == 3), "cells need a radius and 2 or 3 dimensions");
    CHECK(count >= 0 && count <= 1 << 30, "twice the count fits 32 bits");
    dimensions_ = dimensions;
    inverse_radius_ = 1 / static_cast<double>(radius);
    if (count != this->count() || part_start_.empty()) {
        buckets_ = next_prime_above(2 * static_cast<uint32_t>(std::max(count, room_)));
        part_bits_ = fewest_part_bits;
        while (buckets_ >> part_bits_ >= most_parts) ++part_bits_;
        parts_ = static_cast<int>(buckets_ >> part_bits_) + 1;
    }
    order_.resize(static_cast<size_t>(count));
    starts_.resize(static_cast<size_t>(buckets_) + 1);
    part_start_.resize(static_cast<size_t>(parts_) + 1);
    bucket_of_.resize(static_cast<size_t>(count));
    by_part_.resize(static_cast<size_t>(count));
    bucket_by_part_.resize(static_cast<size_t>(count));

    count_parts(count, x, y, z, jobs);
    offset_parts();
    scatter_to_parts(count, jobs);
    sort_parts_by_bucket(jobs);
}

void HashCells::count_parts(int count, const float* x, const float* y, const float* z, Jobs& jobs) {
    const int block = block_of(count);
    block_parts_.resize(static_cast<size_t>((count + block - 1) / block) * parts_);
    jobs.for_range(count, block, [&](int begin, int end) {
        uint32_t* parts = block_parts_.data() + static_cast<size_t>(begin / block) * parts_;
        std::fill(parts, parts + parts_, 0u);
        for (int i = begin; i < end; ++i) {
            const uint32_t b =
                dimensions_ == 3 ? bucket(cell(x[i]), cell(y[i]), cell(z[i])) : bucket(cell(x[i]), cell(y[i]));
            bucket_of_[static_cast<size_t>(i)] = b;
            ++parts[b >> part_bits_];
        }
    });
}

void HashCells::offset_parts() {
    uint32_t offset = 0;
    for (int part = 0; part < parts_; ++part) {
        part_start_[static_cast<size_t>(part)] = offset;
        for (size_t at = static_cast<size_t>(part); at < block_parts_.size(); at += static_cast<size_t>(parts_)) {
            const uint32_t here = block_parts_[at];
            block_parts_[at] = offset;
            offset += here;
        }
    }
    part_start_[static_cast<size_t>(parts_)] = offset;
}

void HashCells::scatter_to_parts(int count, Jobs& jobs) {
    const int block = block_of(count);
    jobs.for_range(count, block, [&](int begin, int end) {
        uint32_t* next = block_parts_.data() + static_cast<size_t>(begin / block) * parts_;
        for (int i = begin; i < end; ++i) {
            const uint32_t b = bucket_of_[static_cast<size_t>(i)];
            const uint32_t slot = next[b >> part_bits_]++;
            by_part_[slot] = static_cast<uint32_t>(i);
            bucket_by_part_[slot] = b;
        }
    });
}

void HashCells::sort_parts_by_bucket(Jobs& jobs) {
    starts_[buckets_] = part_start_[static_cast<size_t>(parts_)];
    jobs.run(parts_, [&](int part) {
        const uint32_t first = static_cast<uint32_t>(part) << part_bits_;
        const uint32_t last = std::min(buckets_, first + (1u << part_bits_));
        const uint32_t begin = part_start_[static_cast<size_t>(part)], end = part_start_[static_cast<size_t>(part) + 1];
        std::fill(starts_.begin() + first, starts_.begin() + last, 0u);
        for (uint32_t slot = begin; slot < end; ++slot) ++starts_[bucket_by_part_[slot]];
        uint32_t bucket_end = begin;
        for (uint32_t b = first; b < last; ++b) starts_[b] = bucket_end += starts_[b];
        // Backwards keeps the order of equals, and turns each bucket's end into its start.
        for (uint32_t slot = end; slot-- > begin;) order_[--starts_[bucket_by_part_[slot]]] = by_part_[slot];
    });
}

int HashCells::runs_2d(float x, float y, Run* out) const {
    const int cx = cell(x), cy = cell(y);
    int runs = 0;
    for (int dy = -1; dy <= 1; ++dy)
        for (int dx = -1; dx <= 1; ++dx) out[runs++] = in_bucket(bucket(cx + dx, cy + dy));
    return collect(runs, out);
}

int HashCells::runs_3d(float x, float y, float z, Run* out) const {
    const int cx = cell(x), cy = cell(y), cz = cell(z);
    int runs = 0;
    for (int dz = -1; dz <= 1; ++dz)
        for (int dy = -1; dy <= 1; ++dy)
            for (int dx = -1; dx <= 1; ++dx) out[runs++] = in_bucket(bucket(cx + dx, cy + dy, cz + dz));
    return collect(runs, out);
}

// Leaves out empty buckets and those met twice, sorts, and joins runs that four lanes would walk into each other.
int HashCells::collect(int runs, Run* out) const {
    Run* const end = std::remove_if(out, out + runs, [](const Run& run) { return run.begin == run.end; });
    // By insertion: a dozen runs at most are left, and std::sort is made for more, in speed and in size.
    for (Run* sorted = out; sorted != end; ++sorted) {
        const Run run = *sorted;
        Run* to = sorted;
        for (; to != out && run.begin < to[-1].begin; --to) *to = to[-1];
        *to = run;
    }
    int count = 0;
    for (const Run* run = out; run != end; ++run) {
        Run* const before = count ? out + count - 1 : nullptr;
        if (before && run->begin <= before->begin + round_up_to_lanes(before->end - before->begin))
            before->end = std::max(before->end, run->end);
        else out[count++] = *run;
    }
    return count;
}

}  // namespace slosh
