// What the physics tests do with water in a tank, whichever solver it is.
#pragma once
#include <cstdio>
#include <numeric>
#include <span>

#include "measures.h"

namespace slosh::physics {

// A box of fluid on the floor of a box, both given by their sizes; the origin is the floor's left corner.
template <class Def>
Scene box_scene(int dimensions, glm::vec3 tank, glm::vec3 fluid, int particles) {
    Scene scene;
    Def def;
    def.particles = particles;
    scene.solver = def;
    scene.domain.dimensions = dimensions;
    scene.domain.walls = {Shape::box, tank / 2.0f, tank / 2.0f};
    scene.domain.fluid = {{Shape::box, fluid / 2.0f, fluid / 2.0f, 0, {0, 0, 0}, true}};
    return scene;
}

struct Drift {
    double momentum, speed_left;  // in m v_rms of the start, in v_rms of the start
    int substeps;
};

// A block of 1,000 particles with random velocities, far from all walls and without gravity, for 1,000 sub-steps.
inline Drift momentum_drift(Scene scene) {
    const int dimensions = scene.domain.dimensions;
    scene.domain.fluid[0].centre = scene.domain.walls.centre;
    scene.domain.gravity = {0, 0, 0};
    Filling start = fill_domain(scene.domain, 1000, 1, 1);
    Random random(7);
    for (glm::vec3& v : start.velocity)
        for (int d = 0; d < dimensions; ++d) v[d] = random.uniform(-0.3f, 0.3f);
    Jobs jobs(2);
    const auto solver = make_solver(scene, jobs, &start);
    const auto momentum = [&] {
        const Particles p = solver->particles();
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
    std::printf("%dD: momentum drift in %d sub-steps %.2e of m v_rms\n", dimensions, substeps, drift);
    return {drift, speed_left / speed, substeps};
}

struct Settled {
    double floor_pressure, density_error, compression, fastest;
};

// A tank at rest, its fluid's surface at `height`, over some display steps; the pressure is fitted over the depth.
inline Settled watch_settled(Solver& solver, float height, int steps) {
    Settled rest{};
    // Least squares p = a + b y; what the line says at y = 0.
    double n = 0, sy = 0, sp = 0, syy = 0, syp = 0, error = 0, all = 0, lift = 0;
    for (int i = 0; i < steps; ++i) {
        solver.step(display_step, {}, {});
        const Particles p = solver.particles();
        const Stats stats = solver.stats();
        rest.compression += static_cast<double>(stats.mean_compression) / steps;
        rest.fastest = std::max(rest.fastest, static_cast<double>(stats.max_speed));
        for (size_t k = 0; k < static_cast<size_t>(p.count); ++k) {
            const double y = p.y[k], pressure = p.pressure[k];
            all += 1, lift += y;
            if (y > 0.9 * static_cast<double>(height)) continue;
            n += 1, sy += y, sp += pressure, syy += y * y, syp += y * pressure;
            error += std::abs(static_cast<double>(p.density[k]) / 1000 - 1);
        }
    }
    const double slope = (n * syp - sy * sp) / (n * syy - sy * sy);
    // A column as high as twice its centre of mass.
    rest.floor_pressure = (sp - slope * sy) / n / (1000 * 9.81 * 2 * lift / all);
    rest.density_error = error / n;
    return rest;
}

// A tank of a size to settle in, filled to half a metre.
template <class Def>
Scene half_full_tank(int dimensions, int particles) {
    const float width = dimensions == 3 ? 0.5f : 1.0f;
    return box_scene<Def>(dimensions, {width, 1, width}, {width, 0.5f, width}, particles);
}

// Martin & Moyce 1952, a column as high as it is wide: T = t sqrt(g/a), Z = front / a.
constexpr double martin_moyce[][2] = {{0.41, 1.11}, {0.84, 1.22}, {1.19, 1.44}, {1.43, 1.67}, {1.63, 1.89},
                                      {1.83, 2.11}, {1.98, 2.33}, {2.20, 2.56}, {2.32, 2.78}, {2.51, 3.00},
                                      {2.65, 3.22}, {2.83, 3.44}, {2.98, 3.67}, {3.11, 3.89}, {3.33, 4.11}};
constexpr float dam_width = 0.25f;

template <class Def>
Scene martin_moyce_scene(int particles) {
    return box_scene<Def>(2, {6 * dam_width, 2 * dam_width, 0}, {dam_width, dam_width, 0}, particles);
}

struct Front {
    double worst, shift, first;  // largest relative error, the shift in T, the error of the first point
};

// With the one shift in T that suits best. The first point was taken while the gate still opened: with any shift
// that fits the others the column has not begun to fall there. It is reported, not fitted.
inline Front dam_break(const Scene& scene) {
    constexpr double a = dam_width, g = 9.81;
    Jobs jobs(2);
    const auto solver = make_solver(scene, jobs);
    std::vector<std::pair<double, double>> front;  // T, Z
    for (int i = 0; i <= 150; ++i) {
        // The foremost particle that is part of the fluid: one with neighbours, not spray.
        const Particles p = solver->particles();
        const auto n = static_cast<size_t>(p.count);
        const auto spacing = static_cast<double>(2 * p.radius);
        double foremost = 0;
        for (size_t k = 0; k < n; ++k) {
            if (static_cast<double>(p.x[k]) <= foremost || static_cast<double>(p.y[k]) > 0.2 * a) continue;
            int near = 0;
            for (size_t j = 0; j < n; ++j) near += std::hypot(p.x[k] - p.x[j], p.y[k] - p.y[j]) < 4 * p.radius;
            if (near > 4) foremost = static_cast<double>(p.x[k]);
        }
        front.push_back({i / 240.0 * std::sqrt(g / a), (foremost + spacing / 2) / a});
        solver->step(display_step / 4, {}, {});
    }
    const auto at = [&](double T) {
        size_t k = 1;
        while (k + 1 < front.size() && front[k].first < T) ++k;
        const auto [t0, z0] = front[k - 1];
        const auto [t1, z1] = front[k];
        return z0 + (z1 - z0) * std::clamp((T - t0) / (t1 - t0), 0.0, 1.0);
    };
    Front best{1e9, 0, 0};
    for (double s = -1; s <= 1; s += 0.01) {
        double worst = 0;
        for (const auto& [T, Z] : std::span(martin_moyce).subspan(1))
            worst = std::max(worst, std::abs(at(T - s) / Z - 1));
        if (worst < best.worst) best = {worst, s, std::abs(at(martin_moyce[0][0] - s) / martin_moyce[0][1] - 1)};
    }
    std::printf("%d particles: front within %.1f %% of Martin & Moyce, T shifted by %.2f (first point %.1f %%)\n",
                scene.solver.particles(), 100 * best.worst, best.shift, 100 * best.first);
    return best;
}

// The first sloshing mode of a box one metre wide and half full: omega^2 = g (pi/L) tanh(pi H/L), as a relative error.
inline double sloshing_error(const Scene& scene) {
    constexpr double L = 1, H = 0.5, g = 9.81, pi_d = 3.14159265358979;
    Jobs jobs(2);
    const auto solver = make_solver(scene, jobs);
    run(*solver, 1);
    // Tilted gravity for a moment, then level: the centre of mass swings.
    Scene tilted = scene;
    tilted.domain.gravity.x = 0.8f;
    retune(*solver, tilted);
    run(*solver, 0.3f);
    retune(*solver, scene);
    std::vector<double> crossings;
    double last = 0, t = 0;
    for (int i = 0; i < 5 * 240; ++i) {
        solver->step(display_step / 4, {}, {});
        t += 1 / 240.0;
        const Particles p = solver->particles();
        const double x = std::accumulate(p.x.begin(), p.x.end(), 0.0) / p.count - L / 2;
        if (last < 0 && x >= 0) crossings.push_back(t - 1 / 240.0 * x / (x - last));
        last = x;
    }
    if (crossings.size() < 3) return 1;
    const double period = (crossings.back() - crossings.front()) / static_cast<double>(crossings.size() - 1);
    const double omega = 2 * pi_d / period, theory = std::sqrt(g * pi_d / L * std::tanh(pi_d * H / L));
    std::printf("sloshing, %d particles: omega %.3f, theory %.3f, off by %.1f %%\n", scene.solver.particles(), omega,
                theory, 100 * (omega / theory - 1));
    return omega / theory - 1;
}

}  // namespace slosh::physics
