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

}  // namespace
}  // namespace slosh::mueller_sph_test
