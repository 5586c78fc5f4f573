// The sub-steps that WCSPH chooses keep every viscosity of its range in control, with both integrators.
#include <gtest/gtest.h>

#include <cstdio>

#include "scenes/scenes.h"
#include "settings/settings.h"
#include "solver/solver.h"
#include "sph/time_step.h"
#include "support/case_name.h"
#include "support/guarded_run.h"

namespace slosh::time_step_test {
namespace {

struct Strong {
    const char *scene, *particles, *integrator, *key, *value;
};

class WcsphViscosityLimit : public testing::TestWithParam<Strong> {};

TEST_P(WcsphViscosityLimit, StrongViscosityStaysInControl) {
    const auto& [name, particles, integrator, key, value] = GetParam();
    Settings settings = Settings::of(*find_scene(name));
    for (const auto& [k, v] : {std::pair("particles", particles), {"integrator", integrator}, {key, value}})
        ASSERT_EQ(set_param(settings, k, v).status, SetResult::ok) << k;
    Jobs jobs(2);
    const auto solver = make_solver(settings.scene, jobs);
    const Instability found = guarded_run(settings.scene, *solver, 60, jobs);
    EXPECT_FALSE(found) << solver->stats().max_speed << " m/s";
}

constexpr const char* alpha = "artificial-viscosity";
INSTANTIATE_TEST_SUITE_P(Scenes, WcsphViscosityLimit,
                         testing::Values(Strong{"tank-3d", "600", "leapfrog", alpha, "1"},
                                         Strong{"dam-break-3d", "3000", "leapfrog", alpha, "1"},
                                         Strong{"dam-break", "2000", "leapfrog", alpha, "1"},
                                         Strong{"fountain", "600", "leapfrog", alpha, "1"},
                                         Strong{"fountain", "1500", "euler", alpha, "0.7"},
                                         Strong{"honey-and-water", "1500", "leapfrog", alpha, "1"},
                                         Strong{"honey-and-water", "1500", "euler", alpha, "0.1"},
                                         Strong{"honey-and-water", "3000", "euler", "viscosity-4", "0.12"}),
                         [](const auto& each) { return scene_case_name(each); });

// Sound in a phase of a thousandth of the density is 32 times as fast: it must not need more sub-steps than there are.
TEST(WcsphTimeStep, SoundOfALightPhaseIsResolved) {
    Settings settings = Settings::of(*find_scene("oil-and-water"));
    for (const auto& [k, v] : {std::pair("particles", "1500"), {"rest-density-4", "1"}})
        ASSERT_EQ(set_param(settings, k, v).status, SetResult::ok) << k;
    Jobs jobs(2);
    const auto solver = make_solver(settings.scene, jobs);
    const Instability found = guarded_run(settings.scene, *solver, 5, jobs);
    std::printf("%d sub-steps\n", solver->stats().substeps);
    EXPECT_FALSE(found);
    EXPECT_LT(solver->stats().substeps, 0.9 * sph::max_substeps);
}

}  // namespace
}  // namespace slosh::time_step_test
