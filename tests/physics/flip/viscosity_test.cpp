// PIC/FLIP with viscosity against theory. Every test prints its figure.
#include <gtest/gtest.h>

#include <cstdio>
#include <string>

#include "analysis/stats.h"
#include "solvers/flip/flip.h"
#include "support/bodies.h"
#include "support/measures.h"
#include "support/water.h"

namespace slosh::physics::flip_viscosity_test {
namespace {

// A weightless layer of height H with a small shear velocity, between free surfaces or on a floor without slip, far
// from the other walls. The amplitude of u = U cos(pi y / H), or on a floor u = U sin(pi y / 2 H), decays as exp(-nu
// k^2 t) with k = pi / H or pi / 2 H. Returns the measured rate over nu k^2.
double decay_rate(float cells, bool on_floor, FlipDef::Transfer transfer) {
    const float height = 0.4f, edge = height / cells;
    const glm::vec3 block(2, height, 0.4f);
    Scene scene = box_scene<FlipDef>(3, {2.4f, 0.8f, 0.8f}, block,
                                     static_cast<int>(8 * block.x * block.y * block.z / (edge * edge * edge) + 0.5f));
    scene.domain.gravity = {0, 0, 0};
    scene.domain.fluid[0].centre = {1.2f, on_floor ? height / 2 : 0.4f, 0.4f};
    const float bottom = on_floor ? 0 : 0.2f, nu = 0.05f, speed = 0.02f;
    def_of<FlipDef>(scene).viscosity = nu;
    def_of<FlipDef>(scene).flip = 1;
    def_of<FlipDef>(scene).transfer = transfer;
    def_of<FlipDef>(scene).particles_per_cell = 8;
    const float k = 3.14159265f / (on_floor ? 2 * height : height);
    const auto shape = [&](float y) { return on_floor ? std::sin(k * (y - bottom)) : std::cos(k * (y - bottom)); };
    InitialParticles start = seed_particles(scene.domain, scene.solver.particles(), 1, 1);
    for (size_t i = 0; i < start.position.size(); ++i) start.velocity[i] = {speed * shape(start.position[i].y), 0, 0};
    Jobs jobs(1);
    const auto solver = make_solver(scene, jobs, &start);
    // By the middle of the block: near its ends the flow is not a plane shear flow.
    const auto amplitude = [&] {
        const ParticleView p = solver->particles();
        double projection = 0, norm = 0;
        for (size_t i = 0; i < p.x.size(); ++i) {
            if (std::abs(p.x[i] - 1.2f) > 0.3f || std::abs(p.z[i] - 0.4f) > 0.1f) continue;
            const double s = static_cast<double>(shape(p.y[i]));
            projection += static_cast<double>(p.vx[i]) * s;
            norm += s * s;
        }
        return projection / norm;
    };
    run(*solver, 0.1f);
    const double first = amplitude();
    const float seconds = 0.25f;
    run(*solver, seconds);
    return std::log(first / amplitude()) / static_cast<double>(nu * k * k * seconds);
}

class FlipViscosity : public ::testing::TestWithParam<FlipDef::Transfer> {};

TEST_P(FlipViscosity, ShearedLayerDecaysAtTheRateOfTheory) {
    const std::string label = GetParam() == FlipDef::Transfer::apic ? "flip, APIC" : "flip, without PIC";
    for (const bool on_floor : {false, true}) {
        for (const float cells : {8.0f, 16.0f}) {
            const double rate = decay_rate(cells, on_floor, GetParam());
            const std::string resolution = label + ", " + std::to_string(static_cast<int>(cells)) + " cells deep";
            std::printf("%s: %.4f\n", resolution.c_str(), rate);
            if (cells < 10) continue;
            expect_figure({on_floor ? "viscous decay of a sheared layer on a floor, rate over nu (pi / 2 H)^2"
                                    : "viscous decay of a sheared layer, rate over nu (pi / H)^2",
                           resolution, "1"},
                          rate, within(0.05, 1));
        }
    }
}

INSTANTIATE_TEST_SUITE_P(FlipPhysics, FlipViscosity,
                         ::testing::Values(FlipDef::Transfer::blend, FlipDef::Transfer::apic));

// A column collapses more slowly with viscosity; at the largest viscosity it keeps its shape and stays stable.
TEST(FlipViscosity, HighViscosityIsStable) {
    double height[3], spread[3];  // mean height, m; fraction of the particles past x = 0.5 m
    const float viscosities[] = {0, 0.1f, 100};
    for (int n = 0; n < 3; ++n) {
        Scene scene = box_scene<FlipDef>(3, {1.2f, 0.8f, 0.5f}, {0.4f, 0.6f, 0.5f}, 6000);
        def_of<FlipDef>(scene).viscosity = viscosities[n];
        Jobs jobs(1);
        const auto solver = make_solver(scene, jobs);
        run(*solver, 0.5f);
        const ParticleView p = solver->particles();
        height[n] = spread[n] = 0;
        for (size_t i = 0; i < p.x.size(); ++i) {
            height[n] += static_cast<double>(p.y[i]) / p.count;
            spread[n] += (p.x[i] > 0.5f) / static_cast<double>(p.count);
        }
        std::printf(
            "%g m2/s: after half a second %.1f %% are past half a metre, mean height %.4f m, fastest %.3f m/s\n",
            static_cast<double>(viscosities[n]), 100 * spread[n], height[n],
            static_cast<double>(solver->stats().max_speed));
        EXPECT_TRUE(solver->stats().finite);
    }
    EXPECT_LT(spread[1], 0.5 * spread[0]);
    EXPECT_EQ(spread[2], 0);
    EXPECT_GT(height[2], 0.28) << "0.3 at the start";
}

// Under gravity a viscous fluid stays at rest: the projection leaves no velocity that viscosity could diffuse.
TEST(FlipViscosity, ViscousFluidStaysAtRest) {
    Scene scene = box_scene<FlipDef>(3, {0.5f, 1, 0.5f}, {0.5f, 0.5f, 0.5f}, 13824);
    def_of<FlipDef>(scene).viscosity = 1;
    Jobs jobs(1);
    const auto solver = make_solver(scene, jobs);
    run(*solver, 1);
    expect_figure({"fastest particle of a tank at rest, m/s", "flip, 1 m2/s", "0"},
                  static_cast<double>(solver->stats().max_speed), at_most(0.02));
}

// Viscosity does not brake a rigid fall, up to the floor, and the block lands on it.
TEST(FlipViscosity, ViscousBlockFallsFreelyToTheFloor) {
    for (const int particles : {4000, 32000}) {
        Scene scene = box_scene<FlipDef>(3, {1, 1, 1}, {0.4f, 0.4f, 0.4f}, particles);
        constexpr double gap = 0.3, duration = 0.2, gravity = 9.81;
        scene.domain.fluid[0].centre = {0.5f, 0.5f, 0.5f};
        def_of<FlipDef>(scene).viscosity = 100, def_of<FlipDef>(scene).particles_per_cell = 8;
        Jobs jobs(1);
        const auto solver = make_solver(scene, jobs);
        const double start = mean_height(solver->particles());
        run(*solver, 0.2f);
        const std::string label = "flip, " + std::to_string(particles) + " particles, 100 m2/s";
        expect_figure({"a viscous block falls in 0.2 s, of g t^2 / 2", label, "1"},
                      (start - mean_height(solver->particles())) / (0.5 * gravity * duration * duration),
                      within(0.02, 1));
        run(*solver, 0.5f);
        EXPECT_LT(solver->stats().lo.y, 0.01f);
        expect_figure({"and 0.5 s later, over the gap below it", label, "1"},
                      (start - mean_height(solver->particles())) / gap, within(0.1, 1));
    }
}

// A small sphere in the middle of a square duct: Stokes' speed, slowed by the walls to 1 - 1.903 l + 2.09 l^3 of it, l
// the radius over the half width (Happel & Bart 1974, and the third order of a round duct, Haberman & Sayre 1958).
TEST(FlipViscousBody, SphereSinksWithStokesSpeed) {
    constexpr float radius = 0.05f, width = 0.5f, depth = 0.5f, edge = radius / 3;
    struct Case {
        float viscosity, density;
    };
    for (const Case& c : {Case{0.05f, 1500}, Case{0.5f, 8000}, Case{0.05f, 100}}) {
        Scene scene = box_scene<FlipDef>(3, {width, depth + 4 * edge, width}, {width, depth, width},
                                         static_cast<int>(8 * width * depth * width / (edge * edge * edge)));
        def_of<FlipDef>(scene).viscosity = c.viscosity;
        const float height = c.density > 1000 ? 0.6f * depth : 0.4f * depth;
        scene.domain.bodies = {
            dynamic_body(BodyShape::ball, glm::vec3(radius), {width / 2, height, width / 2 + 0.2f * edge}, c.density)};
        Jobs jobs(1);
        const auto solver = make_solver(scene, jobs);
        run(*solver, 0.2f);
        constexpr int steps = 18;
        double speed = 0;
        for (int s = 0; s < steps; ++s) {
            solver->step(display_step, {}, {});
            speed -= static_cast<double>(solver->particles().bodies[0].velocity.y) / steps;
        }
        const double r = static_cast<double>(radius), l = r / static_cast<double>(width / 2);
        const double stokes = 2.0 / 9 * r * r * 9.81 * (static_cast<double>(c.density) / 1000 - 1) /
                              static_cast<double>(c.viscosity) * (1 - 1.903 * l + 2.09 * l * l * l);
        char check[100];
        std::snprintf(check, sizeof check, "sphere of %.1f of the density in %.2f m2/s: speed over that of theory",
                      static_cast<double>(c.density) / 1000, static_cast<double>(c.viscosity));
        expect_figure({check, flip_label(scene), "1, Stokes with walls"}, speed / stokes, within(0.2, 1));
    }
}

}  // namespace
}  // namespace slosh::physics::flip_viscosity_test
