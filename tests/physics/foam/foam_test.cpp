// Spray, foam and bubbles: an impact generates them, a fluid at rest has none.
#include "foam/foam_step.h"

#include <gtest/gtest.h>

#include <cstdio>

#include "solvers/flip/flip.h"
#include "support/figure.h"
#include "support/water.h"

namespace slosh::physics::foam_test {
namespace {

// Maximum numbers at a time.
struct MaxCounts {
    int spray = 0, foam = 0, bubbles = 0;
};

MaxCounts run_with_foam(Solver& solver, DiffuseParticles& diffuse, const Scene& scene, float seconds, Jobs& jobs) {
    MaxCounts max;
    for (int i = 0; i < static_cast<int>(seconds * 60); ++i) {
        solver.step(display_step, {}, {});
        advance_foam(diffuse, scene.diffuse, solver.particles(),
                     {.walls = scene.domain.walls, .gravity = scene.domain.gravity}, display_step, jobs);
        const std::array<int, 3> now = count_kinds(diffuse.view());
        max = {std::max(max.spray, now[0]), std::max(max.foam, now[1]), std::max(max.bubbles, now[2])};
    }
    return max;
}

TEST(FoamPhysics, SplashMakesFoamAndFluidAtRestNone) {
    Scene scene = *find_scene("flip-double-splash");
    def_of<FlipDef>(scene).particles = 12000;
    scene.diffuse.budget = 20000;
    Jobs jobs(1);
    const auto solver = make_solver(scene, jobs);
    DiffuseParticles diffuse;
    const MaxCounts before = run_with_foam(*solver, diffuse, scene, 0.1f, jobs);
    const MaxCounts impact = run_with_foam(*solver, diffuse, scene, 1.4f, jobs);
    EXPECT_LT(before.spray + before.foam, 20) << "nearly none before the impact";
    expect_figure({"spray of two columns that meet, most at a time", "flip, 12,000 particles", "some"}, impact.spray,
                  at_least(200));
    expect_figure({"foam of two columns that meet, most at a time", "flip, 12,000 particles", "some"}, impact.foam,
                  at_least(1000));
    def_of<FlipDef>(scene).flip = 0;  // pure PIC damps the waves, which FLIP keeps for minutes
    set_parameters(*solver, scene);
    run_with_foam(*solver, diffuse, scene, 12, jobs);
    const MaxCounts rest = run_with_foam(*solver, diffuse, scene, 1, jobs);
    expect_figure({"diffuse particles on water that has come to rest", "flip, 12,000 particles", "0"},
                  rest.spray + rest.foam + rest.bubbles, at_most(0));
}

TEST(FoamPhysics, DamBreakOfSphMakesFoam) {
    Scene scene = *find_scene("dam-break-3d");
    scene.diffuse.budget = 20000;
    Jobs jobs(1);
    const auto solver = make_solver(scene, jobs);
    DiffuseParticles diffuse;
    const MaxCounts max = run_with_foam(*solver, diffuse, scene, 1.2f, jobs);
    expect_figure({"spray of a dam break, most at a time", "wcsph, 6,480 particles", "some"}, max.spray, at_least(50));
    expect_figure({"foam of a dam break, most at a time", "wcsph, 6,480 particles", "some"}, max.foam, at_least(300));
}

}  // namespace
}  // namespace slosh::physics::foam_test
