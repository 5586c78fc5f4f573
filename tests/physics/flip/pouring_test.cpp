// Inflow and outflow of PIC/FLIP: flux, level at rest, determinism. Every test prints its figure.
#include <gtest/gtest.h>

#include <cstdio>
#include <set>

#include "analysis/stats.h"
#include "solvers/flip/flip.h"
#include "support/allocations.h"
#include "support/jet.h"
#include "support/measures.h"
#include "support/water.h"

namespace slosh::physics::flip_pouring_test {
namespace {

class FlipPouredFlux : public ::testing::TestWithParam<FlipDef::Transfer> {};

TEST_P(FlipPouredFlux, IsWidthTimesSpeedTimesDensity) {
    const double width = 0.2, speed = 2, area = 3.14159265 * 0.25 * width * width;
    Scene scene = empty_tank<FlipDef>(3, {1, 3, 1}, static_cast<float>(area * speed), 20000);
    scene.domain.emitters = {
        {.centre = {0.5f, 2.9f, 0.5f}, .direction = {0, -1, 0}, .width = static_cast<float>(width), .speed = 2}};
    def_of<FlipDef>(scene).transfer = GetParam();
    Jobs jobs(1);
    const auto solver = make_solver(scene, jobs);
    EXPECT_EQ(solver->particles().count, 0);
    // The number of particles, and of those below y = 2.2 m, 0.7 m under the nozzle, at two times while the jet runs.
    double count[2], passed[2], max_sideways = 0;
    const float run_time[2] = {0.4f, 0.5f};  // s
    for (const int sample : {0, 1}) {
        run(*solver, run_time[sample]);
        const ParticleView p = solver->particles();
        count[sample] = p.count;
        passed[sample] = 0;
        for (size_t i = 0; i < static_cast<size_t>(p.count); ++i) {
            passed[sample] += p.y[i] < 2.2f;
            if (sample == 0)  // before the jet reaches the floor
                max_sideways =
                    std::max(max_sideways, std::hypot(static_cast<double>(p.vx[i]), static_cast<double>(p.vz[i])));
        }
    }
    const double spacing = 2 * static_cast<double>(solver->particles().radius);
    const double per_second = spacing * spacing * spacing / static_cast<double>(run_time[1]) / (area * speed);
    const std::string label = GetParam() == FlipDef::Transfer::apic ? "flip, APIC" : "flip";
    expect_figure({"poured in, over width x speed x density", label, "1"}, (count[1] - count[0]) * per_second,
                  within(0.03, 1));
    expect_figure({"the same where it has fallen 0.7 m", label, "1"}, (passed[1] - passed[0]) * per_second,
                  within(0.03, 1));
    std::printf("%.0f particles, sideways at most %.3f m/s\n", count[1], max_sideways);
    EXPECT_LT(max_sideways, 0.2 * speed) << "the jet stays together";
}

TEST(FlipPouring, JetsFallFreelyInAnyDirection) { expect_jets_to_fall_freely<FlipDef>("flip", 3); }

INSTANTIATE_TEST_SUITE_P(FlipPouring, FlipPouredFlux,
                         ::testing::Values(FlipDef::Transfer::blend, FlipDef::Transfer::apic));

TEST(FlipPouring, FilledBasinHasTheHeightOfTheInflowVolume) {
    Scene scene = empty_tank<FlipDef>(3, {0.5f, 0.6f, 0.5f}, 0.08f, 10000);
    scene.domain.emitters = {{.centre = {0.25f, 0.55f, 0.25f}, .direction = {0, -1, 0}, .width = 0.12f, .speed = 1.5f}};
    Jobs jobs(1);
    const auto solver = make_solver(scene, jobs);
    run(*solver, 6);
    def_of<FlipDef>(scene).flip = 0;  // pure PIC damps the waves
    set_parameters(*solver, scene);
    run(*solver, 6);
    const ParticleView p = solver->particles();
    std::printf("%d particles, fastest %.3f m/s\n", p.count, static_cast<double>(solver->stats().max_speed));
    EXPECT_GT(p.count, 9000);
    expect_figure({"mean height of a basin filled from empty, over that of the emitted volume", "flip", "1"},
                  mean_height(p) / (0.08 / 0.25 / 2 * p.count / 10000), within(0.03, 1));
}

// Recirculation: the emitters replace the particles that the drain removes.
Scene recirculating_tank(WhenFull when_full, const char* transfer = "flip") {
    Scene scene = empty_tank<FlipDef>(3, {0.8f, 0.6f, 0.4f}, 0.02f, 4000);
    scene.domain.fluid = {fluid_box({0, 0, 0}, {0.8f, 0.2f, 0.4f})};
    scene.domain.emitters = {{.centre = {0.2f, 0.5f, 0.2f}, .direction = {0.5f, -1, 0}, .width = 0.1f, .speed = 1},
                             {.centre = {0.6f, 0.5f, 0.2f}, .direction = {0, -1, 0}, .width = 0.08f, .speed = 2}};
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
        std::set<uint32_t> previous;
        uint32_t max_id = 0;
        int max_count = 0, drained = 0;
        for (int s = 0; s < 120; ++s) {
            solver->step(display_step, {}, {});
            const ParticleView p = solver->particles();
            ASSERT_EQ(p.x.size(), static_cast<size_t>(p.count));
            ASSERT_EQ(p.density.size(), static_cast<size_t>(p.count));
            std::set<uint32_t> now;
            for (size_t i = 0; i < static_cast<size_t>(p.count); ++i) {
                EXPECT_TRUE(now.insert(p.id[i]).second) << "duplicate id";
                EXPECT_TRUE(s == 0 || p.id[i] > max_id || previous.contains(p.id[i])) << "reused id";
                EXPECT_TRUE(std::isfinite(p.x[i] + p.vx[i] + p.density[i]));
            }
            for (const uint32_t id : previous) drained += !now.contains(id);
            previous = now;
            max_id = std::max(max_id, *now.rbegin());
            max_count = std::max(max_count, p.count);
        }
        std::printf("started with %d, at most %d, %d drained, fastest %.2f m/s\n", started, max_count, drained,
                    static_cast<double>(solver->stats().max_speed));
        EXPECT_GT(max_count, started + 200);
        EXPECT_LE(max_count, 4000);
        EXPECT_GT(drained, 100);
        EXPECT_LT(solver->stats().max_speed, 8);
    }
}

TEST(FlipPouring, StepsAllocateNothing) {
    Scene scene = recirculating_tank(WhenFull::recycle, "apic");
    scene.domain.fluid.clear();
    scene.domain.inflow_volume = 0.05f;
    def_of<FlipDef>(scene).min_particles_per_cell = 4;
    def_of<FlipDef>(scene).max_particles_per_cell = 12;
    Jobs jobs(1);
    const auto solver = make_solver(scene, jobs);
    run(*solver, 0.1f);
    const int before = solver->particles().count;
    const uint64_t allocations_before = allocations();
    run(*solver, 1);
    std::printf("from %d to %d particles\n", before, solver->particles().count);
    EXPECT_GT(solver->particles().count, 4 * before);
    EXPECT_EQ(allocations(), allocations_before);
}

TEST(FlipPouring, SameBitsForAnyNumberOfWorkers) {
    for (const char* transfer : {"flip", "apic"}) {
        uint64_t expected = 0;
        for (int workers = 1; workers <= 4; ++workers) {
            Scene scene = recirculating_tank(WhenFull::recycle, transfer);
            def_of<FlipDef>(scene).min_particles_per_cell = 5;
            def_of<FlipDef>(scene).max_particles_per_cell = 12;
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
    const Emitter jet{.centre = {-0.3f, 0.35f, 0.2f}, .direction = {0, -1, 0}, .width = 0.15f, .speed = 1.5f};
    for (int s = 0; s < 60; ++s) {
        EXPECT_EQ(solver->set_user_emitters({&jet, 1}).warning, "");
        solver->step(display_step, {}, {});
    }
    const int poured = solver->particles().count;
    std::printf("%d poured in a second\n", poured - 4000);
    EXPECT_GT(poured, 4100);
    EXPECT_LE(poured, 4300);
    solver->set_user_emitters({});
    solver->step(display_step, {}, {});
    EXPECT_EQ(solver->particles().count, poured);
    const Emitter without_width{.direction = {0, -1, 0}, .width = 0, .speed = 1};
    EXPECT_FALSE(solver->set_user_emitters({&without_width, 1}).accepted);
}

}  // namespace
}  // namespace slosh::physics::flip_pouring_test
