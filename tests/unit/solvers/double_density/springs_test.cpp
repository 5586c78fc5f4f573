#include <gtest/gtest.h>

#include <cmath>
#include <glm/geometric.hpp>
#include <span>
#include <vector>

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
        cells_.build(2, {{-1, -1, 0}, {2, 2, 0}}, h, {count, blobs_.x.data(), blobs_.y.data()}, jobs_);
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
    SlotsByIndex slots_;
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
    EXPECT_EQ(slots_.index_of(blobs_.id[2]), 2u);
    EXPECT_TRUE(slots_.is_free(2));
    slots_.set(2, 2);
    apply();
    EXPECT_EQ(springs_.count(), 15);
}

// Joins particles twice, as in two sub-steps without motion.
void expect_springs(std::span<const glm::vec2> at, float h, int springs_joined) {
    const int count = static_cast<int>(at.size());
    BlobArrays blobs;
    Relaxation relaxation;
    SlotsByIndex slots;
    blobs.resize(count, count), relaxation.resize(count, count), slots.resize(count, count);
    Jobs jobs(1);
    CellGrid cells;
    SimdArray<float> x(count), y(count);
    for (int i = 0; i < count; ++i) x[i] = at[static_cast<size_t>(i)].x, y[i] = at[static_cast<size_t>(i)].y;
    cells.build(2, {{0, 0, 0}, {40, 40, 0}}, h, {count, x.data(), y.data()}, jobs);
    for (int slot = 0; slot < count; ++slot) {
        const uint32_t from = cells.order()[static_cast<size_t>(slot)];
        blobs.x[slot] = at[from].x, blobs.y[slot] = at[from].y, blobs.id[slot] = from;
        slots.set(from, slot);
    }
    Springs springs;
    for (int step = 0; step < 2; ++step) {
        springs.apply(blobs, cells, slots, {.h = h, .dt = 0.01f, .stiffness = 1, .yield_ratio = 1, .plasticity = 0},
                      relaxation, jobs);
        EXPECT_EQ(springs.count(), springs_joined) << "step " << step;
    }
}

// In a jet the ranges of two rows of cells meet within a group of four particles.
TEST(Springs, JoinAllNeighboursInANarrowJet) {
    constexpr float h = 2.5f, spacing = 0.79f;
    std::vector<glm::vec2> at;
    int pairs = 0;
    for (int i = 0; i < 120; ++i) {
        const glm::vec2 next{18 + spacing * static_cast<float>(i % 3), 2 + spacing * static_cast<float>(i / 3)};
        for (const glm::vec2 other : at) pairs += glm::length(next - other) < h;
        at.push_back(next);
    }
    expect_springs(at, h, pairs);
}

// Twenty particles that are neighbours, among hundreds that are not theirs: of these each has too many for a spring.
TEST(Springs, JoinNeighboursOnceInACrowd) {
    constexpr float h = 2.5f;
    std::vector<glm::vec2> at;
    const auto add = [&](float radius, float turn) {
        at.push_back(glm::vec2(20, 20) + radius * glm::vec2(std::cos(turn), std::sin(turn)));
    };
    for (int i = 0; i < 20; ++i) add(0.001f * static_cast<float>(i), static_cast<float>(i));
    for (int i = 0; i < 600; ++i) add(1.03f * h + 0.0001f * static_cast<float>(i), static_cast<float>(i));
    expect_springs(at, h, 20 * 19 / 2);
}

TEST(Springs, RemovalBeforeTheFirstSpringDoesNothing) {
    Springs springs;
    springs.remove(3);
    EXPECT_EQ(springs.count(), 0);
}

}  // namespace
}  // namespace slosh::springs_test
