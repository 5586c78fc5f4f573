// Inflow and outflow of WCSPH: flux, density at rest, allocations. Every test prints its figure.
#include <gtest/gtest.h>

#include "solvers/wcsph/wcsph.h"
#include "support/jet.h"
#include "support/pouring.h"

namespace slosh::physics::wcsph_pouring_test {
namespace {

class WcsphPouredFlux : public ::testing::TestWithParam<int> {};

TEST_P(WcsphPouredFlux, IsWidthTimesSpeedTimesDensity) {
    const Poured poured = pour_down<WcsphDef>(GetParam());
    EXPECT_NEAR(poured.flux, 1, 0.03);
    EXPECT_NEAR(poured.flux_below, 1, 0.03);
}

TEST_P(WcsphPouredFlux, FallsFreelyInAnyDirection) { expect_jets_to_fall_freely<WcsphDef>("wcsph", GetParam()); }

INSTANTIATE_TEST_SUITE_P(Dimensions, WcsphPouredFlux, ::testing::Values(2, 3));

TEST(WcsphPouring, FilledBasinComesToRestAtTheRestDensity) { EXPECT_LT(fill_basin(WcsphDef{}), 0.02); }

TEST(WcsphPouring, StaysWithinTheBudgetAndNeverReusesAnId) {
    for (const WhenFull when_full : {WhenFull::stop, WhenFull::recycle}) expect_within_budget<WcsphDef>(when_full);
}

Scene recirculating_wcsph(const char* search) {
    Scene scene = recirculating_tank<WcsphDef>(2, WhenFull::recycle);
    EXPECT_EQ(set_param(scene, "search", search).status, SetResult::ok);
    return scene;
}

TEST(WcsphPouring, StepsAllocateNothing) {
    for (const char* search : {"dense", "hash"}) {
        Scene scene = recirculating_wcsph(search);
        scene.domain.fluid.clear();
        scene.domain.inflow_volume = 0.35f;
        expect_no_allocation(scene, search, 4);
    }
}

TEST(WcsphPouring, PointerPoursIntoAnyWaterScene) {
    for (const char* name : {"dam-break", "tank-3d"}) {
        Scene scene = scene_with(name, {});
        def_of<WcsphDef>(scene).budget.max_particles = scene.solver.particles() + 300;
        expect_user_emitter_pours(scene);
    }
}

// The recycled particles equal the inflow: the number of particles and their mean height are constant, and no particle
// is inside the foot of the fountain. Within half a second the height changes by up to 0.08 m.
TEST(WcsphPouring, FountainIsSteady) {
    const Scene scene = scene_with("fountain", {});
    Jobs jobs(1);
    const auto solver = make_solver(scene, jobs);
    run(*solver, 2.5f);
    double height[2] = {0, 0};
    int min_count = 1 << 30, max_count = 0;
    constexpr int half = 180;  // steps
    for (int s = 0; s < 2 * half; ++s) {
        solver->step(display_step, {}, {});
        const ParticleView p = solver->particles();
        min_count = std::min(min_count, p.count);
        max_count = std::max(max_count, p.count);
        for (const float y : p.y) height[s / half] += static_cast<double>(y) / p.count / half;
    }
    const ParticleView p = solver->particles();
    float top = -1;
    for (size_t i = 0; i < static_cast<size_t>(p.count); ++i) {
        top = std::max(top, p.y[i]);
        glm::vec3 outwards;
        const Body& foot = p.bodies[0];
        EXPECT_GT(foot.distance(foot.to_local({p.x[i], p.y[i], 0}), 2, outwards), -2 * p.radius) << "in the foot";
    }
    std::printf("%d to %d of %d particles, mean height %.3f and %.3f m, highest %.2f m\n", min_count, max_count,
                scene.solver.particles(), height[0], height[1], static_cast<double>(top));
    EXPECT_GT(min_count, 0.93 * scene.solver.particles());
    EXPECT_NEAR(height[0], height[1], 0.03);
    EXPECT_GT(top, 0.2f) << "the jet rises";
}

TEST(WcsphPouring, WaterfallDrainsAtTheBottomAndIsRecycled) {
    const Scene scene = scene_with("waterfall", {});
    Jobs jobs(1);
    const auto solver = make_solver(scene, jobs);
    const int started = solver->particles().count;
    uint32_t max_id = 0;
    run(*solver, 3.5f);
    const ParticleView p = solver->particles();
    float lowest = 0;
    for (size_t i = 0; i < static_cast<size_t>(p.count); ++i) {
        max_id = std::max(max_id, p.id[i]);
        lowest = std::min(lowest, p.y[i]);
    }
    const int drained = static_cast<int>(max_id) + 1 - p.count;
    std::printf("%d at the start, %u emitted, %d drained, lowest at %.2f m\n", started, max_id + 1 - started, drained,
                static_cast<double>(lowest));
    EXPECT_GT(drained, 50);
    EXPECT_GT(p.count, started);
    EXPECT_GT(lowest, -1.8f) << "the drain begins at -1.7 m and removes once a step, in which a particle falls 0.08 m";
}

// Rows that are still in the inlet zone fall onto the ledge when they are far apart. Pressed into it, they would be
// thrown over the wall behind the nozzle.
TEST(WcsphPouring, WaterfallOfFewParticlesStaysOnItsLedges) {
    for (const char* particles : {"150", "200", "300"}) {
        const Scene scene = scene_with("waterfall", {{"particles", particles}});
        Jobs jobs(1);
        const auto solver = make_solver(scene, jobs);
        float highest = -1e9f;  // where the particle's energy would take it, m
        for (int step = 0; step < 600; ++step) {
            solver->step(1.0f / 60, {}, {});
            const ParticleView p = solver->particles();
            for (size_t i = 0; i < static_cast<size_t>(p.count); ++i)
                highest = std::max(highest, p.y[i] + (p.vx[i] * p.vx[i] + p.vy[i] * p.vy[i]) / (2 * 9.81f));
        }
        std::printf("%s particles: energy for a height of %.2f m at most\n", particles, static_cast<double>(highest));
        // At the upper edge of the nozzle it is 0.875 m, and its speed adds 0.06 m.
        EXPECT_LT(highest, 1.3f) << particles << " particles";
    }
}

}  // namespace
}  // namespace slosh::physics::wcsph_pouring_test
