#include "solvers/mueller/mueller_sph.h"

#include <gtest/gtest.h>

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

}  // namespace
}  // namespace slosh::mueller_sph_test
