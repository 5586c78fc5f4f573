// Bodies in a fluid, for any solver with rigid bodies: draught of a floating box, sinking, momentum.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <glm/geometric.hpp>
#include <string>

#include "analysis/stats.h"
#include "support/bodies.h"
#include "support/figure.h"
#include "support/water.h"
#include "support/worst.h"

namespace slosh::physics {

// A floating box, averaged over 60 display steps. The fluid level follows from the area of the fluid and the width of
// the box. The area is the sum over the particles, each by its density; a density below rest counts as rest, because
// particles at the surface lack neighbours.
struct Floating {
    double fraction = 0;        // of the box below the level
    double level = 0;           // m
    double pressure_level = 0;  // m, where the fitted pressure is 0
    double visible_level = 0;   // m, of the highest particles
    double tilt = 0;            // maximum |sine| of the angle
    double speed = 0;           // m/s, maximum
};

template <class Def>
Floating float_box(Def def, float density, int particles, float seconds = 4) {
    const float half_width = 0.15f, half_height = 0.1f;
    Scene scene = box_scene<Def>(2, {1, 1, 0}, {1, 0.5f, 0}, particles);
    scene.domain.bodies = {body_def(BodyShape::box, {half_width, half_height, 0.1f}, {0.5f, 0.6f, 0}, density)};
    def.particles = particles;
    scene.solver = def;
    Jobs jobs(1);
    const auto solver = make_solver(scene, jobs);
    run(*solver, seconds);
    Floating floating;
    const int samples = 60;
    for (int s = 0; s < samples; ++s) {
        solver->step(display_step, {}, {});
        const ParticleView p = solver->particles();
        const Body& b = p.bodies[0];
        const double width = 2 * static_cast<double>(half_width);
        const double bottom = static_cast<double>(b.position.y - half_height);
        LineFit pressure_over_y;
        double area = 0, top = 0;
        for (size_t i = 0; i < static_cast<size_t>(p.count); ++i) {
            const double x = static_cast<double>(p.x[i]), y = static_cast<double>(p.y[i]);
            area += 0.5 / p.count / std::max(1.0, static_cast<double>(p.density[i]) / 1000);
            if (x > 0.05 && x < 0.2) top = std::max(top, y);
            if (x < 0.2 && x > 0.05 && y > 0.1 && y < 0.4) pressure_over_y.add(y, static_cast<double>(p.pressure[i]));
        }
        const double level = (area - width * bottom) / (1 - width);
        floating.pressure_level += pressure_over_y.zero() / samples;
        floating.fraction += (level - bottom) / (2 * static_cast<double>(half_height)) / samples;
        floating.level += level / samples;
        floating.visible_level += (top + static_cast<double>(p.radius)) / samples;
        keep_worst(floating.tilt, std::abs(static_cast<double>(b.axes[0].y)));
        keep_worst(floating.speed, static_cast<double>(glm::length(b.velocity)));
    }
    return floating;
}

// Archimedes: the submerged fraction is the density of the body over that of the fluid. `settings`: of `def`, where
// they are not the defaults, for the label.
template <class Def>
void expect_floating(const Def& def, float density, int particles, const char* settings = "") {
    const float ratio = density / 1000;
    const Floating floating = float_box(def, density, particles);
    std::printf("level %.4f, by pressure %.4f, seen %.4f, tilt %.3f, %.4f m/s\n", floating.level,
                floating.pressure_level, floating.visible_level, floating.tilt, floating.speed);
    char check[100];
    std::snprintf(check, sizeof check, "floating box of %.2f of the density: submerged fraction over that",
                  static_cast<double>(ratio));
    const std::string label = std::string(Def::name) + " 2D, " + with_commas(particles) + " particles" + settings;
    expect_figure({check, label, "1, Archimedes"}, floating.fraction / static_cast<double>(ratio), within(0.05, 1));
    EXPECT_LT(floating.tilt, 0.1);
}

// A dense disc sinks to the floor of a pool and lies there at rest. Returns the statistics at the end.
template <class Def>
Stats expect_denser_body_sinks() {
    Scene scene = box_scene<Def>(2, {1, 1, 0}, {1, 0.5f, 0}, 1250);
    scene.domain.bodies = {body_def(BodyShape::ball, glm::vec3(0.08f), {0.5f, 0.65f, 0}, 2500)};
    Jobs jobs(1);
    const auto solver = make_solver(scene, jobs);
    run(*solver, 4);
    float lowest = 1, highest = 0;
    for (int i = 0; i < 120; ++i) {
        solver->step(display_step, {}, {});
        const float y = solver->particles().bodies[0].position.y;
        keep_least(lowest, y), keep_worst(highest, y);
    }
    std::printf("a dense disc lies %.4f to %.4f above the floor\n", static_cast<double>(lowest - 0.08f),
                static_cast<double>(highest - 0.08f));
    EXPECT_LT(highest - 0.08f, 0.004f);
    EXPECT_GT(lowest - 0.08f, -0.001f);
    return solver->stats();
}

// A body shot into a blob of fluid, without gravity and far from the walls.
template <class Def>
void expect_total_momentum_conserved(int dimensions, bool honey = false) {
    const float thickness = dimensions == 3 ? 1 : 0;
    Scene scene = box_scene<Def>(dimensions, {40, 40, 40 * thickness}, {0.4f, 0.4f, 0.4f * thickness}, 1500);
    const glm::vec3 middle = scene.domain.fluid[0].centre = scene.domain.walls.centre;
    BodyDef def = body_def(BodyShape::capsule, {0.12f, 0.06f, 0.06f}, middle - glm::vec3(0.4f, 0.03f, 0), 700);
    def.velocity = {1.5f, 0, 0}, def.rotation.z = 0.5f;
    scene.domain.bodies = {def};
    scene.domain.gravity = {0, 0, 0};
    if (honey) def_of<Def>(scene).viscosity = 0.5f;  // m2/s: implicit
    Jobs jobs(1);
    const auto solver = make_solver(scene, jobs);
    const auto momentum = [&](bool fluid_only) {
        const ParticleView p = solver->particles();
        const Body& body = p.bodies[0];
        glm::dvec3 total(0);
        for (size_t i = 0; i < static_cast<size_t>(p.count); ++i)
            total += glm::dvec3(p.vx[i], p.vy[i], dimensions == 3 ? p.vz[i] : 0.0f);
        total *= static_cast<double>(p.masses[0]);
        return fluid_only ? total : total + glm::dvec3(body.velocity) * static_cast<double>(body.mass);
    };
    solver->step(display_step, {}, {});
    const glm::dvec3 before = momentum(false);
    run(*solver, 0.75f);
    const double scale = glm::length(before), drift = glm::length(momentum(false) - before) / scale;
    const double transferred = glm::length(momentum(true)) / scale;
    std::printf("%dD: transferred to the fluid %.2f, %d sub-steps at the end\n", dimensions, transferred,
                solver->stats().substeps);
    EXPECT_GT(transferred, 0.1);
    expect_figure({"momentum of body and fluid together, drift in 0.75 s",
                   solver_label(Def::name.data(), dimensions) + (honey ? ", a body in honey" : ", a body"), "0"},
                  drift, at_most(1e-5));
}

// Six bodies of all shapes dropped into shallow water: the same for 1 to 4 workers.
template <class Def>
void expect_same_bits_with_bodies(int dimensions) {
    const float thickness = dimensions == 3 ? 0.4f : 0;
    Scene scene = box_scene<Def>(dimensions, {1, 1, thickness}, {1, 0.3f, thickness}, 1500);
    for (int i = 0; i < 6; ++i)
        scene.domain.bodies.push_back(body_def(static_cast<BodyShape>(i % 3), {0.06f, 0.04f, 0.05f},
                                               {0.15f + 0.14f * static_cast<float>(i), 0.5f, thickness / 2},
                                               200 + 200.0f * static_cast<float>(i)));
    uint64_t first = 0;
    for (const int workers : {1, 2, 3, 4}) {
        Jobs jobs(workers);
        const auto solver = make_solver(scene, jobs);
        run(*solver, 0.5f);
        const uint64_t hash = state_hash(solver->particles());
        if (workers == 1) first = hash;
        EXPECT_EQ(hash, first) << workers << " workers in " << dimensions << "D";
        ParticleView without = solver->particles();
        without.bodies = {};
        EXPECT_NE(state_hash(without), first) << "the bodies are part of the state";
    }
}

}  // namespace slosh::physics
