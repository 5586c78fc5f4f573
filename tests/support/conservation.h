// What every solver of water must keep: energy, mirror images, spin; and how far the front of a dam break has come.
#pragma once
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "support/dam_break.h"
#include "support/measures.h"
#include "support/scenes.h"
#include "support/worst.h"

namespace slosh::physics {

inline glm::dvec3 position_of(const ParticleView& p, size_t i) {
    return {p.x[i], p.y[i], p.dimensions == 3 ? p.z[i] : 0.0f};
}
inline glm::dvec3 velocity_of(const ParticleView& p, size_t i) {
    return {p.vx[i], p.vy[i], p.dimensions == 3 ? p.vz[i] : 0.0f};
}

// Kinetic and potential energy relative to the container, J/kg.
inline double energy_of_fluid(const ParticleView& p, const Motion& container = {}) {
    double total = 0;
    for (size_t i = 0; i < static_cast<size_t>(p.count); ++i) {
        const glm::dvec3 v = velocity_of(p, i) - glm::dvec3(container.velocity);
        const double height = position_of(p, i).y - static_cast<double>(container.offset.y);
        total += 0.5 * (v.x * v.x + v.y * v.y + v.z * v.z) + 9.81 * height;
    }
    return total / p.count;
}

// Of kinetic and potential energy: what an impact has compressed gives back some that was there before.
struct EnergyGain {
    double highest = 0;       // over the energy at the start
    double largest_rise = 0;  // since any earlier moment, over the energy at the start
};
// In so many display steps, relative to a container that moves at a constant velocity from now on.
inline EnergyGain energy_gain(Solver& solver, int steps, Motion container = {}) {
    const double before = energy_of_fluid(solver.particles(), container);
    double lowest = before, highest = -1e30, rise = -1e30;
    for (int i = 0; i < steps; ++i) {
        solver.step(display_step, {}, container);
        container.offset += container.velocity * display_step;
        const double energy = energy_of_fluid(solver.particles(), container);
        keep_worst(highest, energy), keep_worst(rise, energy - lowest);
        lowest = std::min(lowest, energy);
    }
    return {highest / before, rise / before};
}

// A dam break: a column half a metre wide and `aspect` times as high. Returns the largest rise of its energy in a
// second, since any moment, over the energy at the start.
template <class Def>
double energy_rise(int dimensions, int particles, float aspect) {
    const float depth = dimensions == 3 ? 0.5f : 0;
    const Scene scene = box_scene<Def>(dimensions, {2, 1.5f, depth}, {0.5f, 0.5f * aspect, depth}, particles);
    Jobs jobs(2);
    const auto solver = make_solver(scene, jobs);
    const double before = mean_height(solver->particles());
    const EnergyGain gain = energy_gain(*solver, 60);
    EXPECT_LT(mean_height(solver->particles()), 0.8 * before) << "the column collapses";
    return gain.largest_rise;
}

// A block that falls `height` metres onto the floor of a tank. Returns the highest energy in 1.5 s, over that at the
// start.
template <class Def>
double highest_energy_of_fall(int dimensions, int particles, float height) {
    const float depth = dimensions == 3 ? 0.5f : 0;
    const FluidRegion block = fluid_box({0.3f, height, 0.2f * depth}, {0.7f, height + 0.4f, 0.8f * depth});
    const Scene scene = tank_scene<Def>(dimensions, {1, 2.2f, depth}, {block}, particles);
    Jobs jobs(2);
    const auto solver = make_solver(scene, jobs);
    const double before = mean_height(solver->particles());
    const EnergyGain gain = energy_gain(*solver, 90);
    EXPECT_LT(mean_height(solver->particles()), before - 0.8 * static_cast<double>(height)) << "the block falls";
    return gain.highest;
}

// A container with a column of water at a wall that suddenly moves at `velocity`, away from that wall or against it.
// Returns the highest energy relative to the container in half a second, over that right after the blow.
template <class Def>
double highest_energy_of_blow(int dimensions, int particles, glm::vec3 velocity) {
    const float depth = dimensions == 3 ? 0.5f : 0;
    const Scene scene = box_scene<Def>(dimensions, {1.2f, 1, depth}, {0.6f, 0.8f, depth}, particles);
    Jobs jobs(2);
    const auto solver = make_solver(scene, jobs);
    for (int i = 0; i < 2; ++i) solver->step(display_step, {}, {});
    return energy_gain(*solver, 30, {.velocity = velocity}).highest;
}

// A block that falls beside a wall for 0.1 s, and its image: mirrored in x, or turned by 90 degrees together with
// gravity. Returns the largest distance of a particle from its image, in spacings.
template <class Def>
double distance_from_image(int dimensions, int particles, bool turned) {
    const float depth = dimensions == 3 ? 0.5f : 0;
    Scene scene = tank_scene<Def>(dimensions, {1, 1, depth},
                                  {fluid_box({-0.4f, -0.48f, -depth / 2}, {-0.05f, -0.08f, depth / 2})}, particles);
    scene.domain.walls.centre = {0, 0, 0};
    const auto image = [&](glm::vec3 p) { return turned ? glm::vec3(-p.y, p.x, p.z) : glm::vec3(-p.x, p.y, p.z); };
    const InitialParticles start = seed_particles(scene.domain, particles, 1, 1);
    InitialParticles image_start = start;
    for (glm::vec3& p : image_start.position) p = image(p);
    Scene image_scene = scene;
    if (turned) image_scene.domain.gravity = {9.81f, 0, 0};
    for (FluidRegion& region : image_scene.domain.fluid) {
        region.centre = image(region.centre);
        if (turned) std::swap(region.half.x, region.half.y);
    }
    Jobs jobs(1);
    const auto one = make_solver(scene, jobs, &start), other = make_solver(image_scene, jobs, &image_start);
    const double before = mean_height(one->particles());
    run(*one, 0.1f), run(*other, 0.1f);
    const ParticleView p = one->particles(), q = other->particles();
    EXPECT_NEAR(before - mean_height(p), 0.5 * 9.81 * 0.1 * 0.1, 0.03) << "the block falls";
    std::vector<glm::dvec3> images(static_cast<size_t>(p.count));
    for (size_t i = 0; i < images.size(); ++i) images[q.id[i]] = position_of(q, i);
    double farthest = 0;
    for (size_t i = 0; i < images.size(); ++i) {
        const glm::dvec3 gap = glm::dvec3(image(glm::vec3(position_of(p, i)))) - images[p.id[i]];
        keep_worst(farthest, std::sqrt(gap.x * gap.x + gap.y * gap.y + gap.z * gap.z));
    }
    return farthest / static_cast<double>(2 * p.radius);
}

struct Spin {
    double angular_momentum, energy;  // over those at the start
};

// Water that fills a round tank and turns as a whole by 1 rad/s, without gravity and viscosity, after `seconds`.
template <class Def>
Spin spin_after(int particles, int seconds) {
    Scene scene = tank_scene<Def>(2, {2, 2, 0}, {}, particles);
    scene.domain.walls = {Shape::circle, {1, 1, 1}, {0, 0, 0}};
    scene.domain.fluid = {{.shape = Shape::circle, .half = {1, 1, 0}, .kind = 0, .lattice = true}};
    scene.domain.gravity = {0, 0, 0};
    def_of<Def>(scene).viscosity = 0;
    InitialParticles start = seed_particles(scene.domain, particles, 1, 1);
    for (size_t i = 0; i < start.position.size(); ++i)
        start.velocity[i] = {-start.position[i].y, start.position[i].x, 0};
    Jobs jobs(2);
    const auto solver = make_solver(scene, jobs, &start);
    const auto measure = [&] {
        const ParticleView p = solver->particles();
        Spin spin{0, 0};
        for (size_t i = 0; i < static_cast<size_t>(p.count); ++i) {
            const glm::dvec3 x = position_of(p, i), v = velocity_of(p, i);
            spin.angular_momentum += x.x * v.y - x.y * v.x, spin.energy += v.x * v.x + v.y * v.y;
        }
        return spin;
    };
    const Spin before = measure();
    run(*solver, static_cast<float>(seconds));
    const Spin after = measure();
    return {after.angular_momentum / before.angular_momentum, after.energy / before.energy};
}

// The front of a dam break with free slip at T = 0.85, 1.75 and 3.1, over the width of the column.
template <class Def>
std::vector<double> front_of(int dimensions, int particles, float aspect) {
    const float depth = dimensions == 3 ? column_width / 2 : 0;
    const FrontCurve front = front_curve(box_scene<Def>(dimensions, {8 * column_width, 4 * column_width, depth},
                                                        {column_width, column_width * aspect, depth}, particles),
                                         120);
    std::vector<double> fronts = {front_at(front, 0.85), front_at(front, 1.75), front_at(front, 3.1)};
    EXPECT_GT(fronts[0], 1.1) << "the front moves";
    EXPECT_GT(fronts[1], 1.2 * fronts[0]);
    EXPECT_GT(fronts[2], 1.2 * fronts[1]);
    return fronts;
}

}  // namespace slosh::physics
