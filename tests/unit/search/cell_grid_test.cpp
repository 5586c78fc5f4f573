#include "search/cell_grid.h"

#include "support/brute_force_neighbours.h"

namespace slosh::cell_grid_test {
namespace {

using namespace test;

constexpr float margin = 1.0001f;  // required by the cell grid, against rounding

// Over the box [-half, half].
void build(CellGrid& cells, int dimensions, float half, float radius, const PointCloud& p, Jobs& jobs) {
    cells.build(dimensions, {glm::vec3(-half), glm::vec3(half)}, radius * margin, p, jobs);
}

void expect_all_neighbours(int dimensions, float half, float radius, const PointCloud& p) {
    Jobs jobs(1);
    CellGrid cells;
    build(cells, dimensions, half, radius, p, jobs);
    expect_permutation(cells.order(), p.count());
    expect_neighbourhoods(cells, dimensions, radius, p, p);
    expect_neighbourhoods(cells, dimensions, radius, p, scattered(50, 1.5f * half, 99));
}

void expect_all_neighbours(float half, float radius, const PointCloud& p) {
    expect_all_neighbours(2, half, radius, p);
    expect_all_neighbours(3, half, radius, p);
}

TEST(CellGrid, RandomPositions) {
    expect_all_neighbours(1, 0.15f, scattered(700, 1, 1));
    expect_all_neighbours(30, 1, scattered(700, 12, 2));
}

TEST(CellGrid, Clusters) { expect_all_neighbours(1, 0.1f, clustered(700, 1, 3)); }

TEST(CellGrid, CoincidentPositions) {
    expect_all_neighbours(1, 0.1f, coincident(101, 0.3f, 0.2f, 0.1f));
    expect_all_neighbours(1, 0.25f, coincident(7, 1, -1, 1));
}

TEST(CellGrid, OutsideTheBox) {
    expect_all_neighbours(1, 0.3f, scattered(400, 1.6f, 4));
    PointCloud p = scattered(100, 1, 5);
    p.add(coincident(9, 40, 0.5f, 0));
    p.add(coincident(9, -1e6f, -1e6f, 1e6f));
    expect_all_neighbours(1, 0.3f, p);
}

TEST(CellGrid, NaNAndHuge) {
    PointCloud p = scattered(200, 1, 6);
    p.add(broken());
    expect_all_neighbours(1, 0.3f, p);
}

TEST(CellGrid, RadiusLargerThanTheBox) {
    expect_all_neighbours(1, 5, scattered(90, 1, 7));
    expect_all_neighbours(1, 2.5f, scattered(90, 1.4f, 8));
}

TEST(CellGrid, ManyMoreCellsThanParticles) {
    expect_all_neighbours(1e6f, 0.01f, coincident(5, 3, 4, 5));
    expect_all_neighbours(1, 1e-4f, scattered(60, 1e-3f, 9));
}

TEST(CellGrid, FewOrNoParticles) {
    for (int count = 0; count < 10; ++count) expect_all_neighbours(1, 0.5f, scattered(count, 1, 10));
}

TEST(CellGrid, RebuiltWithOtherCounts) {
    Jobs jobs(1);
    CellGrid cells;
    for (const int count : {3000, 0, 5, 1, 0, 2000, 1}) {
        const PointCloud p = scattered(count, 1, static_cast<uint64_t>(count));
        build(cells, 2, 1, 0.2f, p, jobs);
        EXPECT_EQ(cells.count(), count);
        expect_permutation(cells.order(), count);
        expect_neighbourhoods(cells, 2, 0.2f, p, scattered(20, 1, 11));
    }
}

// Rows upwards, columns to the right, and particles of one cell in input order.
TEST(CellGrid, SortedByRowAndStable) {
    Jobs jobs(1);
    CellGrid cells;
    PointCloud p = scattered(3000, 1, 12);
    p.add(p);
    build(cells, 2, 1, 0.1f, p, jobs);
    ASSERT_GT(cells.rows(), 10);
    int slots = 0;
    for (int row = 0; row < cells.rows(); ++row) {
        EXPECT_EQ(cells.row_begin(row), slots);
        float x_before = -2;
        for (; slots < cells.row_end(row); ++slots) {
            const size_t i = cells.order()[static_cast<size_t>(slots)];
            const float height = 2.0f / static_cast<float>(cells.rows());
            EXPECT_NEAR(p.y[i], -1 + (static_cast<float>(row) + 0.5f) * height, 0.501f * height);
            EXPECT_GT(p.x[i], x_before - 0.1f * margin / CellGrid::columns_per_radius * 1.1f);
            x_before = p.x[i];
        }
    }
    EXPECT_EQ(slots, p.count());
    std::vector<size_t> slot_of(p.x.size());
    for (size_t slot = 0; slot < slot_of.size(); ++slot) slot_of[cells.order()[slot]] = slot;
    for (size_t i = 0; i < 3000; ++i)
        EXPECT_LT(slot_of[i], slot_of[i + 3000]) << "the copy of " << i << " comes before it";
}

TEST(CellGrid, SameOrderForAnyNumberOfWorkers) {
    PointCloud p = clustered(9000, 1, 13);
    p.add(coincident(1000, 0, 0, 0));
    p.add(broken());
    for (const int dimensions : {2, 3}) {
        Jobs serial(1);
        CellGrid expected;
        build(expected, dimensions, 1, 0.05f, p, serial);
        for (int workers = 2; workers <= 4; ++workers) {
            Jobs jobs(workers);
            CellGrid cells;
            build(cells, dimensions, 1, 0.05f, p, jobs);
            EXPECT_TRUE(std::equal(cells.order().begin(), cells.order().end(), expected.order().begin()))
                << workers << " workers, " << dimensions << "D";
        }
    }
}

TEST(CellGrid, BlockCoversTheSquareAroundACell) {
    Jobs jobs(1);
    CellGrid cells;
    const PointCloud p = scattered(900, 1.2f, 14);
    const float radius = 0.2f;
    build(cells, 2, 1, radius, p, jobs);
    for (size_t q = 0; q < p.x.size(); ++q) {
        slosh::IndexRange ranges[CellGrid::max_ranges];
        const int n = cells.block_2d(p.x[q], p.y[q], ranges);
        std::vector<int> visits;
        count_visits(ranges, n, cells.order(), visits);
        if (HasFatalFailure()) return;
        for (size_t i = 0; i < visits.size(); ++i) {
            ASSERT_LE(visits[i], 1);
            if (std::abs(p.x[i] - p.x[q]) > radius || std::abs(p.y[i] - p.y[q]) > radius) continue;
            ASSERT_EQ(visits[i], 1) << "particle " << i << " near " << q;
        }
    }
}

}  // namespace
}  // namespace slosh::cell_grid_test
