// WCSPH against what is known of water. Every test prints its figure.
#include <gtest/gtest.h>

#include <cstdio>
#include <glm/vec2.hpp>
#include <numeric>
#include <span>

#include "../figure.h"
#include "measures.h"
#include "solvers/wcsph.h"

namespace slosh::physics {
namespace {

// A box of fluid on the floor of a box, both given by their sizes; the origin is the floor's left corner.
Scene box_scene(int dimensions, glm::vec3 tank, glm::vec3 fluid, int particles) {
    Scene scene;
    WcsphDef def;
    def.particles = particles;
    scene.solver = def;
    scene.domain.dimensions = dimensions;
    scene.domain.walls = {Shape::box, tank / 2.0f, tank / 2.0f};
    scene.domain.fluid = {{Shape::box, fluid / 2.0f, fluid / 2.0f, 0, {0, 0, 0}, true}};
    return scene;
}

WcsphDef& def_of(Scene& scene) { return std::get<WcsphDef>(scene.solver); }

class WcsphMomentum : public ::testing::TestWithParam<int> {};

TEST_P(WcsphMomentum, IsKeptWithoutGravityAndWalls) {
    const int dimensions = GetParam();
    Scene scene = box_scene(dimensions, {40, 40, dimensions == 3 ? 40 : 0}, {1, 1, dimensions == 3 ? 1 : 0}, 1000);
    scene.domain.fluid[0].centre = scene.domain.walls.centre;
    scene.domain.gravity = {0, 0, 0};
    def_of(scene).sound_speed = 3;
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
    const glm::dvec3 gained = momentum().first - before;
    const double drift = std::sqrt(gained.x * gained.x + gained.y * gained.y + gained.z * gained.z) / speed;
    expect_figure({"momentum drift in 1,000 sub-steps without gravity and walls, of m v_rms",
                   "wcsph " + std::to_string(dimensions) + "D", "0"},
                  drift, at_most(1e-5));
    EXPECT_GT(momentum().second, 0.05 * speed);
}

INSTANTIATE_TEST_SUITE_P(Dimensions, WcsphMomentum, ::testing::Values(2, 3));

struct Settled {
    double floor_pressure, density_error;
};

// A tank filled to a height of half a metre, after some seconds; the pressure is fitted over the depth.
Settled settle(int dimensions, int particles, float seconds) {
    const float height = 0.5f, width = dimensions == 3 ? 0.5f : 1.0f;
    Scene scene = box_scene(dimensions, {width, 1, width}, {width, height, width}, particles);
    def_of(scene).sound_speed = 25;
    def_of(scene).artificial_viscosity = 0.2f;
    Jobs jobs(2);
    const auto solver = make_solver(scene, jobs);
    run(*solver, seconds);
    // Least squares p = a + b y over half a second; what the line says at y = 0.
    double n = 0, sy = 0, sp = 0, syy = 0, syp = 0, error = 0, all = 0, lift = 0;
    for (int i = 0; i < 30; ++i) {
        solver->step(display_step, {}, {});
        const Particles p = solver->particles();
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
    return {(sp - slope * sy) / n / (1000 * 9.81 * 2 * lift / all), error / n};
}

TEST(WcsphPhysics, FloorPressureAndDensityOfATankAtRest) {
    for (const auto& [dimensions, particles] : {std::pair(2, 1000), std::pair(2, 2048), std::pair(3, 4096)}) {
        const Settled rest = settle(dimensions, particles, 1);
        const std::string who = "wcsph " + std::to_string(dimensions) + "D, " + with_commas(particles) + " particles";
        expect_figure({"pressure at the floor of a tank at rest, of rho g H", who, "1"}, rest.floor_pressure,
                      within(0.02, 1));
        expect_figure({"mean density error of a tank at rest", who, "0"}, rest.density_error, at_most(0.01));
    }
}

// Martin & Moyce 1952, a column as high as it is wide: T = t sqrt(g/a), Z = front / a.
constexpr double martin_moyce[][2] = {{0.41, 1.11}, {0.84, 1.22}, {1.19, 1.44}, {1.43, 1.67}, {1.63, 1.89},
                                      {1.83, 2.11}, {1.98, 2.33}, {2.20, 2.56}, {2.32, 2.78}, {2.51, 3.00},
                                      {2.65, 3.22}, {2.83, 3.44}, {2.98, 3.67}, {3.11, 3.89}, {3.33, 4.11}};

struct Front {
    double worst, shift, first;  // largest relative error, the shift in T, the error of the first point
    std::vector<std::pair<double, double>> line = {};  // T, shifted, and Z
};

// With the one shift in T that suits best. The first point was taken while the gate still opened: with any shift
// that fits the others the column has not begun to fall there. It is reported, not fitted.
Front dam_break(int particles) {
    constexpr double a = 0.25, g = 9.81;
    Scene scene = box_scene(2, {1.5f, 0.5f, 0}, {a, a, 0}, particles);
    def_of(scene).sound_speed = 22;
    def_of(scene).wall_drag = 0.5f;  // a real bed holds the tip back
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
    for (const auto& [T, Z] : front) best.line.push_back({T + best.shift, Z});
    return best;
}

TEST(WcsphPhysics, DamBreakFrontFollowsMartinAndMoyce) {
    std::vector<std::pair<double, double>> experiment;
    for (const auto& [T, Z] : martin_moyce) experiment.push_back({T, Z});
    print_series("dam-break", "experiment, Martin & Moyce 1952", experiment);
    for (const int particles : {1000, 4000}) {
        const Front front = dam_break(particles);
        const std::string who = "wcsph 2D, " + with_commas(particles) + " particles";
        char note[120];
        std::snprintf(note, sizeof note, "T shifted by %.2f; first point off by %.1f %%, not fitted", front.shift,
                      100 * front.first);
        expect_figure({"front of a dam break, largest relative error", who, "Martin & Moyce 1952", note}, front.worst,
                      at_most(0.08));
        char shifted[40];
        std::snprintf(shifted, sizeof shifted, ", T shifted by %.2f", front.shift);
        print_series("dam-break", who + shifted, front.line);
    }
}

// The first sloshing mode of a box, its omega over that of theory: omega^2 = g (pi/L) tanh(pi H/L).
double sloshing_ratio(int particles) {
    constexpr double L = 1, H = 0.5, g = 9.81, pi_d = 3.14159265358979;
    Scene scene = box_scene(2, {L, 1, 0}, {L, H, 0}, particles);
    def_of(scene).sound_speed = 22;
    def_of(scene).artificial_viscosity = 0.02f;
    def_of(scene).viscosity = 0;
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
    if (crossings.size() < 3) return 0;
    const double period = (crossings.back() - crossings.front()) / static_cast<double>(crossings.size() - 1);
    const double omega = 2 * pi_d / period, theory = std::sqrt(g * pi_d / L * std::tanh(pi_d * H / L));
    return omega / theory;
}

TEST(WcsphPhysics, FirstSloshingModeHasItsPeriod) {
    for (const int particles : {800, 3200})
        expect_figure({"first sloshing mode of a box, omega over that of linear theory",
                       "wcsph 2D, " + with_commas(particles) + " particles", "1"},
                      sloshing_ratio(particles), within(0.03, 1));
}

// A Taylor-Green vortex in a box whose walls slip: v = U (sin kx cos ky, -cos kx sin ky), k = pi/L, decays by
// 2 nu k^2. Until it has come down to a quarter the fluid flows across the box.
double vortex_decay(int particles, float shifting) {
    constexpr double k = 3.14159265358979, nu = 0.05, seconds = 1.5;
    Scene scene = box_scene(2, {1, 1, 0}, {1, 1, 0}, particles);
    WcsphDef& def = def_of(scene);
    def.sound_speed = 5, def.tension = true, def.shifting = shifting;
    def.viscosity = static_cast<float>(nu), def.artificial_viscosity = 0;
    scene.domain.gravity = {0, 0, 0};
    const auto mode = [](float x, float y) {
        const double a = k * static_cast<double>(x), b = k * static_cast<double>(y);
        return glm::dvec2(std::sin(a) * std::cos(b), -std::cos(a) * std::sin(b));
    };
    Filling start = fill_domain(scene.domain, particles, 1, 1);
    for (size_t i = 0; i < start.position.size(); ++i)
        start.velocity[i] = glm::vec3(glm::vec2(mode(start.position[i].x, start.position[i].y)), 0);
    Jobs jobs(2);
    const auto solver = make_solver(scene, jobs, &start);
    const auto amplitude = [&] {
        const Particles p = solver->particles();
        double up = 0, down = 0;
        for (size_t i = 0; i < static_cast<size_t>(p.count); ++i) {
            const glm::dvec2 m = mode(p.x[i], p.y[i]);
            up += m.x * static_cast<double>(p.vx[i]) + m.y * static_cast<double>(p.vy[i]);
            down += m.x * m.x + m.y * m.y;
        }
        return up / down;
    };
    const double first = amplitude();
    run(*solver, static_cast<float>(seconds));
    return -std::log(amplitude() / first) / seconds / (2 * nu * k * k);
}

TEST(WcsphPhysics, TaylorGreenVortexDecaysByViscosity) {
    const double stiff = vortex_decay(1600, 0);
    std::printf("1600 particles: a Taylor-Green vortex decays at %.3f of the rate of theory without shifting\n", stiff);
    EXPECT_GT(stiff, 1.2);
    for (const int particles : {1600, 3600}) {
        const double decay = vortex_decay(particles, 0.5f);
        std::printf("%d particles: a Taylor-Green vortex decays at %.3f of the rate of theory\n", particles, decay);
        EXPECT_NEAR(decay, 1, 0.05);
    }
}

// Without viscosity a fluid between mirrors keeps its energy, kinetic and elastic. For p = rho_0 c^2
// (x - 1), x = rho/rho_0 > 1, the elastic part of a mass is c^2 (ln x + 1/x - 1).
TEST(WcsphPhysics, LeapfrogKeepsTheEnergyAndEulerDoesNot) {
    const auto energy_after = [](const char* integrator, int substeps) {
        Scene scene = box_scene(2, {1, 1, 0}, {1, 1, 0}, 900);
        EXPECT_EQ(set_param(scene, "integrator", integrator).status, SetResult::ok);
        WcsphDef& def = def_of(scene);
        def.viscosity = def.artificial_viscosity = 0;
        def.sound_speed = 3, def.substeps = 8;
        def.bulk_viscosity = 0;
        scene.domain.gravity = {0, 0, 0};
        scene.domain.fluid[0].half *= 1.01f;  // a little pressure everywhere
        Filling start = fill_domain(scene.domain, 900, 1, 1);
        Random random(5);
        for (glm::vec3& v : start.velocity) v = {random.uniform(-0.1f, 0.1f), random.uniform(-0.1f, 0.1f), 0};
        Jobs jobs(2);
        const auto solver = make_solver(scene, jobs, &start);
        const auto energy = [&] {
            const Particles p = solver->particles();
            double elastic = 0, kinetic = 0;
            for (size_t i = 0; i < static_cast<size_t>(p.count); ++i) {
                const double x = static_cast<double>(p.density[i] / p.rest_density);
                if (x > 1) elastic += 9 * (std::log(x) + 1 / x - 1);
                kinetic += 0.5 * static_cast<double>(p.vx[i] * p.vx[i] + p.vy[i] * p.vy[i]);
            }
            return (elastic + kinetic) / p.count;
        };
        solver->step(display_step, {}, {});
        const double before = energy();
        std::vector<std::pair<double, double>> line = {{8, 1}};
        for (int i = 2; i <= substeps / 8; ++i) {
            solver->step(display_step, {}, {});
            if (i % 10 == 0) line.push_back({8 * i, energy() / before});
        }
        print_series("energy", integrator, line);
        return energy() / before;
    };
    const double leapfrog = energy_after("leapfrog", 10000), euler = energy_after("euler", 10000);
    const char* check = "energy after 10,000 sub-steps without viscosity, of the start's";
    expect_figure({check, "wcsph 2D, leapfrog", "1: no growth"}, leapfrog, {0.9, 1.01});
    expect_figure({check, "wcsph 2D, Euler", "grows"}, euler, at_least(1.1));
}

}  // namespace
}  // namespace slosh::physics
