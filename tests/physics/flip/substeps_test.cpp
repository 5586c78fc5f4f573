// PIC/FLIP with far more sub-steps than the solver would choose.
#include <gtest/gtest.h>

#include "solvers/flip/flip.h"
#include "support/figure.h"
#include "support/guarded_run.h"
#include "support/scenes.h"

namespace slosh::physics::substeps_test {
namespace {

// What a sub-step adds must get smaller with it. The change of the velocity that stops fluid at a wall does not: drawn
// out into the air, it threw particles until the guard ended the run.
TEST(FlipSubsteps, SixtyFourGainNoEnergy) {
    for (const char* name : {"flip-block", "flip-dam-break", "flip-double-splash", "flip-obstacles"}) {
        const Scene scene = scene_with(name, {{"particles", "1500"}, {"substeps", "64"}});
        Jobs jobs(1);
        const auto solver = make_solver(scene, jobs);
        double excess = 0;
        EXPECT_FALSE(guarded_run(scene, *solver, 180, jobs, &excess)) << name;
        expect_figure({"64 sub-steps: energy gained, of the scale of the guard", name, "0"}, excess, at_most(0.025));
    }
}

}  // namespace
}  // namespace slosh::physics::substeps_test
