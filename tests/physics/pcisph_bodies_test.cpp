// Rigid bodies in the fluid of PCISPH, which goes a long way in a sub-step. Every test prints its figure.
#include <gtest/gtest.h>

#include <cstdio>

#include "floating.h"
#include "solvers/measure.h"
#include "solvers/pcisph.h"

namespace slosh::physics {
namespace {

class PcisphFloatingBox : public ::testing::TestWithParam<float> {};

TEST_P(PcisphFloatingBox, SinksInByItsDensity) {
    PcisphDef def;
    def.viscosity = 0.01f;  // or the box plunges so deep that water stays on it
    for (const int particles : {1250, 2450}) expect_floating(def, GetParam(), particles);
}

INSTANTIATE_TEST_SUITE_P(Densities, PcisphFloatingBox, ::testing::Values(250.0f, 500.0f, 750.0f));

TEST(PcisphBodies, WhatIsDenserSinksAndStays) {
    Scene scene = box_scene<PcisphDef>(2, {1, 1, 0}, {1, 0.5f, 0}, 1250);
    scene.domain.bodies = {make_def(BodyShape::ball, glm::vec3(0.08f), {0.5f, 0.65f, 0}, 2500)};
    Jobs jobs(2);
    const auto solver = make_solver(scene, jobs);
    run(*solver, 4);
    float lowest = 1, highest = 0;
    for (int i = 0; i < 120; ++i) {
        solver->step(display_step, {}, {});
        const float y = solver->particles().bodies[0].position.y;
        lowest = std::min(lowest, y), highest = std::max(highest, y);
    }
    std::printf("a dense disc lies %.4f to %.4f above the floor, fluid compressed by %.4f\n",
                static_cast<double>(lowest - 0.08f), static_cast<double>(highest - 0.08f),
                static_cast<double>(solver->stats().mean_compression));
    EXPECT_LT(highest - 0.08f, 0.004f);
    EXPECT_GT(lowest - 0.08f, -0.001f);
    EXPECT_LT(solver->stats().mean_compression, 0.01f);
}

class PcisphBodiesMomentum : public ::testing::TestWithParam<int> {};

// A body shot into a blob of fluid, without gravity and far from the walls.
TEST_P(PcisphBodiesMomentum, IsKeptByFluidAndBodyTogether) {
    const int dimensions = GetParam();
    const float deep = dimensions == 3 ? 1 : 0;
    Scene scene = box_scene<PcisphDef>(dimensions, {40, 40, 40 * deep}, {0.4f, 0.4f, 0.4f * deep}, 1500);
    const glm::vec3 middle = scene.domain.fluid[0].centre = scene.domain.walls.centre;
    BodyDef def = make_def(BodyShape::capsule, {0.12f, 0.06f, 0.06f}, middle - glm::vec3(0.4f, 0.03f, 0), 700);
    def.velocity = {1.5f, 0, 0}, def.rotation.z = 0.5f;
    scene.domain.bodies = {def};
    scene.domain.gravity = {0, 0, 0};
    Jobs jobs(2);
    const auto solver = make_solver(scene, jobs);
    const auto momentum_of_fluid = [&] {
        const Particles p = solver->particles();
        glm::dvec3 total(0);
        for (size_t i = 0; i < static_cast<size_t>(p.count); ++i)
            total += glm::dvec3(p.vx[i], p.vy[i], dimensions == 3 ? p.vz[i] : 0.0f);
        return total * static_cast<double>(p.masses[0]);
    };
    const auto momentum = [&] {
        const Body& body = solver->particles().bodies[0];
        return momentum_of_fluid() + glm::dvec3(body.velocity) * static_cast<double>(body.mass);
    };
    const glm::dvec3 before = momentum();
    run(*solver, 0.75f);
    const double scale = glm::length(before), drift = glm::length(momentum() - before) / scale;
    const double given = glm::length(momentum_of_fluid()) / scale;
    std::printf("%dD: given to the fluid %.2f, %d sub-steps at the end\n", dimensions, given, solver->stats().substeps);
    EXPECT_GT(given, 0.2);
    expect_figure({"momentum of body and fluid together, drift in 0.75 s",
                   "pcisph " + std::to_string(dimensions) + "D, a body", "0"},
                  drift, at_most(1e-5));
}

INSTANTIATE_TEST_SUITE_P(Dimensions, PcisphBodiesMomentum, ::testing::Values(2, 3));

// Dropped into a fluid at rest, lifted out of it, and let go again.
TEST(PcisphBodies, AreDroppedHeldAndThrown) {
    const Scene scene = box_scene<PcisphDef>(2, {1, 1, 0}, {1, 0.4f, 0}, 1000);
    Jobs jobs(2);
    const auto solver = make_solver(scene, jobs);
    run(*solver, 0.2f);
    EXPECT_EQ(solver->drop(make_def(BodyShape::box, {0.1f, 0.1f, 0.1f}, {0.5f, 0.6f, 0}, 400)).status, SetResult::ok);
    EXPECT_EQ(solver->drop(make_def(BodyShape::box, {0.1f, 0.1f, 0.1f}, {0.2f, 0.6f, 0}, -1)).status,
              SetResult::refused);
    run(*solver, 2);
    ASSERT_EQ(solver->particles().bodies.size(), 1u);
    const glm::vec3 afloat = solver->particles().bodies[0].position;
    const Grab hand{0, {0, 0, 0}, {0.7f, 0.8f, 0}};
    solver->hold({&hand, 1});
    run(*solver, 1);
    const glm::vec3 held = solver->particles().bodies[0].position;
    solver->hold({});
    run(*solver, 4);
    const Body& again = solver->particles().bodies[0];
    std::printf("afloat at %.3f, held at %.3f %.3f, afloat again at %.3f with %.3f m/s\n",
                static_cast<double>(afloat.y), static_cast<double>(held.x), static_cast<double>(held.y),
                static_cast<double>(again.position.y), static_cast<double>(glm::length(again.velocity)));
    EXPECT_NEAR(held.x, 0.7f, 0.02f);
    EXPECT_NEAR(held.y, 0.8f, 0.05f);
    EXPECT_NEAR(again.position.y, afloat.y, 0.02f);
    EXPECT_TRUE(solver->stats().finite);
}

TEST(PcisphBodies, AreTheSameForAnyNumberOfWorkers) {
    for (const int dimensions : {2, 3}) {
        uint64_t first = 0;
        const float deep = dimensions == 3 ? 0.4f : 0;
        Scene scene = box_scene<PcisphDef>(dimensions, {1, 1, deep}, {1, 0.3f, deep}, 1500);
        for (int i = 0; i < 6; ++i)
            scene.domain.bodies.push_back(make_def(static_cast<BodyShape>(i % 3), {0.06f, 0.04f, 0.05f},
                                                   {0.15f + 0.14f * static_cast<float>(i), 0.5f, deep / 2},
                                                   200 + 200.0f * static_cast<float>(i)));
        for (const int workers : {1, 2, 3, 4}) {
            Jobs jobs(workers);
            const auto solver = make_solver(scene, jobs);
            run(*solver, 0.5f);
            const uint64_t hash = state_hash(solver->particles());
            if (workers == 1) first = hash;
            EXPECT_EQ(hash, first) << workers << " workers in " << dimensions << "D";
        }
    }
}

}  // namespace
}  // namespace slosh::physics
