// Limiting cases of the PIC/FLIP solver: no particles, thin tanks, particle counts, allocations.
#include <gtest/gtest.h>

#include <array>

#include "analysis/stats.h"
#include "support/allocations.h"
#include "support/scenes.h"

namespace slosh::flip_flip_test {
namespace {

TEST(Flip, HasTheParticleCountsOfTheDemo) {
    for (const auto& [density, particles] :
         {std::pair("5000", 8228), {"10000", 16464}, {"50000", 79524}, {"100000", 156645}, {"1000000", 1548384}}) {
        const Scene scene = scene_with("flip-block", {{"density", density}});
        EXPECT_EQ(scene.solver.particles_in(scene.domain), particles);
    }
    const Scene few = scene_with("flip-block", {{"particles", "500"}});
    EXPECT_EQ(few.solver.particles_in(few.domain), 500);
}

TEST(Flip, RunsWithoutParticles) {
    const Scene scene = scene_with("flip-block", {});
    Jobs jobs(2);
    const InitialParticles nothing;
    const auto solver = make_solver(scene, jobs, &nothing);
    for (int i = 0; i < 3; ++i) solver->step(display_step, {}, {{0, 0, 0}, {1, 2, 3}});
    EXPECT_EQ(solver->stats().particles, 0);
    EXPECT_TRUE(solver->stats().finite);
}

// One particle, a tank thinner than a cell, a full tank: the particles stay finite and inside.
TEST(Flip, RunsInThinAndLongTanks) {
    struct Odd {
        glm::vec3 tank, fluid;
        int particles;
    };
    for (const Odd& odd : {Odd{{1, 1, 1}, {0.1f, 0.1f, 0.1f}, 1}, Odd{{1, 0.5f, 0.001f}, {0.5f, 0.4f, 0.001f}, 300},
                           Odd{{0.4f, 0.4f, 0.4f}, {0.4f, 0.4f, 0.4f}, 900}}) {
        Scene scene = scene_with("flip-block", {});
        std::get<FlipDef>(scene.solver).particles = odd.particles;
        scene.domain.walls = {Shape::box, odd.tank / 2.0f, {0, 0, 0}};
        scene.domain.fluid = {{Shape::box, {0, 0, 0}, odd.fluid / 2.0f, 0, {0, 0, 0}, true}};
        Jobs jobs(2);
        const auto solver = make_solver(scene, jobs);
        const PointerForce push{PointerForce::repel, {0.1f, 0, 0}, {}, 1, 50, 0},
            stir{PointerForce::drag, {0, 0, 0}, {1, 1, 0}, 30, 0, 0.3f};
        for (int i = 0; i < 60; ++i) solver->step(display_step, std::array{push, stir}, {});
        const Stats stats = solver->stats();
        EXPECT_TRUE(stats.finite);
        for (int d = 0; d < 3; ++d) {
            EXPECT_GE(stats.lo[d], -odd.tank[d] / 2);
            EXPECT_LE(stats.hi[d], odd.tank[d] / 2);
        }
        EXPECT_LT(stats.max_speed, 30);
    }
}

// A block that reaches the floor within one step: only the particles that the floor stops lose their speed.
TEST(Flip, AFloorThatIsReachedWithinAStepStopsNoOtherParticles) {
    Scene scene = scene_with("flip-ball", {{"particles", "2000"}, {"foam", "0"}});
    InitialParticles start;
    for (int y = 0; y < 10; ++y)
        for (int z = 0; z < 14; ++z)
            for (int x = 0; x < 14; ++x) {
                start.position.push_back(0.05f * (glm::vec3(x, y, z) - glm::vec3(6.5f, 6, 6.5f)));
                start.velocity.push_back({0, -20, 0});
                start.kind.push_back(0);
            }
    Jobs jobs(2);
    const auto solver = make_solver(scene, jobs, &start);
    solver->step(display_step, {}, {});
    const ParticleView p = solver->particles();
    int stopped = 0;
    float slowest = -100, fastest = 0;
    for (size_t i = 0; i < p.vy.size(); ++i) {
        if (p.vy[i] > -1e-3f) ++stopped;
        else slowest = std::max(slowest, p.vy[i]), fastest = std::min(fastest, p.vy[i]);
    }
    EXPECT_GT(stopped, 100);
    EXPECT_LT(stopped, 1000);
    // Free fall gives 9.81 m/s2 / 60; the grid's pressure at particles that are not at rest changes it a little.
    EXPECT_NEAR(slowest, -20.16f, 0.3f);
    EXPECT_NEAR(fastest, -20.16f, 0.3f);
}

// A full tank whose fluid moves relative to its walls: they stop all of the fluid at once.
TEST(Flip, WallsStopIncomingFluid) {
    Scene scene = scene_with(
        "flip-block", {{"particles", "4096"}, {"particles-per-cell", "8"}, {"flip", "0"}, {"tolerance", "1e-6"}});
    scene.domain.walls = {Shape::box, {0.5f, 0.5f, 0.5f}, {0, 0, 0}};
    scene.domain.fluid = {{Shape::box, {0, 0, 0}, {0.5f, 0.5f, 0.5f}, 0, {1, -2, 0.5f}, true}};
    scene.domain.gravity = {0, 0, 0};
    Jobs jobs(2);
    const auto solver = make_solver(scene, jobs);
    solver->step(display_step, {}, {});
    EXPECT_LT(solver->stats().max_speed, 1e-3f);
}

TEST(Flip, StepsAllocateNothing) {
    struct Case {
        int workers;
        const char *transfer, *tension, *viscosity;
    };
    for (const auto& [workers, transfer, tension, viscosity] :
         {Case{1, "flip", "0", "0"}, {2, "flip", "0", "0"}, {2, "apic", "0.1", "0.001"}}) {
        const Scene scene = scene_with(
            "flip-block",
            {{"particles", "8000"}, {"transfer", transfer}, {"surface-tension", tension}, {"viscosity", viscosity}});
        Jobs jobs(workers);
        const auto solver = make_solver(scene, jobs);
        for (int i = 0; i < 5; ++i) solver->step(display_step, {}, {});
        const uint64_t before = allocations();
        for (int i = 0; i < 40; ++i) solver->step(display_step, {}, {});
        EXPECT_EQ(allocations(), before) << workers << " workers, " << transfer;
    }
}

// A repelling force accelerates the fluid away from it, a drag force along its velocity.
TEST(Flip, FollowsPointerForces) {
    const Scene scene = [] {
        Scene still = scene_with("flip-block", {{"particles", "4000"}});
        still.domain.gravity = {0, 0, 0};
        return still;
    }();
    Jobs jobs(2);
    const auto mean_vx = [&](const PointerForce& force) {
        const auto solver = make_solver(scene, jobs);
        for (int i = 0; i < 5; ++i) solver->step(display_step, {&force, 1}, {});
        const ParticleView p = solver->particles();
        float sum = 0;
        for (const float v : p.vx) sum += v;
        return sum / static_cast<float>(p.count);
    };
    EXPECT_GT(mean_vx({PointerForce::repel, {-0.7f, 0, 0}, {}, 1, 50, 0}), 0.05f);
    EXPECT_LT(mean_vx({PointerForce::repel, {0.5f, 0, 0}, {}, 1, 50, 0}), -0.05f);
    EXPECT_GT(mean_vx({PointerForce::drag, {-0.3f, 0, 0}, {1, 0, 0}, 30, 0, 0.4f}), 0.02f);
}

}  // namespace
}  // namespace slosh::flip_flip_test
