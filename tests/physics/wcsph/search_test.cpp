// Neighbour search of the SPH solvers: steps allocate nothing, cell grid and hash grid give the same fluid.
#include <gtest/gtest.h>

#include <cstdio>
#include <string_view>

#include "solvers/wcsph/wcsph.h"
#include "support/allocations.h"
#include "support/scenes.h"

namespace slosh::physics::wcsph_search_test {
namespace {

Scene scene_with_search(std::string_view name, WcsphDef::Search search) {
    Scene scene = *find_scene(name);
    if (WcsphDef* def = std::get_if<WcsphDef>(&scene.solver)) {
        def->search = search;
        def->particles = 2000;
    } else {
        def_of<MuellerSphDef>(scene).particles = 3000;
    }
    return scene;
}

// Steps only: Jobs::sum_range and the measurements, which no step calls, allocate.
TEST(WcsphSearch, StepsAllocateNothing) {
    for (const std::string_view name : {"dam-break", "tank-3d", "curl-disc"})
        for (const WcsphDef::Search search : {WcsphDef::Search::dense, WcsphDef::Search::hash}) {
            if (name == "curl-disc" && search == WcsphDef::Search::hash) continue;
            Jobs jobs(1);
            const auto solver = make_solver(scene_with_search(name, search), jobs);
            for (int i = 0; i < 30; ++i) solver->step(display_step, {}, {});
            const uint64_t before = allocations();
            for (int i = 0; i < 30; ++i) solver->step(display_step, {}, {});
            const int allocated = static_cast<int>(allocations() - before);
            std::printf("%s%s: %d allocations in 30 steps\n", name.data(),
                        search == WcsphDef::Search::hash ? ", hash" : "", allocated);
            EXPECT_EQ(allocated, 0);
        }
}

// Another order of the particles rounds sums differently. Compared before the flow is turbulent.
TEST(WcsphSearch, CellGridAndHashGridGiveTheSameFluid) {
    for (const std::string_view name : {"dam-break", "tank-3d"}) {
        double energy[2], height[2];
        for (const WcsphDef::Search search : {WcsphDef::Search::dense, WcsphDef::Search::hash}) {
            Jobs jobs(1);
            const auto solver = make_solver(scene_with_search(name, search), jobs);
            run(*solver, 0.25f);
            energy[static_cast<size_t>(search)] = solver->stats().kinetic_energy;
            height[static_cast<size_t>(search)] = 0;
            for (const float y : solver->particles().y) height[static_cast<size_t>(search)] += static_cast<double>(y);
        }
        std::printf("%s: kinetic energy %.6g by cells, %.6g by hash\n", name.data(), energy[0], energy[1]);
        EXPECT_NEAR(energy[1] / energy[0], 1, 1e-3);
        EXPECT_NEAR(height[1] / height[0], 1, 1e-3);
    }
}

}  // namespace
}  // namespace slosh::physics::wcsph_search_test
