#include "solvers/wcsph/forces.h"

#include <gtest/gtest.h>

#include "support/scenes.h"

namespace slosh::forces_test {
namespace {

// Between two steps one fluid becomes two phases, and a body makes the forces invalid: they are computed before the
// next step chooses between explicit and implicit viscosity.
TEST(WcsphForces, OfNewPhasesWithImplicitViscosity) {
    Scene scene = scene_with("oil-and-water", {{"particles", "600"},
                                               {"viscosity", "1"},
                                               {"viscosity-4", "0"},
                                               {"rest-density-4", "0"},
                                               {"interface-tension", "0"}});
    Jobs jobs(1);
    const auto solver = make_solver(scene, jobs);
    for (int i = 0; i < 3; ++i) solver->step(display_step, {}, {});
    ASSERT_GT(solver->stats().iterations, 0) << "viscosity is implicit";
    ASSERT_EQ(set_param(scene, "interface-tension", "1").status, SetResult::ok);
    set_parameters(*solver, scene);
    ASSERT_TRUE(solver->add_body(scene.drop.body()).accepted);
    for (int i = 0; i < 3; ++i) solver->step(display_step, {}, {});
    EXPECT_TRUE(solver->stats().finite);
}

}  // namespace
}  // namespace slosh::forces_test
