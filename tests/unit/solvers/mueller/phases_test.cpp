// Kinds of fluid in Mueller SPH.
#include "solvers/mueller/phases.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "support/scenes.h"

namespace slosh::mueller_phases_test {
namespace {

int substeps_with(const char* scene, const char* key, const char* value) {
    const Scene changed = scene_with(scene, {{"particles", "1000"}, {key, value}});
    Jobs jobs(1);
    const std::unique_ptr<Solver> solver = make_solver(changed, jobs);
    solver->step(display_step, {}, {});
    return solver->stats().substeps;
}

TEST(MuellerPhaseTable, AbsentPhasesDoNotShortenTheTimeStep) {
    const struct {
        const char *scene, *present;
        std::vector<const char*> absent;
    } cases[] = {{"curl-disc", "viscosity-2", {"viscosity", "viscosity-3", "viscosity-4"}},
                 {"microbes", "viscosity", {"viscosity-2", "viscosity-3", "viscosity-4"}}};  // species are one phase
    for (const auto& [scene, present, absent] : cases) {
        const int before = substeps_with(scene, present, "1");
        for (const char* key : absent) EXPECT_EQ(substeps_with(scene, key, "100"), before) << scene << " " << key;
        EXPECT_GT(substeps_with(scene, present, "100"), 5 * before) << scene;
    }
}

}  // namespace
}  // namespace slosh::mueller_phases_test
