// WCSPH against what is known of water. Every test prints its figure.
#include <gtest/gtest.h>

#include <cstdio>
#include <glm/vec2.hpp>
#include <numeric>

#include "../figure.h"
#include "dam_break.h"
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

TEST(WcsphPhysics, DamBreakFrontFollowsMartinAndMoyce) {
    for (const int particles : {1000, 4000}) {
        Scene scene = box_scene(2, column_tank, column, particles);
        def_of(scene).sound_speed = 22;
        def_of(scene).wall_drag = 0.5f;  // a real bed holds the tip back
        expect_front("wcsph 2D, " + with_commas(particles) + " particles", dam_break(scene));
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
        print_series("energy", def.integrator == WcsphDef::euler ? "Euler" : "leapfrog", line);
        return energy() / before;
    };
    const double leapfrog = energy_after("leapfrog", 10000), euler = energy_after("euler", 10000);
    const char* check = "energy after 10,000 sub-steps without viscosity, of the start's";
    expect_figure({check, "wcsph 2D, leapfrog", "1: no growth"}, leapfrog, {0.9, 1.01});
    expect_figure({check, "wcsph 2D, Euler", "grows"}, euler, at_least(1.1));
}

}  // namespace
}  // namespace slosh::physics
