// A box that floats in a pool, in the plane, and how deep: for any solver that carries bodies.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <glm/geometric.hpp>
#include <string>

#include "../figure.h"
#include "water.h"

namespace slosh::physics {

inline BodyDef make_def(BodyShape shape, glm::vec3 half, glm::vec3 position, float density) {
    BodyDef def;
    def.shape = shape, def.half = half, def.position = position, def.density = density;
    return def;
}

// The share of a floating box that lies below the surface, averaged over some time. The fluid's area is that of its
// particles as dense as they are (a particle of the surface misses neighbours and counts as at rest), and the level
// follows from it and the tilted box's own width.
struct Floating {
    double share = 0, level = 0, by_pressure = 0, seen_level = 0, tilt = 0, speed = 0;
};

template <class Def>
Floating float_box(Def def, float density, int particles, float seconds = 4) {
    const float half_width = 0.15f, half_height = 0.1f;
    Scene scene = box_scene<Def>(2, {1, 1, 0}, {1, 0.5f, 0}, particles);
    scene.domain.bodies = {make_def(BodyShape::box, {half_width, half_height, 0.1f}, {0.5f, 0.6f, 0}, density)};
    def.particles = particles;
    scene.solver = def;
    Jobs jobs(2);
    const auto solver = make_solver(scene, jobs);
    run(*solver, seconds);
    Floating seen;
    const int samples = 60;
    for (int s = 0; s < samples; ++s) {
        solver->step(display_step, {}, {});
        const Particles p = solver->particles();
        const Body& b = p.bodies[0];
        const double width = 2 * static_cast<double>(half_width);
        const double bottom = static_cast<double>(b.position.y - half_height);
        double area = 0, top = 0, n = 0, sy = 0, sp = 0, syy = 0, syp = 0;
        for (size_t i = 0; i < static_cast<size_t>(p.count); ++i) {
            const double x = static_cast<double>(p.x[i]), y = static_cast<double>(p.y[i]);
            area += 0.5 / p.count / std::max(1.0, static_cast<double>(p.density[i]) / 1000);
            if (x > 0.05 && x < 0.2) top = std::max(top, y);
            if (x < 0.2 && x > 0.05 && y > 0.1 && y < 0.4) {
                const double q = static_cast<double>(p.pressure[i]);
                n += 1, sy += y, sp += q, syy += y * y, syp += y * q;
            }
        }
        const double slope = (n * syp - sy * sp) / (n * syy - sy * sy);
        const double level = (area - width * bottom) / (1 - width);
        seen.by_pressure += (sy / n - sp / n / slope) / samples;
        seen.share += (level - bottom) / (2 * static_cast<double>(half_height)) / samples;
        seen.level += level / samples;
        seen.seen_level += (top + static_cast<double>(p.radius)) / samples;
        seen.tilt = std::max(seen.tilt, std::abs(static_cast<double>(b.axes[0].y)));
        seen.speed = std::max(seen.speed, static_cast<double>(glm::length(b.velocity)));
    }
    return seen;
}

// Archimedes: as much of it is below the surface as it weighs of the fluid.
template <class Def>
void expect_floating(const Def& def, float density, int particles) {
    const float ratio = density / 1000;
    const Floating seen = float_box(def, density, particles);
    std::printf("level %.4f, by pressure %.4f, seen %.4f, tilt %.3f, %.4f m/s\n", seen.level, seen.by_pressure,
                seen.seen_level, seen.tilt, seen.speed);
    char check[100];
    std::snprintf(check, sizeof check, "floating box of %.2f of the density: submerged share over that",
                  static_cast<double>(ratio));
    const std::string who = std::string(Def::name) + " 2D, " + with_commas(particles) + " particles";
    expect_figure({check, who, "1, Archimedes"}, seen.share / static_cast<double>(ratio), within(0.05, 1));
    EXPECT_LT(seen.tilt, 0.1);
}

}  // namespace slosh::physics
