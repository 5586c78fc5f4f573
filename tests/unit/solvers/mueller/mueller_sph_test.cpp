#include "solvers/mueller/mueller_sph.h"

#include <gtest/gtest.h>

#include "support/guarded_run.h"
#include "support/scenes.h"

namespace slosh::mueller_sph_test {
namespace {

TEST(MuellerSph, ParticleLifeTakesNoPouredFluid) {
    Jobs jobs(1);
    const auto solver = make_solver(scene_with("microbes", {{"particles", "300"}}), jobs);
    const Emitter can{.centre = {0, 0, 0}, .direction = {0, -1, 0}, .width = 0.1f, .speed = 1};
    const Outcome outcome = solver->set_user_emitters({&can, 1});
    EXPECT_FALSE(outcome.accepted);
    EXPECT_EQ(outcome.warning, "pouring is not available in scenes with particle life");
    const int before = solver->particles().count;
    for (int i = 0; i < 5; ++i) solver->step(display_step, {}, {});
    EXPECT_EQ(solver->particles().count, before);
}

// Drag takes what the life before has left; forces that went on would not let the fluid come to rest.
TEST(MuellerSph, ParticleLifeLeavesNoForcesWhenItEnds) {
    Jobs jobs(1);
    Scene scene = scene_with("microbes", {{"particles", "300"}, {"drag", "100"}, {"life-strength", "10000"}});
    const auto solver = make_solver(scene, jobs);
    run(*solver, 0.1f);
    def_of<MuellerSphDef>(scene).life.species = 0;
    set_parameters(*solver, scene.solver, scene.domain);
    solver->step(0.5f, {}, {});
    EXPECT_LT(solver->stats().max_speed, 1);
}

// The start is uneven. What stiff fluid gains from that is no instability: any number of sub-steps gives the same.
TEST(MuellerSph, StiffFluidMayGainWhatItsStartIsCompressedBy) {
    Jobs jobs(1);
    double energy[2];
    for (const int k : {0, 1}) {
        const Scene scene =
            scene_with("curl-disc", {{"particles", "2000"}, {"stiffness", "1e6"}, {"substeps", k ? "40" : "0"}});
        const auto solver = make_solver(scene, jobs);
        const Instability found = guarded_run(scene, *solver, 60, jobs);
        EXPECT_FALSE(found) << describe(found, "u");
        energy[k] = solver->stats().kinetic_energy;
    }
    EXPECT_NEAR(energy[1] / energy[0], 1, 0.1);
}

}  // namespace
}  // namespace slosh::mueller_sph_test
