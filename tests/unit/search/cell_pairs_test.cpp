#include "search/cell_pairs.h"

#include <cmath>
#include <cstring>

#include "support/brute_force_neighbours.h"

namespace slosh::cell_pairs_test {
namespace {

using namespace test;

// Sums over the neighbours: their count, their labels and their distances. Counts and labels are whole numbers, so
// their sums are exact in float in any order and can be compared with brute force.
struct Counter {
    static constexpr int sums = 3;
    struct Particle {
        Float4 x, y, label;
    };

    const float *x, *y, *label;
    float cutoff2;

    Particle load(int slot, auto read) const { return {read(x + slot), read(y + slot), read(label + slot)}; }
    void interact(const Particle& i, const Particle& j, Float4* sum_i, Float4* sum_j) const {
        const Float4 dx = j.x - i.x, dy = j.y - i.y, r2 = dx * dx + dy * dy, zero = splat(0.0f);
        const Int4 near = r2 < cutoff2;
        const Float4 one = select(near, splat(1.0f), zero), distance = select(near, sqrt(r2), zero);
        sum_i[0] += one, sum_j[0] += one;
        sum_i[1] += select(near, j.label, zero), sum_j[1] += select(near, i.label, zero);
        sum_i[2] += distance, sum_j[2] += distance;
    }
};

// The sums by particle, not by slot. Strips have at least `target` particles.
std::vector<float> pair_sums(const PointCloud& p, float half, float radius, int target, int workers) {
    Jobs jobs(workers);
    CellGrid cells;
    const int count = p.count();
    cells.build(2, {glm::vec3(-half), glm::vec3(half)}, radius * 1.0001f, p, jobs);
    SimdArray<float> x(count), y(count), label(count);
    for (int slot = 0; slot < count; ++slot) {
        const size_t i = cells.order()[static_cast<size_t>(slot)];
        x[slot] = p.x[i], y[slot] = p.y[i], label[slot] = static_cast<float>(i + 1);
    }
    x.pad_with(far_away), y.pad_with(far_away);
    PairSums<3> sums;
    sums.resize(count);
    // Values of an earlier loop must not matter.
    for (int k = 0; k < 3; ++k)
        for (int slot = 0; slot < count; ++slot) sums.result(k)[slot] = sums.halo(k)[slot] = 1000;
    RowPartition strips;
    strips.build(cells, target);
    std::vector<float> out(static_cast<size_t>(3 * count), -1);
    for_cell_pairs(cells, strips, Counter{x.data(), y.data(), label.data(), radius * radius}, sums, x.data(), y.data(),
                   jobs, [&](int begin, int end) {
                       for (int slot = begin; slot < end; ++slot)
                           for (int k = 0; k < 3; ++k)
                               out[static_cast<size_t>(k * count) + cells.order()[static_cast<size_t>(slot)]] =
                                   sums.result(k)[slot];
                   });
    return out;
}

void expect_correct_sums(const PointCloud& p, float half, float radius, int target) {
    const size_t count = p.x.size();
    const std::vector<float> found = pair_sums(p, half, radius, target, 1);
    for (size_t i = 0; i < count; ++i) {
        double pairs = 0, labels = 0, distances = 0;
        for (size_t j = 0; j < count; ++j) {
            const float dx = p.x[j] - p.x[i], dy = p.y[j] - p.y[i], r2 = dx * dx + dy * dy;
            if (i == j || !(r2 < radius * radius)) continue;
            pairs += 1, labels += static_cast<double>(j + 1), distances += static_cast<double>(std::sqrt(r2));
        }
        ASSERT_EQ(static_cast<double>(found[i]), pairs) << "particle " << i << " of " << count;
        ASSERT_EQ(static_cast<double>(found[count + i]), labels) << "correct count of wrong particles";
        ASSERT_NEAR(static_cast<double>(found[2 * count + i]), distances, 1e-4 * (1 + distances));
    }
}

TEST(CellPairs, EveryPairOnceInOneStrip) {
    expect_correct_sums(scattered(600, 1, 1), 1, 0.17f, 100'000);
    expect_correct_sums(clustered(600, 1, 2), 1, 0.08f, 100'000);
}

TEST(CellPairs, EveryPairOnceInManyStrips) {
    for (const int target : {1, 10, 64, 300}) {
        expect_correct_sums(scattered(600, 1, 3), 1, 0.17f, target);
        expect_correct_sums(clustered(600, 1, 4), 1, 0.08f, target);
    }
}

// Rows of all lengths, beginning at all offsets within four lanes.
TEST(CellPairs, TinyCounts) {
    for (int count = 0; count < 24; ++count)
        for (uint64_t seed = 0; seed < 20; ++seed)
            for (const int target : {1, 5, 1000}) expect_correct_sums(scattered(count, 1, seed), 1, 0.6f, target);
}

TEST(CellPairs, OddRows) {
    for (int lower = 0; lower < 10; ++lower)
        for (int upper = 0; upper < 10; ++upper) {
            PointCloud p;
            for (int i = 0; i < lower; ++i) p.add(static_cast<float>(i) * 0.1f - 0.7f, -0.05f, 0);
            for (int i = 0; i < upper; ++i) p.add(static_cast<float>(i) * 0.13f - 0.6f, 0.05f, 0);
            for (const int target : {1, 1000}) expect_correct_sums(p, 1, 0.35f, target);
        }
}

TEST(CellPairs, CoincidentPositions) {
    for (const int count : {2, 3, 4, 5, 8, 50}) expect_correct_sums(coincident(count, 0.2f, 0.1f, 0), 1, 0.1f, 1000);
}

TEST(CellPairs, OutsideTheBoxAndNaN) {
    for (const int target : {20, 1000}) {
        expect_correct_sums(scattered(300, 1.5f, 5), 1, 0.3f, target);
        expect_correct_sums(scattered(40, 1, 6), 1, 7, target);
        PointCloud p = scattered(100, 1, 7);
        p.add(broken());
        expect_correct_sums(p, 1, 0.3f, target);
    }
}

TEST(CellPairs, SumsHaveTheSameBitsForAnyNumberOfWorkers) {
    PointCloud p = clustered(3000, 1, 8);
    p.add(scattered(1001, 1, 9));
    for (const int target : {1, 100}) {
        const std::vector<float> expected = pair_sums(p, 1, 0.05f, target, 1);
        for (int workers = 2; workers <= 4; ++workers) {
            const std::vector<float> sums = pair_sums(p, 1, 0.05f, target, workers);
            ASSERT_EQ(sums.size(), expected.size());
            EXPECT_EQ(std::memcmp(sums.data(), expected.data(), sums.size() * sizeof(float)), 0)
                << workers << " workers";
        }
    }
}

TEST(CellPairs, StripsAreWholeRowsAndCoverThemAll) {
    Jobs jobs(1);
    CellGrid cells;
    const PointCloud p = scattered(1000, 1, 10);
    cells.build(2, {glm::vec3(-1), glm::vec3(1)}, 0.1f, p, jobs);
    for (const int target : {1, 120, 100'000}) {
        RowPartition strips;
        strips.build(cells, target);
        ASSERT_GE(strips.count(), 1);
        EXPECT_EQ(strips.first_row(0), 0);
        EXPECT_EQ(strips.first_row(strips.count()), cells.rows());
        for (int s = 0; s < strips.count(); ++s) EXPECT_LT(strips.first_row(s), strips.first_row(s + 1));
        const int expected = target == 1 ? cells.rows() : target == 120 ? 7 : 1;
        EXPECT_NEAR(strips.count(), expected, target == 120 ? 1 : 0);
    }
}

}  // namespace
}  // namespace slosh::cell_pairs_test
