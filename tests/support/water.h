// Experiments with water in a tank that run with any solver.
#pragma once
#include <numeric>
#include <string>

#include "base/math.h"
#include "base/random.h"
#include "support/figure.h"
#include "support/line_fit.h"
#include "support/scenes.h"
#include "support/worst.h"

namespace slosh::physics {

struct Drift {
    double momentum;    // change of the momentum, over m v_rms at the start
    double speed_left;  // v_rms at the end over that at the start
};

// A block of 1,000 particles with random velocities, far from all walls and without gravity, for 1,000 sub-steps.
inline Drift momentum_drift(Scene scene) {
    const int dimensions = scene.domain.dimensions;
    scene.domain.fluid[0].centre = scene.domain.walls.centre;
    scene.domain.gravity = {0, 0, 0};
    InitialParticles start = seed_particles(scene.domain, 1000, 1, 1);
    Random random(7);
    for (glm::vec3& v : start.velocity)
        for (int d = 0; d < dimensions; ++d) v[d] = random.uniform(-0.3f, 0.3f);
    Jobs jobs(1);
    const auto solver = make_solver(scene, jobs, &start);
    const auto momentum = [&] {
        const ParticleView p = solver->particles();
        glm::dvec3 total(0);
        double squares = 0;
        for (size_t i = 0; i < static_cast<size_t>(p.count); ++i) {
            const glm::dvec3 v(p.vx[i], p.vy[i], dimensions == 3 ? p.vz[i] : 0.0f);
            total += v, squares += v.x * v.x + v.y * v.y + v.z * v.z;
        }
        return std::pair(total / static_cast<double>(p.count), std::sqrt(squares / p.count));
    };
    const auto [before, speed] = momentum();
    int substeps = 0;
    while (substeps < 1000) solver->step(display_step, {}, {}), substeps += solver->stats().substeps;
    const auto [after, speed_left] = momentum();
    const glm::dvec3 gained = after - before;
    const double drift = std::sqrt(gained.x * gained.x + gained.y * gained.y + gained.z * gained.z) / speed;
    return {drift, speed_left / speed};
}

struct Settled {
    double floor_pressure;  // over rho g H
    double density_error;   // mean, relative, below the surface
    double compression;     // mean, relative
    double fastest;         // m/s, maximum speed
};

// A tank at rest, its fluid's surface at `height`, over some display steps; the pressure is fitted over the depth.
inline Settled measure_settled(Solver& solver, float height, int steps) {
    Settled rest{};
    LineFit pressure_over_y;
    double counted = 0, error = 0, all = 0, sum_of_y = 0;
    for (int i = 0; i < steps; ++i) {
        solver.step(display_step, {}, {});
        const ParticleView p = solver.particles();
        const Stats stats = solver.stats();
        rest.compression += static_cast<double>(stats.mean_compression) / steps;
        keep_worst(rest.fastest, static_cast<double>(stats.max_speed));
        for (size_t k = 0; k < static_cast<size_t>(p.count); ++k) {
            const double y = p.y[k], pressure = p.pressure[k];
            all += 1, sum_of_y += y;
            if (y > 0.9 * static_cast<double>(height)) continue;
            pressure_over_y.add(y, pressure);
            counted += 1, error += std::abs(static_cast<double>(p.density[k]) / 1000 - 1);
        }
    }
    // A column as high as twice its centre of mass.
    rest.floor_pressure = pressure_over_y.intercept() / (1000 * 9.81 * 2 * sum_of_y / all);
    rest.density_error = error / counted;
    return rest;
}

// The first sloshing mode of a box one metre wide and half full: its omega over that of linear theory,
// omega^2 = g (pi/L) tanh(pi H/L).
inline double sloshing_ratio(const Scene& scene) {
    constexpr double L = 1, H = 0.5, g = 9.81;
    Jobs jobs(1);
    const auto solver = make_solver(scene, jobs);
    run(*solver, 1);
    // Gravity is tilted for 0.3 s; then the centre of mass oscillates.
    Scene tilted = scene;
    tilted.domain.gravity.x = 0.8f;
    set_parameters(*solver, tilted);
    run(*solver, 0.3f);
    set_parameters(*solver, scene);
    std::vector<double> crossings;
    double last = 0, t = 0;
    for (int i = 0; i < 5 * 240; ++i) {
        solver->step(display_step / 4, {}, {});
        t += 1 / 240.0;
        const ParticleView p = solver->particles();
        const double x = std::accumulate(p.x.begin(), p.x.end(), 0.0) / p.count - L / 2;
        if (last < 0 && x >= 0) crossings.push_back(t - 1 / 240.0 * x / (x - last));
        last = x;
    }
    if (crossings.size() < 3) return 0;
    const double period = (crossings.back() - crossings.front()) / static_cast<double>(crossings.size() - 1);
    const double omega = 2 * pi_d / period, theory = std::sqrt(g * pi_d / L * std::tanh(pi_d * H / L));
    return omega / theory;
}

inline std::string solver_label(const char* solver, int dimensions) {
    return std::string(solver) + " " + std::to_string(dimensions) + "D";
}
inline std::string solver_label(const char* solver, int dimensions, int particles) {
    return solver_label(solver, dimensions) + ", " + with_commas(particles) + " particles";
}

inline std::string flip_label(const Scene& scene) {  // FLIP is 3D only
    return "flip, " + with_commas(scene.solver.particles()) + " particles";
}

// Bounds that every solver of water must keep.
inline void expect_momentum_conserved(const char* solver, const Scene& scene) {
    const Drift drift = momentum_drift(scene);
    expect_figure({"momentum drift in 1,000 sub-steps without gravity and walls, of m v_rms",
                   solver_label(solver, scene.domain.dimensions), "0"},
                  drift.momentum, at_most(1e-5));
    EXPECT_GT(drift.speed_left, 0.05);
}
inline void expect_settled(const std::string& label, const Settled& rest) {
    expect_figure({"pressure at the floor of a tank at rest, of rho g H", label, "1"}, rest.floor_pressure,
                  within(0.02, 1));
    expect_figure({"mean density error of a tank at rest", label, "0"}, rest.density_error, at_most(0.01));
}
inline void expect_sloshing(const char* solver, const Scene& scene) {
    expect_figure({"first sloshing mode of a box, omega over that of linear theory",
                   solver_label(solver, 2, scene.solver.particles()), "1"},
                  sloshing_ratio(scene), within(0.03, 1));
}

}  // namespace slosh::physics
