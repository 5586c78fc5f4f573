// The common properties of CellGrid and HashGrid, checked against brute force; and the positions to check them with.
#pragma once
#include <gtest/gtest.h>

#include <limits>
#include <span>
#include <vector>

#include "base/random.h"
#include "base/simd.h"
#include "search/cell_grid.h"

namespace slosh::test {

struct PointCloud {
    std::vector<float> x, y, z;
    int count() const { return static_cast<int>(x.size()); }
    operator Points() const { return {count(), x.data(), y.data(), z.data()}; }
    void add(float px, float py, float pz) { x.push_back(px), y.push_back(py), z.push_back(pz); }
    void add(PointCloud more) {  // by value: `more` may be *this
        for (size_t i = 0; i < more.x.size(); ++i) add(more.x[i], more.y[i], more.z[i]);
    }
};

inline PointCloud scattered(int count, float half, uint64_t seed) {
    PointCloud p;
    Random random(seed);
    for (int i = 0; i < count; ++i) {
        const float px = random.uniform(-half, half), py = random.uniform(-half, half);
        p.add(px, py, random.uniform(-half, half));
    }
    return p;
}

// Dense drops of 100 particles at random positions.
inline PointCloud clustered(int count, float half, uint64_t seed) {
    PointCloud p;
    Random random(seed);
    float cx = 0, cy = 0, cz = 0;
    for (int i = 0; i < count; ++i) {
        if (i % 100 == 0)
            cx = random.uniform(-half, half), cy = random.uniform(-half, half), cz = random.uniform(-half, half);
        const float size = 0.1f * half, px = cx + random.uniform(-size, size), py = cy + random.uniform(-size, size);
        p.add(px, py, cz + random.uniform(-size, size));
    }
    return p;
}

inline PointCloud coincident(int count, float x, float y, float z) {
    PointCloud p;
    for (int i = 0; i < count; ++i) p.add(x, y, z);
    return p;
}

// NaN, infinite and huge values on each axis in turn.
inline PointCloud broken() {
    PointCloud p;
    const float inf = std::numeric_limits<float>::infinity(), nan = std::numeric_limits<float>::quiet_NaN();
    for (const float bad : {nan, -nan, inf, -inf, 1e9f, -1e9f, 3e38f, -3e38f, 1e-45f}) {
        p.add(bad, 0.1f, 0.2f), p.add(0.1f, bad, 0.2f), p.add(0.1f, 0.2f, bad), p.add(bad, bad, bad);
    }
    return p;
}

inline void expect_permutation(std::span<const uint32_t> order, int count) {
    ASSERT_EQ(static_cast<int>(order.size()), count);
    std::vector<bool> seen(order.size());
    for (const uint32_t i : order) {
        ASSERT_LT(i, order.size());
        EXPECT_FALSE(seen[i]) << "particle " << i << " is listed twice";
        seen[i] = true;
    }
}

// How often each particle is visited by a loop over the ranges, four lanes at a time.
inline void count_visits(const slosh::IndexRange* ranges, int n, std::span<const uint32_t> order,
                         std::vector<int>& visits) {
    const int count = static_cast<int>(order.size());
    visits.assign(order.size(), 0);
    int slot_group = 0;
    for (int k = 0; k < n; ++k) {
        ASSERT_LT(ranges[k].begin, ranges[k].end) << "an empty range";
        ASSERT_GE(ranges[k].begin, slot_group) << "it begins inside the last four lanes of the range before";
        ASSERT_LE(ranges[k].end, count);
        for (slot_group = ranges[k].begin; slot_group < ranges[k].end; slot_group += lanes)
            for (int slot = slot_group; slot < std::min(slot_group + lanes, count); ++slot)
                ++visits[order[static_cast<size_t>(slot)]];
    }
}

// Around each query all particles within the radius must be visited, none twice.
template <class AnyCells>
void expect_neighbourhoods(const AnyCells& cells, int dimensions, float radius, const PointCloud& p,
                           const PointCloud& queries) {
    std::vector<int> visits;
    for (int q = 0; q < queries.count(); ++q) {
        const size_t at = static_cast<size_t>(q);
        const float x = queries.x[at], y = queries.y[at], z = queries.z[at];
        IndexRange ranges[AnyCells::max_ranges];
        const int n = dimensions == 2 ? cells.ranges_2d(x, y, ranges) : cells.ranges_3d(x, y, z, ranges);
        ASSERT_LE(n, AnyCells::max_ranges);
        count_visits(ranges, n, cells.order(), visits);
        if (::testing::Test::HasFatalFailure()) return;
        for (size_t i = 0; i < visits.size(); ++i) {
            const auto gap = [](float a, float b) { return static_cast<double>(a) - static_cast<double>(b); };
            const double dx = gap(p.x[i], x), dy = gap(p.y[i], y), dz = dimensions == 3 ? gap(p.z[i], z) : 0;
            if (dx * dx + dy * dy + dz * dz <= static_cast<double>(radius) * static_cast<double>(radius))
                ASSERT_EQ(visits[i], 1) << "particle " << i << " near query " << q << " at " << x << " " << y << " "
                                        << z;
            else ASSERT_LE(visits[i], 1) << "particle " << i << " from query " << q;
        }
    }
}

}  // namespace slosh::test
