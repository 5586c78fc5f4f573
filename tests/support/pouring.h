// Experiments on inflow and outflow that run with any solver.
#pragma once
#include <cmath>
#include <cstdio>
#include <set>
#include <string>

#include "analysis/stats.h"
#include "support/allocations.h"
#include "support/water.h"

namespace slosh::physics {

// In fractions of width x speed x density (flux: at the nozzle, passed: 0.7 m below it), of the rest density, and in
// m/s.
struct Poured {
    double flux, passed, densest, sideways;
};

// Half a second of water out of one nozzle, straight down: none of it has reached the floor.
template <class Def>
Poured pour_down(int dimensions) {
    const bool is_3d = dimensions == 3;
    const double width = is_3d ? 0.16 : 0.2, speed = 2, seconds = 0.5, rho = 1000;
    const double area = is_3d ? 3.14159265 * 0.25 * width * width : width, expected = rho * area * speed;
    Scene scene =
        empty_tank<Def>(dimensions, {3, 3, is_3d ? 3 : 0}, static_cast<float>(area * speed), is_3d ? 8000 : 3000);
    scene.domain.emitters = {{{1.5f, 2.9f, is_3d ? 1.5f : 0}, {0, -1, 0}, static_cast<float>(width), 2, 0}};
    Jobs jobs(1);
    const auto solver = make_solver(scene, jobs);
    EXPECT_EQ(solver->particles().count, 0);
    run(*solver, static_cast<float>(seconds));
    const ParticleView p = solver->particles();
    const double spacing = 2 * static_cast<double>(p.radius), mass = rho * (is_3d ? spacing : 1) * spacing * spacing;
    // What passed a height on the way down is what is below it.
    const double height = 2.2, drop = 2.9 - height, after = (std::sqrt(speed * speed + 2 * 9.81 * drop) - speed) / 9.81;
    double below = 0;
    Poured seen{};
    for (size_t i = 0; i < static_cast<size_t>(p.count); ++i) {
        below += static_cast<double>(p.y[i]) < height;
        seen.sideways = std::max(seen.sideways, std::hypot(static_cast<double>(p.vx[i]), is_3d ? p.vz[i] : 0.0));
        if (p.y[i] > 2.6f && p.y[i] < 2.85f)
            seen.densest = std::max(seen.densest, static_cast<double>(p.density[i]) / rho);
    }
    seen.flux = p.count * mass / seconds / expected, seen.passed = below * mass / (seconds - after) / expected;
    std::printf("%dD: flux %.4f at the nozzle, %.4f further down; densest %.3f, sideways %.3f m/s\n", dimensions,
                seen.flux, seen.passed, seen.densest, seen.sideways);
    EXPECT_LT(seen.densest, 1.05);
    EXPECT_LT(seen.sideways, 0.1 * speed) << "it does not spread";
    return seen;
}

// A basin filled from nothing up to its 1,600 particles, five seconds later. Returns the mean density error below the
// surface, whose particles have neighbours on one side only.
template <class Def>
double fill_basin(const Def& def) {
    Scene scene = empty_tank<Def>(2, {1, 0.9f, 0}, 0.4f, 1600);
    scene.solver = def;
    scene.domain.emitters = {{{0.3f, 0.8f, 0}, {0.2f, -1, 0}, 0.2f, 1.5f, 0}};
    std::get<Def>(scene.solver).particles = 1600, std::get<Def>(scene.solver).budget.when_full = WhenFull::stop;
    Jobs jobs(1);
    const auto solver = make_solver(scene, jobs);
    run(*solver, 5);
    const int count = solver->particles().count;
    double error = 0, level = 0;
    int seen = 0;
    for (int s = 0; s < 30; ++s) {
        solver->step(display_step, {}, {});
        const ParticleView p = solver->particles();
        for (size_t i = 0; i < static_cast<size_t>(p.count); ++i) {
            level += 2 * static_cast<double>(p.y[i]) / p.count / 30;
            if (p.y[i] < 0.34f) error += std::abs(static_cast<double>(p.density[i]) / 1000 - 1), ++seen;
        }
    }
    const double spacing = 2 * static_cast<double>(solver->particles().radius), filled = count * spacing * spacing;
    std::printf("filled from 0: %d particles, density error %.4f, level %.4f of %.4f m, fastest %.3f m/s\n", count,
                error / seen, level, filled, static_cast<double>(solver->stats().max_speed));
    EXPECT_EQ(count, 1600) << "up to the budget, and no more";
    EXPECT_NEAR(level, filled, 0.01);
    return error / seen;
}

// Recirculation: the emitters put back what the drain removes.
template <class Def>
Scene recirculating_tank(int dimensions, WhenFull when_full) {
    const float thickness = dimensions == 3 ? 0.3f : 0;
    Scene scene = empty_tank<Def>(dimensions, {1, 0.8f, thickness}, dimensions == 3 ? 0.02f : 0.05f, 1500);
    scene.domain.fluid = {{Shape::box, {0.5f, 0.15f, thickness / 2}, {0.5f, 0.15f, thickness / 2}, 0, {0, 0, 0}, true}};
    scene.domain.emitters = {{{0.2f, 0.6f, thickness / 2}, {0.5f, -1, 0}, 0.08f, 1, 1},
                             {{0.8f, 0.7f, thickness / 2}, {0, -1, 0}, 0.05f, 2, 2}};
    scene.domain.drains = {{Shape::box, {0.5f, 0, thickness / 2}, {0.012f, 0.012f, thickness}}};
    std::get<Def>(scene.solver).budget.when_full = when_full;
    return scene;
}

// The round in the plane for 150 steps: within the budget, no id twice, no id again, the arrays where they were.
template <class Def>
Stats expect_within_budget(WhenFull when_full) {
    Jobs jobs(1);
    const auto solver = make_solver(recirculating_tank<Def>(2, when_full), jobs);
    const int started = solver->particles().count;
    std::set<uint32_t> known;
    std::set<const float*> arrays;
    uint32_t newest = 0;
    int most = 0, drained = 0;
    for (int s = 0; s < 150; ++s) {
        solver->step(display_step, {}, {});
        const ParticleView p = solver->particles();
        for (const size_t size : {p.x.size(), p.density.size(), p.pressure.size()})
            EXPECT_EQ(size, static_cast<size_t>(p.count));
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
    std::printf("%s: %d at the start, %d at most, %d now; %d went; fastest %.2f m/s, compressed by %.4f\n",
                EmitterBudgetDef::when_full_names[static_cast<size_t>(when_full)].data(), started, most,
                stats.particles, drained, static_cast<double>(stats.max_speed),
                static_cast<double>(stats.mean_compression));
    EXPECT_LE(most, 1500);
    EXPECT_GT(most, 1480);
    EXPECT_GT(drained, when_full == WhenFull::stop ? 100 : 1000);
    EXPECT_LE(arrays.size(), 2u) << "the arrays stay where they are";
    EXPECT_LT(stats.max_speed, 5);
    return stats;
}

// A second in which the particles become at least `times` as many allocates nothing.
inline void expect_no_memory(const Scene& scene, const std::string& what, int times) {
    Jobs jobs(1);
    const auto solver = make_solver(scene, jobs);
    run(*solver, 0.1f);
    const int before = solver->particles().count;
    const uint64_t asked = allocations();
    run(*solver, 1);
    std::printf("%s: from %d to %d particles, %d allocations\n", what.c_str(), before, solver->particles().count,
                static_cast<int>(allocations() - asked));
    EXPECT_GT(solver->particles().count, times * before);
    EXPECT_EQ(allocations(), asked);
}

inline void expect_same_bits(const Scene& scene, const std::string& what, float seconds) {
    uint64_t expected = 0;
    for (int workers = 1; workers <= 4; ++workers) {
        Jobs jobs(workers);
        const auto solver = make_solver(scene, jobs);
        run(*solver, seconds);
        const uint64_t hash = state_hash(solver->particles());
        if (workers == 1) expected = hash;
        EXPECT_EQ(hash, expected) << what << ", " << workers << " workers";
    }
}

// Half a second of a user emitter, with a budget of 300 more particles; nothing is emitted after its removal.
inline void expect_pointer_pours(const Scene& scene) {
    Jobs jobs(1);
    const auto solver = make_solver(scene, jobs);
    const int started = solver->particles().count;
    const Emitter can{{0.2f, 0.2f, 0}, {0, -1, 0}, 0.1f, 1, 2};
    for (int s = 0; s < 30; ++s) {
        EXPECT_EQ(solver->set_user_emitters({&can, 1}).warning, "");
        solver->step(display_step, {}, {});
    }
    const int poured = solver->particles().count;
    std::printf("%d poured in half a second\n", poured - started);
    EXPECT_GT(poured, started + 40);
    EXPECT_LE(poured, started + 300);
    solver->set_user_emitters({});
    solver->step(display_step, {}, {});
    EXPECT_EQ(solver->particles().count, poured);
}

}  // namespace slosh::physics
