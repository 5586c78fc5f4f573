// Experiments on inflow and outflow that run with any solver.
#pragma once
#include <cmath>
#include <cstdio>
#include <set>
#include <string>

#include "analysis/stats.h"
#include "support/allocations.h"
#include "support/water.h"
#include "support/worst.h"

namespace slosh::physics {

struct Poured {
    double flux = 0;          // at the nozzle, over width x speed x density
    double flux_below = 0;    // the same 0.7 m below the nozzle
    double max_density = 0;   // of the jet, over the rest density
    double max_sideways = 0;  // horizontal speed, m/s
};

// Half a second of water from one nozzle, downwards; none of it reaches the floor.
template <class Def>
Poured pour_down(int dimensions) {
    const bool is_3d = dimensions == 3;
    const double width = is_3d ? 0.16 : 0.2, speed = 2, seconds = 0.5, rho = 1000;
    const double area = is_3d ? 3.14159265 * 0.25 * width * width : width, expected = rho * area * speed;
    Scene scene =
        empty_tank<Def>(dimensions, {3, 3, is_3d ? 3 : 0}, static_cast<float>(area * speed), is_3d ? 8000 : 3000);
    scene.domain.emitters = {{.centre = {1.5f, 2.9f, is_3d ? 1.5f : 0},
                              .direction = {0, -1, 0},
                              .width = static_cast<float>(width),
                              .speed = 2}};
    Jobs jobs(1);
    const auto solver = make_solver(scene, jobs);
    EXPECT_EQ(solver->particles().count, 0);
    run(*solver, static_cast<float>(seconds));
    const ParticleView p = solver->particles();
    const double spacing = 2 * static_cast<double>(p.radius), mass = rho * (is_3d ? spacing : 1) * spacing * spacing;
    // The water that has passed a height is the water below it; it needs `fall_time` from the nozzle.
    const double height = 2.2, drop = 2.9 - height,
                 fall_time = (std::sqrt(speed * speed + 2 * 9.81 * drop) - speed) / 9.81;
    double below = 0;
    Poured seen{};
    for (size_t i = 0; i < static_cast<size_t>(p.count); ++i) {
        below += static_cast<double>(p.y[i]) < height;
        keep_worst(seen.max_sideways, std::hypot(static_cast<double>(p.vx[i]), is_3d ? p.vz[i] : 0.0));
        if (p.y[i] > 2.6f && p.y[i] < 2.85f) keep_worst(seen.max_density, static_cast<double>(p.density[i]) / rho);
    }
    seen.flux = p.count * mass / seconds / expected, seen.flux_below = below * mass / (seconds - fall_time) / expected;
    std::printf("%dD: flux %.4f at the nozzle, %.4f below; densest %.3f, sideways %.3f m/s\n", dimensions, seen.flux,
                seen.flux_below, seen.max_density, seen.max_sideways);
    EXPECT_LT(seen.max_density, 1.05);
    EXPECT_LT(seen.max_sideways, 0.1 * speed) << "it does not spread";
    return seen;
}

// A basin five seconds after an emitter began to fill it with its 1,600 particles. Returns the mean density error below
// the surface; at the surface particles have neighbours on one side only.
template <class Def>
double fill_basin(const Def& def) {
    Scene scene = empty_tank<Def>(2, {1, 0.9f, 0}, 0.4f, 1600);
    scene.solver = def;
    scene.domain.emitters = {{.centre = {0.3f, 0.8f, 0}, .direction = {0.2f, -1, 0}, .width = 0.2f, .speed = 1.5f}};
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

// Recirculation: two emitters, and a drain in the floor.
template <class Def>
Scene recirculating_tank(int dimensions, WhenFull when_full) {
    const float thickness = dimensions == 3 ? 0.3f : 0;
    Scene scene = empty_tank<Def>(dimensions, {1, 0.8f, thickness}, dimensions == 3 ? 0.02f : 0.05f, 1500);
    scene.domain.fluid = {fluid_box({0, 0, 0}, {1, 0.3f, thickness})};
    scene.domain.emitters = {
        {.centre = {0.2f, 0.6f, thickness / 2}, .direction = {0.5f, -1, 0}, .width = 0.08f, .speed = 1, .kind = 1},
        {.centre = {0.8f, 0.7f, thickness / 2}, .direction = {0, -1, 0}, .width = 0.05f, .speed = 2, .kind = 2}};
    scene.domain.drains = {{Shape::box, {0.5f, 0, thickness / 2}, {0.012f, 0.012f, thickness}}};
    std::get<Def>(scene.solver).budget.when_full = when_full;
    return scene;
}

// The recirculating tank in 2D for 150 steps: the budget is kept, ids are unique and never reused, the arrays are not
// reallocated.
template <class Def>
Stats expect_within_budget(WhenFull when_full) {
    Jobs jobs(1);
    const auto solver = make_solver(recirculating_tank<Def>(2, when_full), jobs);
    const int started = solver->particles().count;
    std::set<uint32_t> known;
    std::set<const float*> arrays;
    uint32_t newest = 0;
    int max_count = 0, drained = 0;
    for (int s = 0; s < 150; ++s) {
        solver->step(display_step, {}, {});
        const ParticleView p = solver->particles();
        for (const size_t size : {p.x.size(), p.density.size(), p.pressure.size()})
            EXPECT_EQ(size, static_cast<size_t>(p.count));
        std::set<uint32_t> now;
        for (size_t i = 0; i < static_cast<size_t>(p.count); ++i) {
            EXPECT_TRUE(now.insert(p.id[i]).second) << "an id twice";
            EXPECT_TRUE(s == 0 || p.id[i] > newest || known.contains(p.id[i])) << "an id is reused";
            EXPECT_TRUE(p.density[i] > 0 && std::isfinite(p.x[i] + p.vx[i]));
        }
        for (const uint32_t id : known) drained += !now.contains(id);
        known = now, newest = std::max(newest, *now.rbegin());
        arrays.insert(p.x.data());
        max_count = std::max(max_count, p.count);
    }
    const Stats stats = solver->stats();
    std::printf("%s: %d at the start, %d at most, %d now; %d went; fastest %.2f m/s, compressed by %.4f\n",
                EmitterBudgetDef::when_full_names[static_cast<size_t>(when_full)].data(), started, max_count,
                stats.particles, drained, static_cast<double>(stats.max_speed),
                static_cast<double>(stats.mean_compression));
    EXPECT_LE(max_count, 1500);
    EXPECT_GT(max_count, 1480);
    EXPECT_GT(drained, when_full == WhenFull::stop ? 100 : 1000);
    EXPECT_LE(arrays.size(), 2u) << "two buffers of a sort";
    EXPECT_LT(stats.max_speed, 5);
    return stats;
}

// One second in which the number of particles grows more than `times`-fold allocates no memory.
inline void expect_no_allocation(const Scene& scene, const std::string& what, int times) {
    Jobs jobs(1);
    const auto solver = make_solver(scene, jobs);
    run(*solver, 0.1f);
    const int before = solver->particles().count;
    const uint64_t allocations_before = allocations();
    run(*solver, 1);
    std::printf("%s: from %d to %d particles, %d allocations\n", what.c_str(), before, solver->particles().count,
                static_cast<int>(allocations() - allocations_before));
    EXPECT_GT(solver->particles().count, times * before);
    EXPECT_EQ(allocations(), allocations_before);
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
inline void expect_user_emitter_pours(const Scene& scene) {
    Jobs jobs(1);
    const auto solver = make_solver(scene, jobs);
    const int started = solver->particles().count;
    const Emitter can{.centre = {0.2f, 0.2f, 0}, .direction = {0, -1, 0}, .width = 0.1f, .speed = 1, .kind = 2};
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
