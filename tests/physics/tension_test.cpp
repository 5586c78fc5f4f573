// Surface tension against what is known of drops. Every test prints its figure.
#include <gtest/gtest.h>

#include <cstdio>

#include "measures.h"
#include "solvers/measure.h"
#include "solvers/wcsph.h"

namespace slosh::physics {
namespace {

constexpr double pi_d = 3.14159265358979;

WcsphDef& def_of(Scene& scene) { return std::get<WcsphDef>(scene.solver); }

// A disc of radius 0.2 in a wide empty box, weightless; sigma 10 N/m.
constexpr float radius = 0.2f, sigma = 10;
Scene drop(int particles) {
    Scene scene;
    WcsphDef def;
    def.particles = particles;
    def.sound_speed = 4, def.viscosity = 0, def.artificial_viscosity = 0.03f;
    def.surface_tension = sigma;
    scene.solver = def;
    scene.domain.walls = {Shape::box, {0.6f, 0.6f, 0}, {0, 0, 0}};
    scene.domain.fluid = {{Shape::circle, {0, 0, 0}, {radius, radius, 0}, 0, {0, 0, 0}, true}};
    scene.domain.gravity = {0, 0, 0};
    return scene;
}

// Sums over a drop: mean position, second moments about it, the mean velocity.
struct Shape2 {
    double x = 0, y = 0, xx = 0, yy = 0, vx = 0, vy = 0, farthest = 0;
};
Shape2 shape_of(const Particles& p) {
    Shape2 s;
    for (size_t i = 0; i < static_cast<size_t>(p.count); ++i) {
        s.x += static_cast<double>(p.x[i]) / p.count, s.y += static_cast<double>(p.y[i]) / p.count;
        s.vx += static_cast<double>(p.vx[i]) / p.count, s.vy += static_cast<double>(p.vy[i]) / p.count;
    }
    for (size_t i = 0; i < static_cast<size_t>(p.count); ++i) {
        const double dx = static_cast<double>(p.x[i]) - s.x, dy = static_cast<double>(p.y[i]) - s.y;
        s.xx += dx * dx / p.count, s.yy += dy * dy / p.count;
        s.farthest = std::max(s.farthest, std::sqrt(dx * dx + dy * dy));
    }
    return s;
}

// Rayleigh's mode 2 in the plane: omega^2 = 6 sigma / (rho R^3).
double wobble_error(int particles) {
    Scene scene = drop(particles);
    Filling start = fill_domain(scene.domain, particles, 1, 1);
    for (glm::vec3& at : start.position) at.x *= 1.08f, at.y /= 1.08f;
    Jobs jobs(2);
    const auto solver = make_solver(scene, jobs, &start);
    const double theory = std::sqrt(6.0 * sigma / (1000 * std::pow(radius, 3)));
    std::vector<double> crossings;
    double last = 0, t = 0;
    for (int i = 0; i < static_cast<int>(60 * 2.2 * 2 * pi_d / theory); ++i) {
        solver->step(display_step, {}, {});
        t += 1 / 60.0;
        const Shape2 s = shape_of(solver->particles());
        const double q = s.xx - s.yy;
        if (i > 0 && (last < 0) != (q < 0)) crossings.push_back(t - 1 / 60.0 * q / (q - last));
        last = q;
    }
    if (crossings.size() < 3) return 1;
    const double half = (crossings.back() - crossings.front()) / static_cast<double>(crossings.size() - 1);
    const double omega = pi_d / half;
    std::printf("drop of %d particles: omega %.3f, theory %.3f, off by %.1f %% (%zu half swings)\n", particles, omega,
                theory, 100 * (omega / theory - 1), crossings.size() - 1);
    return std::abs(omega / theory - 1);
}

TEST(TensionPhysics, ADropSwingsAsRayleighSays) {
    const double coarse = wobble_error(1600), fine = wobble_error(3200);
    EXPECT_LT(coarse, 0.10);
    EXPECT_LT(fine, 0.10);
    EXPECT_LT(fine, coarse);
}

// The pressure inside a round drop: sigma / R in the plane.
TEST(TensionPhysics, PressureInsideADropIsThatOfLaplace) {
    for (const int particles : {800, 3200}) {
        Scene scene = drop(particles);
        def_of(scene).artificial_viscosity = 0.2f;
        Jobs jobs(2);
        const auto solver = make_solver(scene, jobs);
        run(*solver, 3);
        double sum = 0, n = 0;
        for (int s = 0; s < 30; ++s) {
            solver->step(display_step, {}, {});
            const Particles p = solver->particles();
            const Shape2 shape = shape_of(p);
            for (size_t i = 0; i < static_cast<size_t>(p.count); ++i)
                if (std::hypot(static_cast<double>(p.x[i]) - shape.x, static_cast<double>(p.y[i]) - shape.y) <
                    0.5 * radius)
                    sum += static_cast<double>(p.pressure[i]), n += 1;
        }
        const Shape2 shape = shape_of(solver->particles());
        std::printf("%d particles: pressure jump %.3f of sigma / R, radius %.3f of R, v_rms %.1e m/s\n", particles,
                    sum / n / (sigma / radius), std::sqrt(2 * (shape.xx + shape.yy)) / radius,
                    rms_speed(solver->particles()));
    }
}

}  // namespace
}  // namespace slosh::physics
