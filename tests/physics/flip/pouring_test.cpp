// Inflow and outflow of PIC/FLIP: flux, level at rest, determinism. Every test prints its figure.
#include <gtest/gtest.h>

#include <cstdio>
#include <set>

#include "analysis/stats.h"
#include "solvers/flip/flip.h"
#include "support/allocations.h"
#include "support/measures.h"
#include "support/water.h"

namespace slosh::physics {
namespace {

class FlipPouredFlux : public ::testing::TestWithParam<FlipDef::Transfer> {};

TEST_P(FlipPouredFlux, IsWidthTimesSpeedTimesDensity) {
    const double width = 0.2, speed = 2, area = 3.14159265 * 0.25 * width * width;
    Scene scene = empty_tank<FlipDef>(3, {1, 3, 1}, static_cast<float>(area * speed), 20000);
    scene.domain.emitters = {{{0.5f, 2.9f, 0.5f}, {0, -1, 0}, static_cast<float>(width), 2, 0}};
    def_of<FlipDef>(scene).transfer = GetParam();
    Jobs jobs(1);
    const auto solver = make_solver(scene, jobs);
    EXPECT_EQ(solver->particles().count, 0);
    // What there is, and what has fallen 0.7 m, at two times while the jet runs.
    double there[2], passed[2], sideways = 0;
    const float until[2] = {0.4f, 0.5f};
    for (const int later : {0, 1}) {
        run(*solver, until[later]);
        const ParticleView p = solver->particles();
        there[later] = p.count, passed[later] = 0;
        for (size_t i = 0; i < static_cast<size_t>(p.count); ++i) {
            passed[later] += p.y[i] < 2.2f;
            if (later == 0)  // it has not reached the floor
                sideways = std::max(sideways, std::hypot(static_cast<double>(p.vx[i]), static_cast<double>(p.vz[i])));
        }
    }
    const double spacing = 2 * static_cast<double>(solver->particles().radius);
    const double per_second = spacing * spacing * spacing / static_cast<double>(until[1]) / (area * speed);
    const std::string label = GetParam() == FlipDef::Transfer::apic ? "flip, APIC" : "flip";
    expect_figure({"poured in, over width x speed x density", label, "1"}, (there[1] - there[0]) * per_second,
                  within(0.03, 1));
    expect_figure({"the same where it has fallen 0.7 m", label, "1"}, (passed[1] - passed[0]) * per_second,
                  within(0.03, 1));
    std::printf("%.0f particles, sideways at most %.3f m/s\n", there[1], sideways);
    EXPECT_LT(sideways, 0.2 * speed) << "nothing bursts";
}

INSTANTIATE_TEST_SUITE_P(FlipPouring, FlipPouredFlux,
                         ::testing::Values(FlipDef::Transfer::blend, FlipDef::Transfer::apic));

TEST(FlipPouring, FilledBasinHasTheHeightOfTheInflowVolume) {
    Scene scene = empty_tank<FlipDef>(3, {0.5f, 0.6f, 0.5f}, 0.08f, 10000);
    scene.domain.emitters = {{{0.25f, 0.55f, 0.25f}, {0, -1, 0}, 0.12f, 1.5f, 0}};
    Jobs jobs(1);
    const auto solver = make_solver(scene, jobs);
    run(*solver, 6);
    def_of<FlipDef>(scene).flip = 0;  // waves would go on for long
    set_parameters(*solver, scene);
    run(*solver, 6);
    const ParticleView p = solver->particles();
    std::printf("%d particles, fastest %.3f m/s\n", p.count, static_cast<double>(solver->stats().max_speed));
    EXPECT_GT(p.count, 9000);
    expect_figure({"mean height of a basin filled from nothing, of what came", "flip", "1"},
                  mean_height(p) / (0.08 / 0.25 / 2 * p.count / 10000), within(0.03, 1));
}

// Recirculation: the emitters put back what the drain removes.
Scene recirculating_tank(WhenFull when_full, const char* transfer = "flip") {
    Scene scene = empty_tank<FlipDef>(3, {0.8f, 0.6f, 0.4f}, 0.02f, 4000);
    scene.domain.fluid = {{Shape::box, {0.4f, 0.1f, 0.2f}, {0.4f, 0.1f, 0.2f}, 0, {0, 0, 0}, true}};
    scene.domain.emitters = {{{0.2f, 0.5f, 0.2f}, {0.5f, -1, 0}, 0.1f, 1, 0},
                             {{0.6f, 0.5f, 0.2f}, {0, -1, 0}, 0.08f, 2, 0}};
    scene.domain.drains = {{Shape::box, {0.4f, 0, 0.2f}, {0.05f, 0.03f, 0.05f}}};
    def_of<FlipDef>(scene).budget.when_full = when_full;
    EXPECT_EQ(set_param(scene, "transfer", transfer).status, SetResult::ok);
    return scene;
}

TEST(FlipPouring, StaysWithinTheBudgetAndNeverReusesAnId) {
    for (const WhenFull when_full : {WhenFull::stop, WhenFull::recycle}) {
        const Scene scene = recirculating_tank(when_full);
        Jobs jobs(1);
        const auto solver = make_solver(scene, jobs);
        const int started = solver->particles().count;
        std::set<uint32_t> known;
        uint32_t newest = 0;
        int most = 0, drained = 0;
        for (int s = 0; s < 120; ++s) {
            solver->step(display_step, {}, {});
            const ParticleView p = solver->particles();
            ASSERT_EQ(p.x.size(), static_cast<size_t>(p.count));
            ASSERT_EQ(p.density.size(), static_cast<size_t>(p.count));
            std::set<uint32_t> now;
            for (size_t i = 0; i < static_cast<size_t>(p.count); ++i) {
                EXPECT_TRUE(now.insert(p.id[i]).second) << "an id twice";
                EXPECT_TRUE(s == 0 || p.id[i] > newest || known.contains(p.id[i])) << "an id came back";
                EXPECT_TRUE(std::isfinite(p.x[i] + p.vx[i] + p.density[i]));
            }
            for (const uint32_t id : known) drained += !now.contains(id);
            known = now, newest = std::max(newest, *now.rbegin());
            most = std::max(most, p.count);
        }
        std::printf("started with %d, at most %d, %d went, fastest %.2f m/s\n", started, most, drained,
                    static_cast<double>(solver->stats().max_speed));
        EXPECT_GT(most, started + 200);
        EXPECT_LE(most, 4000);
        EXPECT_GT(drained, 150);
        EXPECT_LT(solver->stats().max_speed, 8);
    }
}

TEST(FlipPouring, StepsAllocateNothing) {
    Scene scene = recirculating_tank(WhenFull::recycle, "apic");
    scene.domain.fluid.clear(), scene.domain.inflow_volume = 0.05f;
    def_of<FlipDef>(scene).min_particles_per_cell = 4, def_of<FlipDef>(scene).max_particles_per_cell = 12;
    Jobs jobs(1);
    const auto solver = make_solver(scene, jobs);
    run(*solver, 0.1f);
    const int before = solver->particles().count;
    const uint64_t asked = allocations();
    run(*solver, 1);
    std::printf("from %d to %d particles\n", before, solver->particles().count);
    EXPECT_GT(solver->particles().count, 4 * before);
    EXPECT_EQ(allocations(), asked);
}

TEST(FlipPouring, SameBitsForAnyNumberOfWorkers) {
    for (const char* transfer : {"flip", "apic"}) {
        uint64_t expected = 0;
        for (int workers = 1; workers <= 4; ++workers) {
            Scene scene = recirculating_tank(WhenFull::recycle, transfer);
            def_of<FlipDef>(scene).min_particles_per_cell = 5, def_of<FlipDef>(scene).max_particles_per_cell = 12;
            Jobs jobs(workers);
            const auto solver = make_solver(scene, jobs);
            run(*solver, 0.4f);
            const uint64_t hash = state_hash(solver->particles());
            if (workers == 1) expected = hash;
            EXPECT_EQ(hash, expected) << transfer << ", " << workers << " workers";
        }
        std::printf("%s: %016llx with 1 to 4 workers\n", transfer, static_cast<unsigned long long>(expected));
    }
}

TEST(FlipPouring, PointerPoursIntoAnyTank) {
    Scene scene = scene_with("flip-ball", {{"particles", "4000"}});
    def_of<FlipDef>(scene).budget.max_particles = 4300;
    Jobs jobs(1);
    const auto solver = make_solver(scene, jobs);
    const Emitter can{{-0.3f, 0.35f, 0.2f}, {0, -1, 0}, 0.15f, 1.5f, 0};
    for (int s = 0; s < 60; ++s) {
        EXPECT_EQ(solver->set_user_emitters({&can, 1}).warning, "");
        solver->step(display_step, {}, {});
    }
    const int poured = solver->particles().count;
    std::printf("%d poured in a second\n", poured - 4000);
    EXPECT_GT(poured, 4100);
    EXPECT_LE(poured, 4300);
    solver->set_user_emitters({});
    solver->step(display_step, {}, {});
    EXPECT_EQ(solver->particles().count, poured);
    const Emitter nonsense{{0, 0, 0}, {0, -1, 0}, 0, 1, 0};
    EXPECT_FALSE(solver->set_user_emitters({&nonsense, 1}).accepted);
}

}  // namespace
}  // namespace slosh::physics
