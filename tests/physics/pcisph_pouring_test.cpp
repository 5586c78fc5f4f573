// PCISPH poured in and drained: how much comes, how dense it lies, and what stays the same. Every test prints its
// figure.
#include <gtest/gtest.h>

#include <cstdio>
#include <set>

#include "../unit/allocations.h"
#include "solvers/measure.h"
#include "solvers/pcisph.h"
#include "water.h"

namespace slosh::physics {
namespace {

// An empty box, the origin in its floor's left corner, for `particles` that fill `awaited`.
Scene empty_box(int dimensions, glm::vec3 size, float awaited, int particles) {
    Scene scene = box_scene<PcisphDef>(dimensions, size, size, particles);
    std::get<PcisphDef>(scene.solver).when_full = PcisphDef::stop;
    scene.domain.fluid.clear();
    scene.domain.awaited = awaited;
    return scene;
}

class PcisphPouredFlux : public ::testing::TestWithParam<int> {};

TEST_P(PcisphPouredFlux, IsWidthTimesSpeedTimesDensity) {
    const int dimensions = GetParam();
    const bool deep = dimensions == 3;
    const double width = deep ? 0.16 : 0.2, speed = 2, seconds = 0.5, rho = 1000;
    const double area = deep ? 3.14159265 * 0.25 * width * width : width, wanted = rho * area * speed;
    Scene scene = empty_box(dimensions, {3, 3, deep ? 3 : 0}, static_cast<float>(area * speed), deep ? 8000 : 3000);
    scene.domain.emitters = {{{1.5f, 2.9f, deep ? 1.5f : 0}, {0, -1, 0}, static_cast<float>(width), 2, 0}};
    Jobs jobs(2);
    const auto solver = make_solver(scene, jobs);
    EXPECT_EQ(solver->particles().count, 0);
    run(*solver, static_cast<float>(seconds));
    const Particles p = solver->particles();
    const double spacing = 2 * static_cast<double>(p.radius), mass = rho * (deep ? spacing : 1) * spacing * spacing;
    // What passed a height on the way down, by what is below it: it has not reached the floor.
    double below = 0, fastest = 0, dense = 0;
    const double height = 2.2, drop = 2.9 - height, after = (std::sqrt(speed * speed + 2 * 9.81 * drop) - speed) / 9.81;
    for (size_t i = 0; i < static_cast<size_t>(p.count); ++i) {
        below += static_cast<double>(p.y[i]) < height;
        fastest = std::max(fastest, std::hypot(static_cast<double>(p.vx[i]), deep ? p.vz[i] : 0.0));
        if (p.y[i] > 2.6f && p.y[i] < 2.85f) dense = std::max(dense, static_cast<double>(p.density[i]));
    }
    const double flux = p.count * mass / seconds / wanted, passed = below * mass / (seconds - after) / wanted;
    const std::string who = in_dimensions("pcisph", dimensions);
    expect_figure({"poured in, over width x speed x density", who, "1"}, flux, within(0.02, 1));
    expect_figure({"the same where it has fallen 0.7 m", who, "1"}, passed, within(0.02, 1));
    std::printf("%dD: densest %.3f, sideways %.3f m/s\n", dimensions, dense / rho, fastest);
    EXPECT_LT(dense, 1.05 * rho);
    EXPECT_LT(fastest, 0.1 * speed) << "nothing bursts";
}

INSTANTIATE_TEST_SUITE_P(Dimensions, PcisphPouredFlux, ::testing::Values(2, 3));

TEST(PcisphPouring, ABasinFilledFromNothingComesToRestAtItsDensity) {
    Scene scene = empty_box(2, {1, 0.9f, 0}, 0.4f, 1600);
    scene.domain.emitters = {{{0.3f, 0.8f, 0}, {0.2f, -1, 0}, 0.2f, 1.5f, 0}};
    Jobs jobs(2);
    const auto solver = make_solver(scene, jobs);
    run(*solver, 5);
    const int count = solver->particles().count;
    double error = 0, level = 0;
    int seen = 0;
    for (int s = 0; s < 30; ++s) {
        solver->step(display_step, {}, {});
        const Particles p = solver->particles();
        double lift = 0;
        for (size_t i = 0; i < static_cast<size_t>(p.count); ++i) {
            lift += 2 * static_cast<double>(p.y[i]) / p.count;
            // The surface itself has neighbours on one side only.
            if (p.y[i] < 0.34f) error += std::abs(static_cast<double>(p.density[i]) / 1000 - 1), ++seen;
        }
        level += lift / 30;
    }
    const double spacing = 2 * static_cast<double>(solver->particles().radius);
    std::printf("%d particles, level %.4f of %.4f m, fastest %.3f m/s\n", count, level, count * spacing * spacing,
                static_cast<double>(solver->stats().max_speed));
    EXPECT_EQ(count, 1600) << "up to the budget, and no more";
    expect_figure({"mean density error of a basin filled from nothing", "pcisph 2D, 1,600 particles", "0"},
                  error / seen, at_most(0.02));
    EXPECT_NEAR(level, count * spacing * spacing, 0.01);
}

// A closed round: what the drain takes comes out of the nozzle.
Scene round_trip(int dimensions, int when_full) {
    const float deep = dimensions == 3 ? 0.3f : 0;
    Scene scene = empty_box(dimensions, {1, 0.8f, deep}, dimensions == 3 ? 0.02f : 0.05f, 1500);
    scene.domain.fluid = {{Shape::box, {0.5f, 0.15f, deep / 2}, {0.5f, 0.15f, deep / 2}, 0, {0, 0, 0}, true}};
    scene.domain.emitters = {{{0.2f, 0.6f, deep / 2}, {0.5f, -1, 0}, 0.08f, 1, 1},
                             {{0.8f, 0.7f, deep / 2}, {0, -1, 0}, 0.05f, 2, 2}};
    scene.domain.drains = {{Shape::box, {0.5f, 0, deep / 2}, {0.012f, 0.012f, deep}}};
    std::get<PcisphDef>(scene.solver).when_full = when_full;
    return scene;
}

TEST(PcisphPouring, StaysWithinTheBudgetAndNamesEachParticleOnce) {
    for (const int when_full : {PcisphDef::stop, PcisphDef::recycle}) {
        const Scene scene = round_trip(2, when_full);
        Jobs jobs(2);
        const auto solver = make_solver(scene, jobs);
        const int started = solver->particles().count;
        std::set<uint32_t> known;
        uint32_t newest = 0;
        int most = 0, drained = 0;
        for (int s = 0; s < 150; ++s) {
            solver->step(display_step, {}, {});
            const Particles p = solver->particles();
            ASSERT_EQ(p.density.size(), static_cast<size_t>(p.count));
            ASSERT_EQ(p.pressure.size(), static_cast<size_t>(p.count));
            std::set<uint32_t> now;
            for (size_t i = 0; i < static_cast<size_t>(p.count); ++i) {
                EXPECT_TRUE(now.insert(p.id[i]).second) << "an id twice";
                EXPECT_TRUE(s == 0 || p.id[i] > newest || known.contains(p.id[i])) << "an id came back";
                EXPECT_TRUE(p.density[i] > 0 && std::isfinite(p.x[i] + p.vx[i]));
            }
            for (const uint32_t id : known) drained += !now.contains(id);
            known = now, newest = std::max(newest, *now.rbegin());
            most = std::max(most, p.count);
        }
        const Stats stats = solver->stats();
        std::printf("%s: %d at the start, %d at most, %d now; %d went; fastest %.2f m/s, compressed by %.4f\n",
                    PcisphDef::fullness[when_full].data(), started, most, stats.particles, drained,
                    static_cast<double>(stats.max_speed), static_cast<double>(stats.mean_compression));
        EXPECT_LE(most, 1500);
        EXPECT_GT(most, 1480);
        EXPECT_GT(drained, when_full == PcisphDef::stop ? 100 : 1000);
        EXPECT_LT(stats.max_speed, 5);
        EXPECT_LT(stats.mean_compression, 0.01f);
    }
}

TEST(PcisphPouring, AsksForNoMemoryOnceItRuns) {
    for (const int dimensions : {2, 3}) {
        Scene scene = round_trip(dimensions, PcisphDef::recycle);
        scene.domain.awaited += dimensions == 3 ? 0.09f : 0.3f;
        scene.domain.fluid.clear();
        Jobs jobs(2);
        const auto solver = make_solver(scene, jobs);
        run(*solver, 0.1f);
        const int before = solver->particles().count;
        const uint64_t asked = allocations();
        run(*solver, 1);
        std::printf("%dD: from %d to %d particles, asked for memory %d times\n", dimensions, before,
                    solver->particles().count, static_cast<int>(allocations() - asked));
        EXPECT_GT(solver->particles().count, 3 * before);
        EXPECT_EQ(allocations(), asked);
    }
}

TEST(PcisphPouring, HasTheSameBitsForAnyNumberOfWorkers) {
    for (const int dimensions : {2, 3}) {
        uint64_t expected = 0;
        for (int workers = 1; workers <= 4; ++workers) {
            const Scene scene = round_trip(dimensions, PcisphDef::recycle);
            Jobs jobs(workers);
            const auto solver = make_solver(scene, jobs);
            run(*solver, 0.4f);
            const uint64_t hash = state_hash(solver->particles());
            if (workers == 1) expected = hash;
            EXPECT_EQ(hash, expected) << dimensions << "D, " << workers << " workers";
        }
    }
}

TEST(PcisphPouring, TheHandPoursIntoADamBreak) {
    Scene scene = scene_with("dam-break-pcisph", {{"particles", "1000"}, {"budget", "1300"}});
    Jobs jobs(2);
    const auto solver = make_solver(scene, jobs);
    const Emitter can{{0.2f, 0.2f, 0}, {0, -1, 0}, 0.1f, 1, 2};
    for (int s = 0; s < 30; ++s) {
        EXPECT_EQ(solver->pour({&can, 1}).status, SetResult::ok);
        solver->step(display_step, {}, {});
    }
    const int poured = solver->particles().count;
    std::printf("%d poured in half a second\n", poured - 1000);
    EXPECT_GT(poured, 1040);
    EXPECT_LE(poured, 1300);
    solver->pour({});
    solver->step(display_step, {}, {});
    EXPECT_EQ(solver->particles().count, poured);
}

}  // namespace
}  // namespace slosh::physics
