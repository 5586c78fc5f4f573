// A disc or a ball that is let go in a tank of fluid at rest: in water against potential flow, in honey against
// creeping flow.
#pragma once
#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>
#include <vector>

#include "support/bodies.h"
#include "support/water.h"
#include "support/worst.h"

namespace slosh::physics {

// A tank as wide as long, filled to `level`; the body is in its middle.
struct ReleaseTank {
    int dimensions;
    double width, level;  // m
    double spacing;       // of the particles, m
    double radius;        // of the body, m
};

// The added mass of the body over the mass of the fluid that it displaces: 1 for a disc and 1/2 for a ball, with the
// first images of its dipole in the walls and the free surface (Lamb 1932, sections 68 and 92): floor and walls mirror
// the potential, the surface changes its sign.
inline double added_mass(const ReleaseTank& tank) {
    const bool disc = tank.dimensions == 2;
    const double a = tank.radius, y = tank.level / 2;
    const int columns = disc ? 1000 : 30, rows = 30;
    double against = 0;  // velocity of the images at the body, over that of the body and against it
    for (int row = -rows; row <= rows; ++row)
        for (const bool mirrored : {false, true})
            for (int i = -columns; i <= columns; ++i)
                for (int k = disc ? 0 : -columns; k <= (disc ? 0 : columns); ++k) {
                    if (!mirrored && row == 0 && i == 0 && k == 0) continue;
                    const double dy = 2 * row * tank.level - (mirrored ? 2 * y : 0), dx = i * tank.width,
                                 dz = k * tank.width, r2 = dx * dx + dy * dy + dz * dz;
                    const double along = disc ? a * a * (2 * dy * dy - r2) / (r2 * r2)
                                              : a * a * a * (3 * dy * dy / r2 - 1) / (2 * r2 * std::sqrt(r2));
                    against += (row % 2 != 0) != mirrored ? along : -along;
                }
    return disc ? 1 + 2 * against / (1 - against) : 0.5 + 1.5 * against / (1 - against);
}

// The lattice of the fluid without the particles in whose place the body is, and that body.
inline InitialParticles fluid_around(const Scene& scene, const BodyDef& def, const ReleaseTank& tank) {
    const InitialParticles all = seed_particles(scene.domain, scene.solver.particles(), 1, 1);
    const Body body = make_body(def, tank.dimensions);
    const auto spacing = static_cast<float>(tank.spacing);
    std::vector<std::pair<float, glm::vec3>> points;
    for (glm::vec3 at : all.position) {
        glm::vec3 outwards;
        const float gap = body.distance(body.to_local(at), tank.dimensions, outwards);
        if (gap < 0.4f * spacing) at += outwards * (0.4f * spacing - gap);
        points.emplace_back(gap, at);
    }
    std::stable_sort(points.begin(), points.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    const double r = tank.radius / tank.spacing, displaced = tank.dimensions == 2 ? r * r : r * r * r * 4 / 3;
    InitialParticles fluid;
    for (size_t i = static_cast<size_t>(std::lround(pi_d * displaced)); i < points.size(); ++i) {
        fluid.position.push_back(points[i].second);
        fluid.velocity.emplace_back(0);
        fluid.kind.push_back(0);
    }
    return fluid;
}

// A solver with the body in the middle of a tank, where it was held as a drawn obstacle for some seconds and is free
// now. `density` is that of the body over that of the fluid.
template <class Def>
std::unique_ptr<Solver> held_and_released(const Def& def, const ReleaseTank& tank, double density, float seconds,
                                          Jobs& jobs) {
    const bool disc = tank.dimensions == 2;
    const auto width = static_cast<float>(tank.width), level = static_cast<float>(tank.level);
    const double fluid_volume = tank.width * tank.level * (disc ? 1 : tank.width);
    const int particles = static_cast<int>(std::lround(fluid_volume / std::pow(tank.spacing, tank.dimensions)));
    const float depth = disc ? 0 : width;
    Scene scene = box_scene<Def>(tank.dimensions, {width, 1.5f * level, depth}, {width, level, depth}, particles);
    const int count = def_of<Def>(scene).particles;
    scene.solver = def, def_of<Def>(scene).particles = count;
    BodyDef body = body_def(BodyShape::ball, glm::vec3(static_cast<float>(tank.radius)),
                            {width / 2, level / 2, depth / 2}, static_cast<float>(1000 * density));
    const InitialParticles start = fluid_around(scene, body, tank);
    auto solver = make_solver(scene, jobs, &start);
    BodyDef held = body;
    held.period = 1;
    solver->set_drawn_bodies({&held, 1});
    run(*solver, seconds);
    solver->set_drawn_bodies({});
    EXPECT_EQ(solver->add_body(body).warning, "");
    return solver;
}

struct Released {
    double distance;  // in 0.1 s, over that of potential flow
    double speed;     // after 0.1 s, over that of potential flow
};

template <class Def>
Released release(const Def& def, const ReleaseTank& tank, double density, float seconds) {
    Jobs jobs(1);
    const auto solver = held_and_released(def, tank, density, seconds, jobs);
    run(*solver, 0.1f);
    const Body& free = solver->particles().bodies[0];
    const double acceleration = 9.81 * (1 - density) / (density + added_mass(tank)), t = 0.1;
    return {(static_cast<double>(free.position.y) - tank.level / 2) / (acceleration * t * t / 2),
            static_cast<double>(free.velocity.y) / (acceleration * t)};
}

template <class Def>
void expect_release(const Def& def, const ReleaseTank& tank, double density, float seconds) {
    const Released released = release(def, tank, density, seconds);
    const int across = static_cast<int>(std::lround(2 * tank.radius / tank.spacing));
    char check[120];
    std::snprintf(check, sizeof check, "%s of %.1f of the density let go under water: distance in 0.1 s over theory",
                  tank.dimensions == 2 ? "disc" : "ball", density);
    const std::string label =
        solver_label(Def::name.data(), tank.dimensions) + ", " + std::to_string(across) + " particles across";
    std::printf("%s: speed after 0.1 s over theory %.3f\n", label.c_str(), released.speed);
    EXPECT_NEAR(released.speed, 1, 0.2) << "later than the distance: a wake begins to form";
    expect_figure({check, label, "1, potential flow with added mass"}, released.distance, within(0.1, 1));
}

// A disc that sinks or rises in honey, in creeping flow between no-slip walls (Faxen 1946; Happel & Brenner 1983, 7-5):
// its mean speed from 0.3 to 1.5 s after it is let go. `density` is that of the disc over that of honey, `across` its
// diameter in particles. It must not tremble, either: the velocities at the ends of display steps are close to the
// mean.
template <class Def>
void expect_faxen(Def def, double density, int across, double bar, const char* note = "") {
    const ReleaseTank tank{2, 0.4, 0.8, 0.1 / across, 0.05};
    def.viscosity = 0.1f, def.no_slip = 1;  // Reynolds' number at most 0.035
    Jobs jobs(2);
    const auto solver = held_and_released(def, tank, density, 0.8f, jobs);
    const double k = 2 * tank.radius / tank.width, k2 = k * k;
    const double walls = -std::log(k) - 0.9157 + k2 * (1.7244 + k2 * (-1.7302 + k2 * (2.4056 - 4.5913 * k2)));
    const double faxen = (1 - density) * 9.81 * tank.radius * tank.radius / (4 * 0.1) * walls;
    run(*solver, 0.3f);
    const auto disc = [&] { return solver->particles().bodies[0]; };
    const double before = static_cast<double>(disc().position.y);
    constexpr int steps = 72;
    std::vector<double> fall;
    for (int i = 0; i < steps; ++i) {
        run(*solver, 1.2f / steps);
        fall.push_back(static_cast<double>(disc().position.y) - before);
    }
    const double mean = fall.back() / 1.2 / faxen;
    double wander = 0;  // away from uniform motion, in particle spacings
    for (int i = 0; i < steps; ++i)
        keep_worst(wander, std::abs(fall[static_cast<size_t>(i)] - fall.back() * (i + 1) / steps) / tank.spacing);
    char check[120];
    std::snprintf(check, sizeof check, "disc of %.1f of the density in honey between two walls: speed over Faxen's",
                  density);
    expect_figure({check, solver_label(Def::name.data(), 2) + ", " + std::to_string(across) + " particles across",
                   "1, creeping flow", note},
                  mean, within(bar, 1));
    std::printf("away from uniform motion: %.2f spacings\n", wander);
    EXPECT_LT(wander, 0.4) << "the disc trembles";
}

}  // namespace slosh::physics
