// WCSPH against what is known of water. Every test prints its figure.
#include <gtest/gtest.h>

#include <cstdio>
#include <numeric>

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
    int steps = 0, substeps = 0;
    for (; substeps < 1000; ++steps) solver->step(display_step, {}, {}), substeps += solver->stats().substeps;
    const glm::dvec3 gained = momentum().first - before;
    const double drift = std::sqrt(gained.x * gained.x + gained.y * gained.y + gained.z * gained.z) / speed;
    std::printf("%dD: momentum drift in %d sub-steps %.2e of m v_rms\n", dimensions, substeps, drift);
    EXPECT_LT(drift, 1e-5);
    EXPECT_GT(momentum().second, 0.05 * speed);
}

INSTANTIATE_TEST_SUITE_P(Dimensions, WcsphMomentum, ::testing::Values(2, 3));

// The first sloshing mode of a box: omega^2 = g (pi/L) tanh(pi H/L).
TEST(WcsphPhysics, FirstSloshingModeHasItsPeriod) {
    constexpr double L = 1, H = 0.5, g = 9.81, pi_d = 3.14159265358979;
    Scene scene = box_scene(2, {L, 1, 0}, {L, H, 0}, 3200);
    def_of(scene).sound_speed = 22;
    def_of(scene).artificial_viscosity = 0.02f;
    def_of(scene).viscosity = 0;
    Jobs jobs(2);
    const auto solver = make_solver(scene, jobs);
    run(*solver, 1);
    // Tilted gravity for a moment, then level: the centre of mass swings.
    Scene tilted = scene;
    tilted.domain.gravity.x = 0.4f;
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
    ASSERT_GE(crossings.size(), 3u);
    const double period = (crossings.back() - crossings.front()) / static_cast<double>(crossings.size() - 1);
    const double omega = 2 * pi_d / period, theory = std::sqrt(g * pi_d / L * std::tanh(pi_d * H / L));
    std::printf("sloshing: omega %.3f, theory %.3f, off by %.1f %%\n", omega, theory, 100 * (omega / theory - 1));
    EXPECT_NEAR(omega / theory, 1, 0.03);
}

// Without viscosity a fluid between springs keeps its energy: kinetic, elastic and of the springs. For p = rho_0 c^2
// (x - 1), x = rho/rho_0 > 1, the elastic part of a mass is c^2 (ln x + 1/x - 1).
TEST(WcsphPhysics, LeapfrogKeepsTheEnergyAndEulerDoesNot) {
    const auto energy_after = [](const char* integrator, int substeps) {
        Scene scene = box_scene(2, {1, 1, 0}, {1, 1, 0}, 900);
        EXPECT_EQ(set_param(scene, "integrator", integrator).status, SetResult::ok);
        WcsphDef& def = def_of(scene);
        def.viscosity = def.artificial_viscosity = 0;
        def.sound_speed = 3, def.substeps = 16;
        def.walls = WcsphDef::spring, def.wall_damping = 0;
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
                for (const float at : {p.x[i], p.y[i]}) {
                    const auto depth = static_cast<double>(p.radius - std::min(at, 1 - at));
                    if (depth > 0) elastic += 0.5 * static_cast<double>(def.wall_stiffness) * depth * depth;
                }
                kinetic += 0.5 * static_cast<double>(p.vx[i] * p.vx[i] + p.vy[i] * p.vy[i]);
            }
            return (elastic + kinetic) / p.count;
        };
        solver->step(display_step, {}, {});
        const double before = energy();
        for (int i = 1; i < substeps / 16; ++i) solver->step(display_step, {}, {});
        return energy() / before;
    };
    const double leapfrog = energy_after("leapfrog", 10000), euler = energy_after("euler", 10000);
    std::printf("energy after 10,000 sub-steps: leapfrog %.4f of the start, Euler %.4f\n", leapfrog, euler);
    EXPECT_LT(leapfrog, 1.01);
    EXPECT_GT(leapfrog, 0.9);
    EXPECT_GT(euler, 1.1);
}

}  // namespace
}  // namespace slosh::physics
