// PIC/FLIP with surface tension against theory. Every test prints its figure.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>

#include "analysis/stats.h"
#include "solvers/flip/flip.h"
#include "support/water.h"
#include "support/worst.h"

namespace slosh::physics::flip_tension_test {
namespace {

constexpr float tension = 10;  // N/m: sigma / R^2 of a drop of 0.25 m is that of water (0.072 N/m) in a drop of 2 cm

// A weightless drop in the centre of a box one metre wide. `edge`, m: of cells with eight particles.
Scene drop(Shape shape, float half, float edge) {
    const float volume = shape == Shape::circle ? 4.18879f * half * half * half : 8 * half * half * half;
    Scene scene = box_scene<FlipDef>(3, {1, 1, 1}, {1, 1, 1}, static_cast<int>(8 * volume / (edge * edge * edge)));
    scene.domain.fluid = {
        {.shape = shape, .centre = {0.5f, 0.5f, 0.5f}, .half = {half, half, half}, .kind = 0, .lattice = true}};
    scene.domain.gravity = {0, 0, 0};
    def_of<FlipDef>(scene).particles_per_cell = 8;
    def_of<FlipDef>(scene).surface_tension = tension;
    return scene;
}

double pressure_inside(const ParticleView& p, float within_radius) {
    double sum = 0, count = 0;
    for (size_t i = 0; i < p.x.size(); ++i) {
        const glm::vec3 offset = glm::vec3(p.x[i], p.y[i], p.z[i]) - 0.5f;
        if (glm::dot(offset, offset) > within_radius * within_radius) continue;
        sum += static_cast<double>(p.pressure[i]);
        count += 1;
    }
    return sum / count;
}

TEST(FlipTension, DropHasTheLaplacePressure) {
    const float radius = 0.25f;
    for (const float cells : {6.0f, 10.0f}) {
        // The lattice of the start makes the drop oscillate. Viscosity damps this before the measurement.
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
            keep_worst(fastest, static_cast<double>(solver->stats().max_speed));
            double squares = 0;
            for (size_t n = 0; n < p.x.size(); ++n)
                squares += static_cast<double>(p.vx[n] * p.vx[n] + p.vy[n] * p.vy[n] + p.vz[n] * p.vz[n]) / p.count;
            keep_worst(rms, std::sqrt(squares));
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

struct DropShape {
    double fourth_moment;  // <x^4 + y^4 + z^4> / <r^4>: 0.474 for a cube, 0.6 for a ball
    double farthest;  // 99th percentile of r over the radius of a ball of this volume: 1.3 for a cube, 0.997 for a ball
    double drift;     // m, of the centre from its start
};

DropShape shape_of(const ParticleView& p, double radius) {
    glm::dvec3 centre(0);
    for (size_t i = 0; i < p.x.size(); ++i) centre += glm::dvec3(p.x[i], p.y[i], p.z[i]) / static_cast<double>(p.count);
    double sum_of_x4 = 0, sum_of_r4 = 0;
    std::vector<double> distances;
    for (size_t i = 0; i < p.x.size(); ++i) {
        const glm::dvec3 offset = glm::dvec3(p.x[i], p.y[i], p.z[i]) - centre, square = offset * offset;
        sum_of_x4 += glm::dot(square, square);
        const double r2 = square.x + square.y + square.z;
        sum_of_r4 += r2 * r2;
        distances.push_back(std::sqrt(r2));
    }
    const auto nth = distances.begin() + static_cast<std::ptrdiff_t>(0.99 * static_cast<double>(distances.size()));
    std::nth_element(distances.begin(), nth, distances.end());
    const glm::dvec3 moved = centre - 0.5;
    return {sum_of_x4 / sum_of_r4, *nth / radius, std::sqrt(glm::dot(moved, moved))};
}

TEST(FlipTension, CubeBecomesASphereAndStaysOne) {
    const float half = 0.2f;
    const double radius = 0.4 * 0.6203505;  // m, of the ball of the same volume: (3 / (4 pi))^(1/3) edges
    Scene scene = drop(Shape::box, half, 0.04f);
    def_of<FlipDef>(scene).viscosity = 0.003f;  // damps the oscillation
    Jobs jobs(1);
    const auto solver = make_solver(scene, jobs);
    const DropShape start = shape_of(solver->particles(), radius);
    DropShape end{};
    for (int second = 0; second < 12; ++second) {
        run(*solver, 1);
        end = shape_of(solver->particles(), radius);
        if (second % 2 == 1)
            std::printf("%2d s: shape %.4f, farthest %.3f, fastest %.4f m/s\n", second + 1, end.fourth_moment,
                        end.farthest, static_cast<double>(solver->stats().max_speed));
    }
    EXPECT_LT(start.fourth_moment, 0.49);
    expect_figure({"a cube under surface tension after 12 s, <x^4 + y^4 + z^4> / <r^4> (cube 0.474)", "flip", "0.6"},
                  end.fourth_moment, within(0.01, 0.6));
    expect_figure({"99th percentile of the distance from the centre then, over the radius of the ball", "flip", "1"},
                  end.farthest, within(0.05, 1));
    EXPECT_LT(end.drift, 1e-3);
    EXPECT_LT(solver->stats().max_speed, 0.02f);
}

// Mode 2 of a slightly elongated drop: omega^2 = 8 sigma / (rho R^3) (Rayleigh 1879).
TEST(FlipTension, ElongatedDropOscillatesWithRayleighsPeriod) {
    const float radius = 0.25f;
    Scene scene = drop(Shape::circle, radius, radius / 8);
    InitialParticles start = seed_particles(scene.domain, scene.solver.particles(), 1, 1);
    for (glm::vec3& x : start.position) {
        const glm::vec3 offset = x - 0.5f;
        x = 0.5f + offset * glm::vec3(0.95f, 1 / (0.95f * 0.95f), 0.95f);
    }
    Jobs jobs(1);
    const auto solver = make_solver(scene, jobs, &start);
    const auto elongation = [&] {
        const ParticleView p = solver->particles();
        double axial = 0, radial = 0;
        for (size_t i = 0; i < p.x.size(); ++i) {
            const glm::dvec3 offset = glm::dvec3(p.x[i], p.y[i], p.z[i]) - 0.5;
            axial += offset.y * offset.y;
            radial += (offset.x * offset.x + offset.z * offset.z) / 2;
        }
        return axial / radial - 1;
    };
    // Zero crossings are half a period apart.
    double last = elongation(), first_crossing = 0, crossing = 0;
    int crossings = 0;
    for (int i = 1; i <= 300 && crossings < 3; ++i) {
        solver->step(display_step, {}, {});
        const double now = elongation();
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
        std::vector<uint64_t> hashes;
        for (const int workers : {1, 2, 3, 4}) {
            Jobs jobs(workers);
            const auto solver = make_solver(scene, jobs);
            run(*solver, 0.3f);
            EXPECT_TRUE(solver->stats().finite);
            hashes.push_back(state_hash(solver->particles()));
        }
        for (const uint64_t hash : hashes) EXPECT_EQ(hash, hashes[0]) << key;
    }
}

}  // namespace
}  // namespace slosh::physics::flip_tension_test
