#include "app/simulation.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "analysis/stats.h"
#include "app/state/comparison.h"

namespace slosh::simulation_test {
namespace {

constexpr float dt = 1 / 60.0f;

Settings settings_of(const char* scene, const char* particles) {
    Settings settings = Settings::of(*find_scene(scene));
    EXPECT_EQ(set_param(settings, "particles", particles).status, SetResult::ok);
    return settings;
}

// Far beyond what the explicit solver can integrate in one sub-step.
Settings unstable_settings() {
    Settings settings = settings_of("dam-break", "900");
    for (const auto& [key, value] : {std::pair<const char*, const char*>{"sound-speed", "1000"}, {"substeps", "1"}})
        EXPECT_EQ(set_param(settings, key, value).status, SetResult::ok);
    return settings;
}

// A split view: two simulations in turn give the states that each has alone.
TEST(Simulation, TwoSimulationsSideBySideAreIndependent) {
    struct Case {
        const char *scene, *text;
    };
    for (const Case& c : {Case{"flip-dam-break", "preconditioner:none"}, Case{"flip-dam-break", "particles:1500"},
                          Case{"dam-break", "viscosity:0.2"}, Case{"blobs", "gravity-y=-3"}}) {
        Jobs jobs(2);
        const GravityTilt tilt;
        Simulation sides[2];
        std::unique_ptr<Solver> alone[2];
        for (int i = 0; i < 2; ++i) {
            Settings settings = settings_of(c.scene, "900");
            if (i == 1) apply_comparison(c.text, settings);
            alone[i] = make_solver(settings.scene, jobs);
            sides[i].settings() = settings;
            EXPECT_FALSE(sides[i].is_running());
            sides[i].start(tilt, jobs);
            EXPECT_TRUE(sides[i].is_running());
        }
        for (int step = 0; step < 6; ++step)
            for (int i = 0; i < 2; ++i) {
                EXPECT_FALSE(sides[i].step(dt, {}, {}, tilt, jobs));
                alone[i]->step(dt, {}, {});
            }
        for (int i = 0; i < 2; ++i) {
            EXPECT_EQ(state_hash(sides[i].particles()), state_hash(alone[i]->particles())) << c.text;
            EXPECT_EQ(sides[i].steps(), 6);
        }
        EXPECT_NE(state_hash(sides[0].particles()), state_hash(sides[1].particles())) << c.text;
    }
}

TEST(Simulation, AppliesSettingsAndGravityBeforeAStep) {
    Jobs jobs(1);
    GravityTilt tilt;
    Simulation changed, tilted;
    std::unique_ptr<Solver> expected[2];
    for (Simulation* simulation : {&changed, &tilted}) {
        simulation->settings() = settings_of("dam-break", "900");
        expected[simulation == &tilted] = make_solver(simulation->settings().scene, jobs);
        simulation->start(tilt, jobs);
    }
    ASSERT_EQ(set_param(changed.settings(), "viscosity", "0.3").status, SetResult::ok);
    changed.mark_changed();
    changed.apply_changed_settings(tilt);
    set_parameters(*expected[0], changed.settings().scene);
    Scene scene = tilted.settings().scene;
    const GravityTilt level = tilt;
    tilt.press(1);
    scene.domain.gravity = tilt.apply(scene.domain.gravity);
    set_parameters(*expected[1], scene);
    tilted.apply_changed_settings(tilt);
    for (int i = 0; i < 4; ++i) {
        changed.step(dt, {}, {}, level, jobs);
        expected[0]->step(dt, {}, {});
        tilted.step(dt, {}, {}, tilt, jobs);
        expected[1]->step(dt, {}, {});
    }
    EXPECT_EQ(state_hash(changed.particles()), state_hash(expected[0]->particles()));
    EXPECT_EQ(state_hash(tilted.particles()), state_hash(expected[1]->particles()));
}

TEST(Simulation, AfterAnInstabilityKeepsTheSnapshotAndTakesNoStepsUntilRestarted) {
    Jobs jobs(1);
    const GravityTilt tilt;
    Simulation simulation;
    simulation.settings() = unstable_settings();
    simulation.start(tilt, jobs);
    bool failed = false;
    uint64_t saved = 0;
    for (int i = 0; i < 100 && !failed; ++i) {
        saved = state_hash(simulation.particles());
        simulation.save_particles();
        failed = simulation.step(dt, {}, {}, tilt, jobs);
    }
    ASSERT_TRUE(failed);
    EXPECT_TRUE(simulation.failed());
    EXPECT_EQ(state_hash(simulation.particles()), saved);
    const int64_t steps = simulation.steps();
    simulation.save_particles();
    EXPECT_FALSE(simulation.step(dt, {}, {}, tilt, jobs)) << "reported once";
    EXPECT_EQ(simulation.steps(), steps);
    EXPECT_EQ(state_hash(simulation.particles()), saved);
    simulation.start(tilt, jobs);
    EXPECT_FALSE(simulation.failed());
    EXPECT_EQ(simulation.steps(), 0);
}

// Particles on a GPU come back late, and are looked at now and then: also where the frames' steps skip any multiple.
TEST(Simulation, AnInstabilityOnTheGpuIsFoundAtAnyStepsPerFrame) {
    // A solver of the CPU in its place.
    struct Gpu final : GpuPart {
        std::unique_ptr<Solver> make_solver(const Settings&, const Scene& scene, const InitialParticles* from,
                                            Jobs& jobs, std::string&) override {
            return slosh::make_solver(scene, jobs, from);
        }
        std::string why_stop(const Settings&, bool) const override { return ""; }
        void block() override {}
        void allow() override {}
        bool is_behind(bool) const override { return false; }
        bool measure(const Settings&, double, bool) override { return false; }
        double step_ms() const override { return 0; }
        std::string_view adapter() const override { return ""; }
    } gpu;
    Jobs jobs(1);
    const GravityTilt tilt;
    for (const int steps_per_frame : {1, 2, 3}) {
        Simulation simulation;
        simulation.settings() = unstable_settings();
        simulation.start(tilt, jobs, nullptr, &gpu);
        ASSERT_TRUE(simulation.on_gpu());
        simulation.save_particles();
        simulation.step(dt, {}, {}, tilt, jobs);  // the first frame has one
        while (!simulation.failed() && simulation.steps() < 200) {
            simulation.save_particles();
            for (int i = 0; i < steps_per_frame; ++i) simulation.step(dt, {}, {}, tilt, jobs);
        }
        EXPECT_TRUE(simulation.failed()) << steps_per_frame << " steps a frame";
        for (const float x : simulation.particles().x) EXPECT_TRUE(std::isfinite(x));
    }
}

TEST(Simulation, FoamInA3dSceneRequiresABudget) {
    Jobs jobs(1);
    const GravityTilt tilt;
    for (const bool has_budget : {false, true}) {
        Simulation simulation;
        simulation.settings() = settings_of("dam-break-3d", "2000");
        simulation.settings().scene.diffuse.budget = has_budget ? 1000 : 0;
        simulation.start(tilt, jobs);
        for (int i = 0; i < 40; ++i) simulation.step(dt, {}, {}, tilt, jobs);
        EXPECT_EQ(simulation.foam().count > 0, has_budget);
        EXPECT_EQ(simulation.foam_ms() > 0, has_budget);
    }
}

}  // namespace
}  // namespace slosh::simulation_test
