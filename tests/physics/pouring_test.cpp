// Fluid that is poured in and drained: how much comes, how dense it lies, and what stays the same. Every test prints
// its figure.
#include <gtest/gtest.h>

#include <cstdio>
#include <set>

#include "../unit/allocations.h"
#include "measures.h"
#include "solvers/measure.h"
#include "solvers/wcsph.h"

namespace slosh::physics {
namespace {

// An empty box, the origin in its floor's left corner, for `particles` that fill `awaited`.
Scene empty_box(int dimensions, glm::vec3 size, float awaited, int particles) {
    Scene scene;
    WcsphDef def;
    def.particles = particles;
    def.when_full = WcsphDef::stop;
    scene.solver = def;
    scene.domain.dimensions = dimensions;
    scene.domain.walls = {Shape::box, size / 2.0f, size / 2.0f};
    scene.domain.awaited = awaited;
    return scene;
}

WcsphDef& def_of(Scene& scene) { return std::get<WcsphDef>(scene.solver); }

class PouredFlux : public ::testing::TestWithParam<int> {};

TEST_P(PouredFlux, IsWidthTimesSpeedTimesDensity) {
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
    std::printf(
        "%dD: flux %.4f of width x speed x rho at the nozzle, %.4f further down; densest %.3f, sideways %.3f m/s\n",
        dimensions, flux, passed, dense / rho, fastest);
    EXPECT_NEAR(flux, 1, 0.03);
    EXPECT_NEAR(passed, 1, 0.03);
    EXPECT_LT(dense, 1.05 * rho);
    EXPECT_LT(fastest, 0.1 * speed) << "nothing bursts";
}

INSTANTIATE_TEST_SUITE_P(Dimensions, PouredFlux, ::testing::Values(2, 3));

TEST(Pouring, ABasinFilledFromNothingComesToRestAtItsDensity) {
    Scene scene = empty_box(2, {1, 0.9f, 0}, 0.4f, 1600);
    scene.domain.emitters = {{{0.3f, 0.8f, 0}, {0.2f, -1, 0}, 0.2f, 1.5f, 0}};
    def_of(scene).sound_speed = 20, def_of(scene).artificial_viscosity = 0.3f;
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
    std::printf("filled from 0: %d particles, density error %.4f, level %.4f of %.4f m, kinetic %.4g J\n", count,
                error / seen, level, count * spacing * spacing, solver->stats().kinetic_energy);
    EXPECT_EQ(count, 1600) << "up to the budget, and no more";
    EXPECT_LT(error / seen, 0.02);
    EXPECT_NEAR(level, count * spacing * spacing, 0.01);
}

// A closed round: what the drain takes comes out of the nozzle.
Scene round_trip(int when_full) {
    Scene scene = empty_box(2, {1, 0.8f, 0}, 0.05f, 1500);
    scene.domain.fluid = {{Shape::box, {0.5f, 0.15f, 0}, {0.5f, 0.15f, 0}, 0, {0, 0, 0}, true}};
    scene.domain.emitters = {{{0.2f, 0.6f, 0}, {0.5f, -1, 0}, 0.08f, 1, 1}, {{0.8f, 0.7f, 0}, {0, -1, 0}, 0.05f, 2, 2}};
    scene.domain.drains = {{Shape::box, {0.5f, 0, 0}, {0.012f, 0.012f, 0}}};
    def_of(scene).when_full = when_full;
    return scene;
}

TEST(Pouring, StaysWithinTheBudgetAndNamesEachParticleOnce) {
    for (const int when_full : {WcsphDef::stop, WcsphDef::recycle}) {
        Scene scene = round_trip(when_full);
        Jobs jobs(2);
        const auto solver = make_solver(scene, jobs);
        const int started = solver->particles().count;
        std::set<uint32_t> known;
        std::set<const float*> arrays;
        uint32_t newest = 0;
        int most = 0, drained = 0;
        for (int s = 0; s < 150; ++s) {
            solver->step(display_step, {}, {});
            const Particles p = solver->particles();
            ASSERT_EQ(p.x.size(), static_cast<size_t>(p.count));
            ASSERT_EQ(p.density.size(), static_cast<size_t>(p.count));
            std::set<uint32_t> now;
            for (size_t i = 0; i < static_cast<size_t>(p.count); ++i) {
                EXPECT_TRUE(now.insert(p.id[i]).second) << "an id twice";
                EXPECT_TRUE(s == 0 || p.id[i] > newest || known.contains(p.id[i])) << "an id came back";
                EXPECT_TRUE(p.density[i] > 0 && std::isfinite(p.x[i] + p.vx[i]));
            }
            for (const uint32_t id : known) drained += !now.contains(id);
            known = now, newest = std::max(newest, *now.rbegin());
            arrays.insert(p.x.data());
            most = std::max(most, p.count);
        }
        const Stats stats = solver->stats();
        std::printf("%s: %d at the start, %d at most, %d now; %d went; fastest %.2f m/s\n",
                    WcsphDef::fullness[when_full].data(), started, most, stats.particles, drained,
                    static_cast<double>(stats.max_speed));
        EXPECT_LE(most, 1500);
        EXPECT_GT(most, 1480);
        EXPECT_GT(drained, when_full == WcsphDef::stop ? 100 : 1000);
        EXPECT_LE(arrays.size(), 2u) << "the arrays stay where they are";
        EXPECT_LT(stats.max_speed, 5);
    }
}

TEST(Pouring, AsksForNoMemoryOnceItRuns) {
    for (const char* search : {"dense", "hash"}) {
        Scene scene = round_trip(WcsphDef::recycle);
        scene.domain.fluid.clear(), scene.domain.awaited = 0.35f;
        ASSERT_EQ(set_param(scene, "search", search).status, SetResult::ok);
        Jobs jobs(2);
        const auto solver = make_solver(scene, jobs);
        run(*solver, 0.1f);
        const int before = solver->particles().count;
        const uint64_t asked = allocations();
        run(*solver, 1);
        std::printf("%s: from %d to %d particles, asked for memory %d times\n", search, before,
                    solver->particles().count, static_cast<int>(allocations() - asked));
        EXPECT_GT(solver->particles().count, 4 * before);
        EXPECT_EQ(allocations(), asked);
    }
}

TEST(Pouring, HasTheSameBitsForAnyNumberOfWorkers) {
    for (const char* search : {"dense", "hash"}) {
        uint64_t expected = 0;
        for (int workers = 1; workers <= 4; ++workers) {
            Scene scene = round_trip(WcsphDef::recycle);
            ASSERT_EQ(set_param(scene, "search", search).status, SetResult::ok);
            Jobs jobs(workers);
            const auto solver = make_solver(scene, jobs);
            run(*solver, 0.4f);
            const uint64_t hash = state_hash(solver->particles());
            if (workers == 1) expected = hash;
            EXPECT_EQ(hash, expected) << search << ", " << workers << " workers";
        }
        std::printf("%s: %016llx with 1 to 4 workers\n", search, static_cast<unsigned long long>(expected));
    }
}

TEST(Pouring, TheHandPoursIntoAnySceneOfWater) {
    for (const char* name : {"dam-break", "tank-3d"}) {
        Scene scene = scene_with(name, {});
        const int started = scene.solver.particles();
        std::get<WcsphDef>(scene.solver).budget = started + 300;
        Jobs jobs(2);
        const auto solver = make_solver(scene, jobs);
        const Emitter can{{0.2f, 0.2f, 0}, {0, -1, 0}, 0.1f, 1, 2};
        for (int s = 0; s < 30; ++s) {
            EXPECT_EQ(solver->pour({&can, 1}).status, SetResult::ok);
            solver->step(display_step, {}, {});
        }
        const Particles p = solver->particles();
        std::printf("%s: %d poured in half a second\n", name, p.count - started);
        EXPECT_GT(p.count, started + 40);
        EXPECT_LE(p.count, started + 300);
        solver->pour({});
        const int poured = p.count;
        solver->step(display_step, {}, {});
        EXPECT_EQ(solver->particles().count, poured);
    }
}

// Two kinds out of two nozzles, in seconds of the fluid's own.
Scene mueller_rain(int dimensions) {
    const bool deep = dimensions == 3;
    Scene scene = empty_box(dimensions, {2, 2, deep ? 2 : 0}, deep ? 0.05f : 0.5f, deep ? 6000 : 3000);
    MuellerSphDef def;
    def.particles = deep ? 6000 : 3000;
    def.stiffness = 400, def.viscosity[0] = def.viscosity[1] = 0.01f, def.rest_density[1] = 800;
    def.time_scale = 0.5f, def.when_full = MuellerSphDef::stop;
    scene.solver = def;
    scene.domain.emitters = {{{0.6f, 1.9f, deep ? 1 : 0}, {0, -1, 0}, 0.16f, 2, 0},
                             {{1.4f, 1.9f, deep ? 1 : 0}, {0, -1, 0}, 0.24f, 1.5f, 1}};
    return scene;
}

class MuellerPours : public ::testing::TestWithParam<int> {};

TEST_P(MuellerPours, WidthTimesSpeedAndTheSameBits) {
    const bool deep = GetParam() == 3;
    uint64_t expected = 0;
    for (int workers = 1; workers <= 3; ++workers) {
        Scene scene = mueller_rain(GetParam());
        Jobs jobs(workers);
        const auto solver = make_solver(scene, jobs);
        run(*solver, 0.8f);
        const Particles p = solver->particles();
        const double spacing = 2 * static_cast<double>(p.radius), volume = (deep ? spacing : 1) * spacing * spacing;
        double came[2] = {0, 0};
        for (size_t i = 0; i < static_cast<size_t>(p.count); ++i) came[p.kind[i]] += volume;
        const auto area = [&](double width) { return deep ? 3.14159265 * 0.25 * width * width : width; };
        const double first = came[0] / (area(0.16) * 2 * 0.4), second = came[1] / (area(0.24) * 1.5 * 0.4);
        if (workers == 1) {
            std::printf("%dD: flux %.4f and %.4f of width x speed x rho\n", GetParam(), first, second);
            expected = state_hash(p);
        }
        EXPECT_NEAR(first, 1, 0.03);
        EXPECT_NEAR(second, 1, 0.03);
        EXPECT_EQ(state_hash(p), expected);
        EXPECT_TRUE(solver->stats().finite);
    }
}

INSTANTIATE_TEST_SUITE_P(Dimensions, MuellerPours, ::testing::Values(2, 3));

TEST(Pouring, MuellersFluidRunsThroughADrainWithEveryIntegrator) {
    for (const char* integrator : {"verlet", "rk2"}) {
        Scene scene = mueller_rain(2);
        ASSERT_EQ(set_param(scene, "integrator", integrator).status, SetResult::ok);
        scene.domain.drains = {{Shape::circle, {1, 0, 0}, {0.3f, 0, 0}}};
        Jobs jobs(2);
        const auto solver = make_solver(scene, jobs);
        run(*solver, 3);
        const Particles p = solver->particles();
        uint32_t newest = 0;
        for (size_t i = 0; i < static_cast<size_t>(p.count); ++i) newest = std::max(newest, p.id[i]);
        std::printf("%s: %u came, %d are there, fastest %.2f\n", integrator, newest + 1, p.count,
                    static_cast<double>(solver->stats().max_speed));
        EXPECT_GT(newest, static_cast<uint32_t>(p.count) + 200);
        EXPECT_LT(solver->stats().max_speed, 12);
    }
}

TEST(Pouring, IsRefusedWhereAFluidCannot) {
    Scene scene = scene_with("blobs", {{"particles", "100"}});
    Jobs jobs(1);
    const auto solver = make_solver(scene, jobs);
    const Emitter can{{0, 0, 0}, {0, -1, 0}, 1, 1, 0};
    const SetResult result = solver->pour({&can, 1});
    EXPECT_EQ(result.status, SetResult::refused);
    EXPECT_EQ(result.message, "this fluid cannot be poured");
}

// What the nozzles bring goes: the water in the basin and in the air stays the same, and none is where it should not
// be.
TEST(Pouring, TheFountainRunsSteadily) {
    const Scene scene = scene_with("fountain", {});
    Jobs jobs(2);
    const auto solver = make_solver(scene, jobs);
    run(*solver, 2.5f);
    double height[2] = {0, 0};
    int least = 1 << 30, most = 0;
    for (int s = 0; s < 60; ++s) {
        solver->step(display_step, {}, {});
        const Particles p = solver->particles();
        least = std::min(least, p.count), most = std::max(most, p.count);
        for (const float y : p.y) height[s / 30] += static_cast<double>(y) / p.count / 30;
    }
    const Particles p = solver->particles();
    float top = -1;
    for (size_t i = 0; i < static_cast<size_t>(p.count); ++i) {
        top = std::max(top, p.y[i]);
        glm::vec3 outwards;
        const Body& foot = p.bodies[0];
        EXPECT_GT(foot.distance(foot.to_own({p.x[i], p.y[i], 0}), 2, outwards), -2 * p.radius) << "in the foot";
    }
    std::printf("%d to %d of %d particles, mean height %.3f and %.3f m, highest %.2f m\n", least, most,
                scene.solver.particles(), height[0], height[1], static_cast<double>(top));
    EXPECT_GT(least, 0.93 * scene.solver.particles());
    EXPECT_NEAR(height[0], height[1], 0.05);
    EXPECT_GT(top, 0.2f) << "it springs";
}

TEST(Pouring, TheWaterfallLeavesBelowAndComesAgain) {
    const Scene scene = scene_with("waterfall", {});
    Jobs jobs(2);
    const auto solver = make_solver(scene, jobs);
    const int started = solver->particles().count;
    uint32_t newest = 0;
    run(*solver, 3.5f);
    const Particles p = solver->particles();
    float lowest = 0;
    for (size_t i = 0; i < static_cast<size_t>(p.count); ++i)
        newest = std::max(newest, p.id[i]), lowest = std::min(lowest, p.y[i]);
    const int drained = static_cast<int>(newest) + 1 - p.count;
    std::printf("%d at the start, %u came, %d went, lowest at %.2f m\n", started, newest + 1 - started, drained,
                static_cast<double>(lowest));
    EXPECT_GT(drained, 50);
    EXPECT_GT(p.count, started);
    EXPECT_GT(lowest, -1.8f) << "the drain begins at -1.7 and takes once a step, 0.08 m at that speed";
}

}  // namespace
}  // namespace slosh::physics
