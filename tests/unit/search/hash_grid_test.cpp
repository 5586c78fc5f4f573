#include "search/hash_grid.h"

#include <array>

#include "support/brute_force_neighbours.h"

namespace slosh::hash_grid_test {
namespace {

using namespace test;

void build(HashGrid& cells, int dimensions, float radius, const PointCloud& p, Jobs& jobs) {
    cells.build(dimensions, radius, p, jobs);
}

void expect_all_neighbours(float radius, const PointCloud& p, float half = 1) {
    for (const int dimensions : {2, 3}) {
        Jobs jobs(1);
        HashGrid cells;
        build(cells, dimensions, radius, p, jobs);
        expect_permutation(cells.order(), p.count());
        expect_neighbourhoods(cells, dimensions, radius, p, p);
        expect_neighbourhoods(cells, dimensions, radius, p, scattered(50, 1.5f * half, 99));
    }
}

TEST(HashGrid, RandomPositions) {
    expect_all_neighbours(0.15f, scattered(700, 1, 1));
    expect_all_neighbours(0.5f, scattered(700, 1, 2));
}

TEST(HashGrid, ClustersFarFromEachOther) { expect_all_neighbours(10, clustered(700, 1000, 3), 1000); }

TEST(HashGrid, CoincidentPositions) {
    expect_all_neighbours(0.1f, coincident(101, 0.3f, -0.2f, 0.1f));
    expect_all_neighbours(1, coincident(7, 0, 0, 0));
}

TEST(HashGrid, NaNAndHuge) {
    PointCloud p = scattered(200, 1, 4);
    p.add(broken());
    expect_all_neighbours(0.3f, p);
    expect_all_neighbours(1e-30f, p);
    expect_all_neighbours(1e30f, p);
}

// Neighbours a hundred thousand cells from the origin, on every side of it.
TEST(HashGrid, DistantPositions) {
    for (const float far : {-1e5f, 1e5f, -16777216.0f, 16777216.0f}) {
        PointCloud p = scattered(150, 8, 5);
        for (float& x : p.x) x += far;
        for (float& z : p.z) z -= far;
        expect_all_neighbours(1, p, 8);
        expect_all_neighbours(3, p, 8);
    }
}

TEST(HashGrid, CellsAreFlooredAndClamped) {
    Jobs jobs(1);
    HashGrid cells;
    build(cells, 2, 0.5f, scattered(3, 1, 6), jobs);
    EXPECT_EQ(cells.cell(0), 0);
    EXPECT_EQ(cells.cell(0.49f), 0);
    EXPECT_EQ(cells.cell(0.5f), 1);
    EXPECT_EQ(cells.cell(-1e-30f), -1);
    EXPECT_EQ(cells.cell(-0.5f), -1);
    EXPECT_EQ(cells.cell(-0.51f), -2);
    EXPECT_EQ(cells.cell(3e38f), 1 << 30);
    EXPECT_EQ(cells.cell(-3e38f), -(1 << 30));
    EXPECT_EQ(cells.cell(std::numeric_limits<float>::quiet_NaN()), 1 << 30);
}

TEST(HashGrid, HashFunctionIsThatOfThePaper) {
    Jobs jobs(1);
    HashGrid cells;
    build(cells, 3, 1, scattered(100, 1, 7), jobs);
    ASSERT_EQ(cells.buckets(), 211u);
    EXPECT_EQ(cells.bucket(0, 0), 0u);
    EXPECT_EQ(cells.bucket(1, 0), 73856093u % 211);
    EXPECT_EQ(cells.bucket(1, 1), (73856093u ^ 19349663u) % 211);
    EXPECT_EQ(cells.bucket(0, 0, 1), 83492791u % 211);
    EXPECT_EQ(cells.bucket(-1, 2, 3), ((0u - 73856093u) ^ (2u * 19349663u) ^ (3u * 83492791u)) % 211);
}

TEST(HashGrid, NextPrime) {
    EXPECT_EQ(next_prime_above(0), 2u);
    EXPECT_EQ(next_prime_above(2), 3u);
    EXPECT_EQ(next_prime_above(3), 5u);
    EXPECT_EQ(next_prime_above(7), 11u);
    EXPECT_EQ(next_prime_above(24), 29u);    // past 25 = 5 * 5
    EXPECT_EQ(next_prime_above(120), 127u);  // past 121 = 11 * 11
    EXPECT_EQ(next_prime_above(20'000'000), 20'000'003u);
}

TEST(HashGrid, LessThanHalfFullForAnyCount) {
    Jobs jobs(1);
    HashGrid cells;  // one object for all counts, to find remains of an earlier build
    for (const int count : {0, 1, 2, 3, 4, 1000, 999, 100'000, 7, 0, 1}) {
        const PointCloud p = scattered(count, 1, 8);
        build(cells, 2, 0.05f, p, jobs);
        EXPECT_GT(cells.buckets(), 2u * static_cast<uint32_t>(count));
        EXPECT_LT(cells.buckets(), 2u * static_cast<uint32_t>(count) + 100);
        EXPECT_EQ(cells.count(), count);
        expect_permutation(cells.order(), count);
        expect_neighbourhoods(cells, 2, 0.05f, p, scattered(10, 1, 9));
    }
}

// The table of so few particles is so small that cells must share buckets, also cells next to each other.
TEST(HashGrid, Collisions) {
    for (int count = 0; count < 20; ++count)
        for (uint64_t seed = 0; seed < 10; ++seed) expect_all_neighbours(0.4f, scattered(count, 1, seed));
    Jobs jobs(1);
    HashGrid cells;
    build(cells, 3, 1, scattered(5, 1, 1), jobs);
    ASSERT_EQ(cells.buckets(), 11u);  // fewer than the 27 cells of a neighbourhood
    expect_neighbourhoods(cells, 3, 1, scattered(5, 1, 1), scattered(100, 3, 2));
}

// Sorted by rows of cells, and within a cell in input order.
TEST(HashGrid, SortedByCellAndStable) {
    Jobs jobs(1);
    HashGrid cells;
    PointCloud p = scattered(2000, 1, 10);
    p.add(p);
    build(cells, 3, 0.1f, p, jobs);
    size_t last = 0;
    for (int slot = 0; slot < p.count(); ++slot) {
        const size_t i = cells.order()[static_cast<size_t>(slot)];
        const auto at = [&](size_t k) {
            return std::array{cells.cell(p.z[k]), cells.cell(p.y[k]), cells.cell(p.x[k])};
        };
        const auto here = at(i);
        const slosh::IndexRange range = cells.in_cell(here[2], here[1], here[0]);
        EXPECT_TRUE(range.begin <= slot && slot < range.end);
        if (slot > 0) {
            EXPECT_TRUE(at(last) < here || (at(last) == here && last < i)) << "slot " << slot;
            EXPECT_EQ(range.begin == slot, at(last) != here);
        }
        last = i;
    }
    EXPECT_EQ(cells.in_cell(900, 0).end, cells.in_cell(900, 0).begin) << "an empty cell";
}

TEST(HashGrid, SameOrderForAnyNumberOfWorkers) {
    PointCloud p = clustered(9000, 1000, 11);
    p.add(coincident(1000, 0, 0, 0));
    p.add(broken());
    for (const int dimensions : {2, 3}) {
        Jobs serial(1);
        HashGrid expected;
        build(expected, dimensions, 5, p, serial);
        for (int workers = 2; workers <= 4; ++workers) {
            Jobs jobs(workers);
            HashGrid cells;
            build(cells, dimensions, 5, p, jobs);
            EXPECT_TRUE(std::equal(cells.order().begin(), cells.order().end(), expected.order().begin()))
                << workers << " workers, " << dimensions << "D";
        }
    }
}

}  // namespace
}  // namespace slosh::hash_grid_test
