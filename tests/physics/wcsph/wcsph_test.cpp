// WCSPH against theory and experiment. Every test prints its figure.
#include <gtest/gtest.h>

#include "base/random.h"
#include "solvers/wcsph/wcsph.h"
#include "support/dam_break.h"
#include "support/water.h"

namespace slosh::physics::wcsph_test {
namespace {

class WcsphMomentum : public ::testing::TestWithParam<int> {};

TEST_P(WcsphMomentum, IsConservedWithoutGravityAndWalls) {
    const float thickness = GetParam() == 3 ? 1 : 0;
    Scene scene = box_scene<WcsphDef>(GetParam(), {40, 40, 40 * thickness}, {1, 1, thickness}, 1000);
    def_of<WcsphDef>(scene).sound_speed = 3;
    expect_momentum_conserved("wcsph", scene);
}

INSTANTIATE_TEST_SUITE_P(Dimensions, WcsphMomentum, ::testing::Values(2, 3));

TEST(WcsphPhysics, TankAtRestHasHydrostaticPressureAndRestDensity) {
    for (const auto& [dimensions, particles] : {std::pair(2, 1000), std::pair(2, 2048), std::pair(3, 4096)}) {
        Scene scene = half_full_tank<WcsphDef>(dimensions, particles);
        Jobs jobs(1);
        const auto solver = make_solver(scene, jobs);
        run(*solver, 1);
        expect_settled(solver_label("wcsph", dimensions, particles), measure_settled(*solver, 0.5f, 30));
    }
}

TEST(WcsphPhysics, DamBreakFrontFollowsMartinAndMoyce) {
    for (const int particles : {1000, 4000}) {
        Scene scene = box_scene<WcsphDef>(2, column_tank, column, particles);
        def_of<WcsphDef>(scene).no_slip = 0.5f;
        def_of<WcsphDef>(scene).artificial_viscosity = 0.05f, def_of<WcsphDef>(scene).sound_speed = 22;
        expect_front(solver_label("wcsph", 2, particles), "no-slip 0.5, alpha c 1.1 m/s", dam_break(scene));
    }
}

TEST(WcsphPhysics, FirstSloshingModeHasThePeriodOfLinearTheory) {
    for (const int particles : {800, 3200}) {
        Scene scene = half_full_tank<WcsphDef>(2, particles);
        def_of<WcsphDef>(scene).viscosity = 0;
        expect_sloshing("wcsph", scene);
    }
}

// Without viscosity a fluid between mirror walls conserves the sum of kinetic and elastic energy. For
// p = rho_0 c^2 (x - 1), x = rho/rho_0 > 1, the elastic energy per mass is c^2 (ln x + 1/x - 1).
TEST(WcsphPhysics, LeapfrogConservesEnergyAndEulerDoesNot) {
    const auto energy_after = [](const char* integrator, int substeps) {
        Scene scene = box_scene<WcsphDef>(2, {1, 1, 0}, {1, 1, 0}, 900);
        EXPECT_EQ(set_param(scene, "integrator", integrator).status, SetResult::ok);
        WcsphDef& def = def_of<WcsphDef>(scene);
        def.viscosity = def.artificial_viscosity = 0;
        def.sound_speed = 3;
        def.substeps = 8;
        def.bulk_viscosity = 0;
        scene.domain.gravity = {0, 0, 0};
        scene.domain.fluid[0].half *= 1.01f;  // a little pressure everywhere
        InitialParticles start = seed_particles(scene.domain, 900, 1, 1);
        Random random(5);
        for (glm::vec3& v : start.velocity) v = {random.uniform(-0.1f, 0.1f), random.uniform(-0.1f, 0.1f), 0};
        Jobs jobs(1);
        const auto solver = make_solver(scene, jobs, &start);
        const auto energy = [&] {
            const ParticleView p = solver->particles();
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
        print_series("energy", def.integrator == WcsphDef::Integrator::euler ? "Euler" : "leapfrog", line);
        return energy() / before;
    };
    const double leapfrog = energy_after("leapfrog", 10000), euler = energy_after("euler", 10000);
    const char* check = "energy after 10,000 sub-steps without viscosity, of the start's";
    expect_figure({check, "wcsph 2D, leapfrog", "1: no growth"}, leapfrog, {0.9, 1.01});
    expect_figure({check, "wcsph 2D, Euler", "grows"}, euler, at_least(1.1));
}

}  // namespace
}  // namespace slosh::physics::wcsph_test
