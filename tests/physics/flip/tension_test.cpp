// PIC/FLIP with surface tension against theory. Every test prints its figure.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>

#include "analysis/stats.h"
#include "solvers/flip/flip.h"
#include "support/water.h"

namespace slosh::physics {
namespace {

constexpr float tension = 10;  // N/m; on drops of a quarter of a metre that is what water's is on some of 2 cm

// A drop without weight in the middle of a metre, eight particles in a cell of this edge.
Scene drop(Shape shape, float half, float edge) {
    const float volume = shape == Shape::circle ? 4.18879f * half * half * half : 8 * half * half * half;
    Scene scene = box_scene<FlipDef>(3, {1, 1, 1}, {1, 1, 1}, static_cast<int>(8 * volume / (edge * edge * edge)));
    scene.domain.fluid = {{shape, {0.5f, 0.5f, 0.5f}, {half, half, half}, 0, {0, 0, 0}, true}};
    scene.domain.gravity = {0, 0, 0};
    def_of<FlipDef>(scene).particles_per_cell = 8, def_of<FlipDef>(scene).surface_tension = tension;
    return scene;
}

double pressure_inside(const ParticleView& p, float within_radius) {
    double sum = 0, count = 0;
    for (size_t i = 0; i < p.x.size(); ++i) {
        const glm::vec3 from = glm::vec3(p.x[i], p.y[i], p.z[i]) - 0.5f;
        if (glm::dot(from, from) > within_radius * within_radius) continue;
        sum += static_cast<double>(p.pressure[i]), count += 1;
    }
    return sum / count;
}

TEST(FlipTension, DropHasTheLaplacePressure) {
    const float radius = 0.25f;
    for (const float cells : {6.0f, 10.0f}) {
        // What swings because the drop begins as a lattice of particles comes to rest first.
        Scene scene = drop(Shape::circle, radius, radius / cells);
        def_of<FlipDef>(scene).viscosity = 0.02f;
        Jobs jobs(1);
        const auto solver = make_solver(scene, jobs);
        double pressure = 0, fastest = 0, rms = 0;
        run(*solver, 1.5f);
        def_of<FlipDef>(scene).viscosity = 0;
        set_parameters(*solver, scene);
        run(*solver, 1);
        for (int i = 0; i < 60; ++i) {
            solver->step(display_step, {}, {});
            const ParticleView p = solver->particles();
            pressure += pressure_inside(p, 0.6f * radius) / 60;
            fastest = std::max(fastest, static_cast<double>(solver->stats().max_speed));
            double squares = 0;
            for (size_t n = 0; n < p.x.size(); ++n)
                squares += static_cast<double>(p.vx[n] * p.vx[n] + p.vy[n] * p.vy[n] + p.vz[n] * p.vz[n]) / p.count;
            rms = std::max(rms, std::sqrt(squares));
        }
        const double laplace = 2.0 * static_cast<double>(tension / radius), capillary = std::sqrt(10 / 1000.0 / 0.25);
        const std::string label = "flip, a radius of " + std::to_string(static_cast<int>(cells)) + " cells";
        expect_figure({"pressure inside a drop over 2 sigma / R", label, "1"}, pressure / laplace, within(0.1, 1));
        expect_figure(
            {"spurious currents of a drop at rest, root of the mean square over sqrt(sigma / rho R)", label, "0"},
            rms / capillary, at_most(0.1));
        std::printf("fastest %.4f m/s, %.3f of the capillary speed\n", fastest, fastest / capillary);
    }
}

struct Shaped {
    double fourth;    // <x^4 + y^4 + z^4> / <r^4>: of a cube 0.474, of a ball 0.6
    double farthest;  // 99 of 100 particles are as near, in radii of a ball as large: of a ball 0.997, of a cube 1.3
    double aside;     // of the middle from where it began, m
};

Shaped shape_of(const ParticleView& p, double radius) {
    glm::dvec3 middle(0);
    for (size_t i = 0; i < p.x.size(); ++i) middle += glm::dvec3(p.x[i], p.y[i], p.z[i]) / static_cast<double>(p.count);
    double each = 0, whole = 0;
    std::vector<double> distances;
    for (size_t i = 0; i < p.x.size(); ++i) {
        const glm::dvec3 from = glm::dvec3(p.x[i], p.y[i], p.z[i]) - middle, square = from * from;
        each += glm::dot(square, square);
        const double r2 = square.x + square.y + square.z;
        whole += r2 * r2, distances.push_back(std::sqrt(r2));
    }
    const auto nth = distances.begin() + static_cast<std::ptrdiff_t>(0.99 * static_cast<double>(distances.size()));
    std::nth_element(distances.begin(), nth, distances.end());
    const glm::dvec3 aside = middle - 0.5;
    return {each / whole, *nth / radius, std::sqrt(glm::dot(aside, aside))};
}

TEST(FlipTension, CubeBecomesASphereAndStaysOne) {
    const float half = 0.2f;
    const double radius = 0.4 * 0.6203505;  // of the ball as large
    Scene scene = drop(Shape::box, half, 0.04f);
    def_of<FlipDef>(scene).viscosity = 0.003f;  // waves die down
    Jobs jobs(1);
    const auto solver = make_solver(scene, jobs);
    const Shaped start = shape_of(solver->particles(), radius);
    Shaped end{};
    for (int second = 0; second < 12; ++second) {
        run(*solver, 1);
        end = shape_of(solver->particles(), radius);
        if (second % 2 == 1)
            std::printf("%2d s: shape %.4f, farthest %.3f, fastest %.4f m/s\n", second + 1, end.fourth, end.farthest,
                        static_cast<double>(solver->stats().max_speed));
    }
    EXPECT_LT(start.fourth, 0.49);
    expect_figure({"a cube under surface tension after 12 s, <x^4 + y^4 + z^4> / <r^4> (cube 0.474)", "flip", "0.6"},
                  end.fourth, within(0.01, 0.6));
    expect_figure({"farthest particle of 100 then, over the radius of the ball", "flip", "1"}, end.farthest,
                  within(0.05, 1));
    EXPECT_LT(end.aside, 1e-3);
    EXPECT_LT(solver->stats().max_speed, 0.02f);
}

// Mode 2 of a drop that is a little long: omega^2 = 8 sigma / (rho R^3) (Rayleigh 1879).
TEST(FlipTension, ElongatedDropOscillatesWithRayleighsPeriod) {
    const float radius = 0.25f;
    Scene scene = drop(Shape::circle, radius, radius / 8);
    InitialParticles start = seed_particles(scene.domain, scene.solver.particles(), 1, 1);
    for (glm::vec3& x : start.position) {
        const glm::vec3 from = x - 0.5f;
        x = 0.5f + from * glm::vec3(0.95f, 1 / (0.95f * 0.95f), 0.95f);
    }
    Jobs jobs(1);
    const auto solver = make_solver(scene, jobs, &start);
    const auto length = [&] {
        const ParticleView p = solver->particles();
        double along = 0, across = 0;
        for (size_t i = 0; i < p.x.size(); ++i) {
            const glm::dvec3 from = glm::dvec3(p.x[i], p.y[i], p.z[i]) - 0.5;
            along += from.y * from.y, across += (from.x * from.x + from.z * from.z) / 2;
        }
        return along / across - 1;
    };
    // From crossing to crossing is half a period.
    double last = length(), first_crossing = 0, crossing = 0;
    int crossings = 0;
    for (int i = 1; i <= 300 && crossings < 3; ++i) {
        solver->step(display_step, {}, {});
        const double now = length();
        if ((now > 0) != (last > 0)) {
            crossing = (i - now / (now - last)) * static_cast<double>(display_step);
            if (crossings++ == 0) first_crossing = crossing;
        }
        last = now;
    }
    ASSERT_EQ(crossings, 3);
    const double omega = 2 * 3.14159265 / (crossing - first_crossing);
    expect_figure(
        {"oscillating drop, mode 2 in 3D, omega over that of 8 sigma / (rho R^3)", "flip, a radius of 8 cells", "1"},
        omega / std::sqrt(8 * 10 / (1000 * 0.015625)), within(0.1, 1));
}

TEST(FlipTension, SameBitsForAnyNumberOfWorkers) {
    for (const auto& [key, value] : {std::pair("surface-tension", "5"), {"viscosity", "0.2"}}) {
        const Scene scene = scene_with("flip-block", {{"particles", "6000"}, {key, value}});
        std::vector<uint64_t> ends;
        for (const int workers : {1, 2, 3, 4}) {
            Jobs jobs(workers);
            const auto solver = make_solver(scene, jobs);
            run(*solver, 0.3f);
            EXPECT_TRUE(solver->stats().finite);
            ends.push_back(state_hash(solver->particles()));
        }
        for (const uint64_t end : ends) EXPECT_EQ(end, ends[0]) << key;
    }
}

}  // namespace
}  // namespace slosh::physics
