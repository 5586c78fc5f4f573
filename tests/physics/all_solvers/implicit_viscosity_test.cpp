// Viscosities from water to tar in WCSPH and PCISPH: decay of a vortex, momentum, and calm scenes. Above the explicit
// limit viscosity is implicit (sph/implicit_viscosity.h).
#include <gtest/gtest.h>

#include "solvers/pcisph/pcisph.h"
#include "solvers/wcsph/wcsph.h"
#include "support/measures.h"
#include "support/pouring.h"
#include "support/vortex.h"
#include "support/water.h"

namespace slosh::physics::implicit_viscosity_test {
namespace {

struct Decay {
    double rate;  // over 2 nu k^2
    int substeps;
};

// A cell of a Taylor-Green vortex with U L / nu = `reynolds` in a box with mirror walls, until it has decayed to a
// third.
template <class Def>
Decay decay_of_vortex(int dimensions, int particles, double nu, double reynolds) {
    constexpr double k = M_PI;
    const float depth = dimensions == 3 ? 0.2f : 0;
    Scene scene = box_scene<Def>(dimensions, {1, 1, depth}, {1, 1, depth}, particles);
    scene.domain.gravity = {0, 0, 0};
    def_of<Def>(scene).viscosity = static_cast<float>(nu);
    InitialParticles start = seed_particles(scene.domain, particles, 1, 1);
    for (size_t i = 0; i < start.position.size(); ++i)
        start.velocity[i] = static_cast<float>(reynolds * nu) * glm::vec3(vortex_mode(start.position[i]));
    Jobs jobs(2);
    const auto solver = make_solver(scene, jobs, &start);
    const double first = vortex_amplitude(solver->particles()), seconds = 1.1 / (2 * nu * k * k);
    Decay decay{};
    constexpr int steps = 60;
    for (int i = 0; i < steps; ++i) {
        solver->step(static_cast<float>(seconds / steps), {}, {});
        decay.substeps += solver->stats().substeps;
    }
    decay.rate = -std::log(vortex_amplitude(solver->particles()) / first) / 1.1;
    return decay;
}

template <class Def>
void expect_decay(const char* solver, int dimensions, int particles, double bar = 0.05) {
    for (const double nu : {1e-3, 0.1, 10.0}) {
        const Decay decay = decay_of_vortex<Def>(dimensions, particles, nu, 1);
        char viscosity[40];
        std::snprintf(viscosity, sizeof viscosity, ", nu = %g m2/s", nu);
        expect_figure({"decay of a slow vortex, its rate over 2 nu k^2",
                       solver_label(solver, dimensions, particles) + viscosity, "1", "U L / nu = 1"},
                      decay.rate, within(bar, 1));
        // Those of display steps; explicit viscosity would need about 250 in 2D. Sound needs more in thin water.
        EXPECT_TRUE(nu < 0.01 || decay.substeps <= 120) << decay.substeps << " sub-steps";
    }
}

TEST(ImplicitViscosity, SlowVortexDecaysAtTheRateOfItsViscosity) {
    expect_decay<WcsphDef>("wcsph", 2, 2500);
    expect_decay<WcsphDef>("wcsph", 3, 5000);
    expect_decay<PcisphDef>("pcisph", 2, 2500);
    expect_decay<PcisphDef>("pcisph", 3, 5000, 0.1);
}

// A column of honey (1 m2/s) that sinks on a no-slip floor for a second: the fall of its centre, in the step that
// explicit viscosity needs and in that of the implicit form.
template <class Def>
void expect_column_creeps(const char* solver, int dimensions, int particles, int explicit_substeps) {
    const float depth = dimensions == 3 ? 0.4f : 0;
    const auto fall_with = [&](int substeps) {
        Scene scene = box_scene<Def>(dimensions, {2, 1, depth}, {0.5f, 0.8f, depth}, particles);
        auto& def = def_of<Def>(scene);
        def.viscosity = 1, def.no_slip = 1, def.substeps = substeps;
        Jobs jobs(2);
        const auto made = make_solver(scene, jobs);
        const double before = mean_height(made->particles());
        run(*made, 1);
        EXPECT_EQ(made->stats().substeps == explicit_substeps, substeps > 0);
        return before - mean_height(made->particles());
    };
    expect_figure({"fall of a column of honey (1 m2/s) in a second, over that with explicit viscosity",
                   solver_label(solver, dimensions, particles), "1"},
                  fall_with(0) / fall_with(explicit_substeps), within(0.03, 1));
}

TEST(ImplicitViscosity, ColumnCreepsAsWithExplicitViscosity) {
    expect_column_creeps<WcsphDef>("wcsph", 2, 1000, 256);
    expect_column_creeps<PcisphDef>("pcisph", 2, 1000, 256);
    expect_column_creeps<WcsphDef>("wcsph", 3, 2000, 128);
    expect_column_creeps<PcisphDef>("pcisph", 3, 2000, 128);
}

TEST(ImplicitViscosity, FineColumnCreepsAsWithExplicitViscosity) {
    expect_column_creeps<PcisphDef>("pcisph", 2, 2500, 512);
}

template <class Def>
void expect_tar_keeps_momentum(const char* solver, int dimensions) {
    const float thickness = dimensions == 3 ? 1 : 0;
    Scene scene = box_scene<Def>(dimensions, {40, 40, 40 * thickness}, {1, 1, thickness}, 1000);
    def_of<Def>(scene).viscosity = 0.5f;
    const Drift drift = momentum_drift(scene);
    expect_figure({"momentum drift in 1,000 sub-steps without gravity and walls, of m v_rms",
                   solver_label(solver, dimensions) + ", implicit viscosity", "0"},
                  drift.momentum, at_most(1e-5));
}

TEST(ImplicitViscosity, KeepsMomentum) {
    for (const int dimensions : {2, 3}) {
        expect_tar_keeps_momentum<WcsphDef>("wcsph", dimensions);
        expect_tar_keeps_momentum<PcisphDef>("pcisph", dimensions);
    }
}

// Every scene at the largest viscosity: no more sub-steps than water, finite, and slower than a fall.
TEST(ImplicitViscosity, ScenesOfTarAreCalmAndAsCheapAsWater) {
    for (const char* name :
         {"dam-break", "dam-break-pcisph", "waterfall", "boats", "fountain", "honey-and-water", "oil-and-water"}) {
        double energy[2] = {};
        int substeps[2] = {};
        for (const bool tar : {false, true}) {
            Scene scene = scene_with(name, {{"particles", "1500"}});
            EXPECT_EQ(set_param(scene, "viscosity", tar ? "10" : "1e-4").status, SetResult::ok);
            for (const char* other : {"viscosity-2", "viscosity-3", "viscosity-4"})  // of mixtures
                set_param(scene, other, tar ? "10" : "1e-4");
            Jobs jobs(2);
            const auto solver = make_solver(scene, jobs);
            for (int i = 0; i < 60; ++i) {
                solver->step(display_step, {}, {});
                substeps[tar] += solver->stats().substeps;
                energy[tar] += static_cast<double>(solver->stats().kinetic_energy);
            }
            EXPECT_TRUE(solver->stats().finite) << name;
            EXPECT_LT(solver->stats().max_speed, tar ? 6.0f : 20.0f) << name;
        }
        expect_figure(
            {"kinetic energy of tar (10 m2/s) in the first second of a scene, of that of water", name, "below 1"},
            energy[1] / energy[0], at_most(1.01));
        EXPECT_LE(substeps[1], 3 * substeps[0]) << name;
    }
}

TEST(ImplicitViscosity, GivesTheSameBitsForAnyNumberOfWorkers) {
    for (const char* name : {"boats", "dam-break-pcisph", "honey-and-water"})
        expect_same_bits(scene_with(name, {{"particles", "1200"}, {"viscosity", "3"}}), name, 0.1f);
}

}  // namespace
}  // namespace slosh::physics::implicit_viscosity_test
