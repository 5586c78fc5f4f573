// Emitters and drains of a fluid on a grid: numbers, ids, capacity, recycling.
#include "grid/liquid/inflow_outflow.h"

#include <gtest/gtest.h>

#include <set>

#include "rigid/make_body.h"
#include "support/bodies.h"

namespace slosh::inflow_outflow_test {
namespace {

constexpr float spacing = 0.02f;

Domain tank() {
    Domain domain;
    domain.dimensions = 3;
    domain.walls = {Shape::box, {2, 2, 2}, {0, 0, 0}};
    return domain;
}

FlipParticles row_of(int count, int capacity) {
    InitialParticles start;
    for (int i = 0; i < count; ++i) {
        start.position.push_back({0.1f * static_cast<float>(i), 0, 0});
        start.velocity.push_back({0, 0, 0});
        start.kind.push_back(static_cast<uint8_t>(i % 2));
    }
    FlipParticles p;
    p.start_from(start, capacity);
    return p;
}

TEST(GridInflowOutflow, DrainRemovesParticlesAndKeepsTheOrderOfTheOthers) {
    Domain domain = tank();
    domain.drains = {{Shape::box, {0.5f, 0, 0}, {0.12f, 0.1f, 0.1f}}};
    const GridInflowOutflow flow(domain, spacing, 10, 10);
    FlipParticles p = row_of(10, 10);
    flow.drain(p, {0, 0, 0});
    const uint32_t remaining[] = {0, 1, 2, 3, 7, 8, 9};  // x = 0.4, 0.5 and 0.6 are within
    ASSERT_EQ(p.count, 7);
    for (int i = 0; i < 7; ++i) {
        EXPECT_EQ(p.id[i], remaining[i]);
        EXPECT_EQ(p.x[0][i], 0.1f * static_cast<float>(remaining[i]));
        EXPECT_EQ(p.kind[i], remaining[i] % 2);
    }
    FlipParticles moved = row_of(10, 10);
    flow.drain(moved, {0.3f, 0, 0});  // the drain moves with the container
    ASSERT_EQ(moved.count, 7);
    EXPECT_EQ(moved.id[6], 6u);
}

TEST(GridInflowOutflow, EmitterFluxIsAreaTimesSpeedAndIdsAreNew) {
    Domain domain = tank();
    domain.emitters = {{{0, 1, 0}, {0, -1, 0}, 0.2f, 1.5f, 1}};
    GridInflowOutflow flow(domain, spacing, 5, 20000);
    EXPECT_FLOAT_EQ(flow.max_speed(), 1.5f);
    FlipParticles p = row_of(5, 20000);
    p.keep_slopes(true);
    const float dt = 0.002f;
    for (int step = 0; step < 200; ++step) {
        flow.emit(p, dt, {}, {}, {0, 0, 0}, WhenFull::stop);
        for (int i = 5; i < p.count; ++i) p.x[1][i] += p.v[1][i] * dt;
    }
    const double volume = (p.count - 5) * std::pow(static_cast<double>(spacing), 3);
    EXPECT_NEAR(volume / (3.14159265 * 0.1 * 0.1 * 1.5 * 0.4), 1, 0.04);
    std::set<uint32_t> ids;
    for (int i = 0; i < p.count; ++i) ids.insert(p.id[i]);
    EXPECT_EQ(ids.size(), static_cast<size_t>(p.count));
    EXPECT_EQ(*ids.rbegin(), static_cast<uint32_t>(p.count - 1)) << "without gaps";
    for (int i = 5; i < p.count; ++i) {
        EXPECT_FLOAT_EQ(p.v[1][i], -1.5f);
        EXPECT_EQ(p.kind[i], 1);
        EXPECT_EQ(p.slope[1][1][i], 0);
    }
}

TEST(GridInflowOutflow, NoParticleBeginsInsideABody) {
    Domain domain = tank();
    domain.emitters = {{{0, 1, 0}, {0, -1, 0}, 0.2f, 1.5f, 1}};
    BodyDef def = body_def(BodyShape::box, {0.1f, 0.2f, 0.3f}, {0.1f, 1, 0});  // covers x > 0 of the nozzle
    def.period = 1;
    const Body rock = make_body(def, 3);
    GridInflowOutflow flow(domain, spacing, 0, 2000);
    FlipParticles p = row_of(0, 2000);
    for (int step = 0; step < 20; ++step) flow.emit(p, 0.002f, {}, {&rock, 1}, {0, 0, 0}, WhenFull::stop);
    ASSERT_GT(p.count, 20);
    for (int i = 0; i < p.count; ++i) EXPECT_LT(p.x[0][i], 0);
}

TEST(GridInflowOutflow, AtCapacityAnEmitterStopsOrRecyclesTheOldest) {
    for (const WhenFull when_full : {WhenFull::stop, WhenFull::recycle}) {
        Domain domain = tank();
        domain.emitters = {{{0, 1, 0}, {0, -1, 0}, 0.2f, 1.5f, 1}};
        GridInflowOutflow flow(domain, spacing, 10, 200);
        FlipParticles p = row_of(10, 200);
        for (int step = 0; step < 100; ++step) {
            flow.emit(p, 0.002f, {}, {}, {0, 0, 0}, when_full);
            ASSERT_LE(p.count, 200);
            for (int i = 0; i < p.count; ++i) p.x[1][i] += p.v[1][i] * 0.002f;
        }
        EXPECT_EQ(p.count, 200);
        uint32_t min_id = 1u << 30, max_id = 0;
        std::set<uint32_t> ids;
        for (int i = 0; i < p.count; ++i)
            min_id = std::min(min_id, p.id[i]), max_id = std::max(max_id, p.id[i]), ids.insert(p.id[i]);
        EXPECT_EQ(ids.size(), 200u);
        if (when_full == WhenFull::recycle) {
            EXPECT_GT(max_id, 300u);
            EXPECT_EQ(max_id - min_id, 199u) << "the 200 youngest";
        } else {
            EXPECT_EQ(min_id, 0u);
            EXPECT_EQ(max_id, 199u);
        }
    }
}

}  // namespace
}  // namespace slosh::inflow_outflow_test
