#include <gtest/gtest.h>

#include <cmath>

#include "solvers/double_density/springs.h"

namespace slosh::springs_test {
namespace {

// Six particles within h of each other: 15 springs, five at each end.
class SpringsOfSix : public ::testing::Test {
protected:
    SpringsOfSix() {
        blobs_.resize(count, capacity);
        relaxation_.resize(count, capacity);
        slots_.resize(count, capacity);
        for (int i = 0; i < count; ++i) {
            blobs_.x[i] = 0.1f * static_cast<float>(i), blobs_.y[i] = 0.05f * static_cast<float>(i * i % 5);
            blobs_.id[i] = static_cast<uint32_t>(i);
        }
        cells_.build(2, {-1, -1, 0}, {2, 2, 0}, h, count, blobs_.x.data(), blobs_.y.data(), nullptr, jobs_);
        apply();
    }
    // All particles are in one cell, in their order.
    void apply() {
        springs_.apply(blobs_, cells_, slots_, {.h = h, .dt = 0.01f, .stiffness = 1, .yield_ratio = 1, .plasticity = 0},
                       relaxation_, jobs_);
    }

    static constexpr int count = 6, capacity = 8;
    static constexpr float h = 3;
    Jobs jobs_{1};
    BlobArrays blobs_;
    Relaxation relaxation_;
    SlotsByPlace slots_;
    CellGrid cells_;
    Springs springs_;
};

TEST_F(SpringsOfSix, JoinEveryPair) { EXPECT_EQ(springs_.count(), 15); }

TEST_F(SpringsOfSix, LeaveWithTheirParticleAtBothEnds) {
    springs_.remove(2);
    EXPECT_EQ(springs_.count(), 10);
    springs_.remove(2);
    EXPECT_EQ(springs_.count(), 10) << "it has none any more";
    springs_.remove(0), springs_.remove(5);
    EXPECT_EQ(springs_.count(), 3);
}

TEST_F(SpringsOfSix, JoinTheSuccessorInItsPlace) {
    springs_.remove(2), slots_.free(2);
    blobs_.id[2] = capacity + 2;
    EXPECT_EQ(slots_.place(blobs_.id[2]), 2u);
    EXPECT_TRUE(slots_.is_free(2));
    slots_.set(2, 2);
    apply();
    EXPECT_EQ(springs_.count(), 15);
}

// In a jet the ranges of two rows of cells meet within a group of four particles.
TEST(Springs, JoinAllNeighboursInANarrowJet) {
    constexpr int across = 3, rows = 40, count = across * rows;
    constexpr float h = 2.5f, spacing = 0.79f;
    BlobArrays blobs;
    Relaxation relaxation;
    SlotsByPlace slots;
    blobs.resize(count, count), relaxation.resize(count, count), slots.resize(count, count);
    Jobs jobs(1);
    CellGrid cells;
    SimdArray<float> x(count), y(count);
    for (int i = 0; i < count; ++i)
        x[i] = 18 + spacing * static_cast<float>(i % across), y[i] = 2 + spacing * static_cast<float>(i / across);
    cells.build(2, {0, 0, 0}, {40, 40, 0}, h, count, x.data(), y.data(), nullptr, jobs);
    int pairs = 0;
    for (int slot = 0; slot < count; ++slot) {
        const auto from = static_cast<int>(cells.order()[static_cast<size_t>(slot)]);
        blobs.x[slot] = x[from], blobs.y[slot] = y[from], blobs.id[slot] = static_cast<uint32_t>(from);
        slots.set(static_cast<uint32_t>(from), slot);
        for (int j = 0; j < from; ++j) pairs += std::hypot(x[from] - x[j], y[from] - y[j]) < h;
    }
    Springs springs;
    springs.apply(blobs, cells, slots, {.h = h, .dt = 0.01f, .stiffness = 1, .yield_ratio = 1, .plasticity = 0},
                  relaxation, jobs);
    EXPECT_EQ(springs.count(), pairs);
}

TEST(Springs, RemovalBeforeTheFirstSpringDoesNothing) {
    Springs springs;
    springs.remove(3);
    EXPECT_EQ(springs.count(), 0);
}

}  // namespace
}  // namespace slosh::springs_test
