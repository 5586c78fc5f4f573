// Inflow and outflow of double density relaxation: flux, rest, budget, springs, allocations. Every test prints its
// figure. Lengths are those of the scenes of blobs (u).
#include <gtest/gtest.h>

#include <algorithm>

#include "support/measures.h"
#include "support/pouring.h"

namespace slosh::physics::blobs_pouring_test {
namespace {

// A tank without fluid that 3,000 particles fill to a third.
Scene empty_box() {
    Scene scene = empty_tank<DoubleDensityDef>(2, {40, 40, 0}, 533, 3000);
    scene.domain.gravity = {0, -35, 0};
    scene.domain.emitters = {{.centre = {20, 39, 0}, .direction = {0, -1, 0}, .width = 3, .speed = 20}};
    return scene;
}

TEST(BlobsPouring, FluxIsWidthTimesSpeedAndTheJetFallsFreely) {
    Scene scene = empty_box();
    Jobs jobs(1);
    const auto solver = make_solver(scene, jobs);
    EXPECT_EQ(solver->particles().count, 0);
    constexpr double seconds = 0.75;
    run(*solver, static_cast<float>(seconds));
    const ParticleView p = solver->particles();
    const double area = 4.0 * static_cast<double>(p.radius) * static_cast<double>(p.radius);
    const double flux = p.count * area / (3 * 20 * seconds);
    // The first row left at the start.
    const double lowest = *std::min_element(p.y.begin(), p.y.end());
    const double expected = 39 - 20 * seconds - 0.5 * 35 * seconds * seconds;
    double widest = 0;
    for (const float x : p.x) widest = std::max(widest, std::abs(static_cast<double>(x) - 20));
    std::printf("flux %.4f of width x speed; front at %.2f, in free fall %.2f; half width %.2f of 1.5\n", flux, lowest,
                expected, widest);
    EXPECT_NEAR(flux, 1, 0.03);
    EXPECT_NEAR(lowest, expected, 0.03 * (39 - expected));
    EXPECT_LT(widest, 1.5 * 1.3);
}

TEST(BlobsPouring, FilledTankComesToTheLevelOfTheSameFluidAtTheStart) {
    const auto level_after = [](Scene scene, float seconds) {
        Jobs jobs(1);
        const auto solver = make_solver(scene, jobs);
        run(*solver, seconds);
        double height = 0;
        for (int s = 0; s < 60; ++s) {
            solver->step(display_step, {}, {});
            height += mean_height(solver->particles()) / 60;
        }
        EXPECT_EQ(solver->particles().count, 3000);
        return height;
    };
    Scene poured = empty_box();
    def_of<DoubleDensityDef>(poured).budget.when_full = WhenFull::stop;
    Scene filled = poured;
    filled.domain.emitters.clear(), filled.domain.inflow_volume = 0;
    filled.domain.fluid = {fluid_box({0, 0, 0}, {40, 533.0f / 40, 0})};
    const double after_pouring = level_after(poured, 20), from_the_start = level_after(filled, 20);
    std::printf("mean height of 3,000 particles: poured %.3f, from the start %.3f u\n", after_pouring, from_the_start);
    EXPECT_NEAR(after_pouring, from_the_start, 0.02 * from_the_start);
}

// A jet and a drain in the floor, in both modes of the relaxation and with springs.
TEST(BlobsPouring, StaysWithinTheBudgetAndNeverReusesAnId) {
    for (const char* mode : {"parallel", "sequential"})
        for (const WhenFull when_full : {WhenFull::stop, WhenFull::recycle})
            for (const float springs : {0.0f, 2000.0f}) {
                Scene scene = empty_box();
                ASSERT_EQ(set_param(scene, "mode", mode).status, SetResult::ok);
                auto& def = def_of<DoubleDensityDef>(scene);
                def.budget.when_full = when_full, def.spring_stiffness = springs;
                def.particles = 600;
                scene.domain.inflow_volume = 50;
                scene.domain.emitters[0].speed = 40;
                scene.domain.fluid = {fluid_box({0, 0, 0}, {40, 8, 0})};
                scene.domain.drains = {{Shape::box, {20, 0, 0}, {0.4f, 0.4f, 0}}};
                Jobs jobs(1);
                const auto solver = make_solver(scene, jobs);
                uint32_t newest = 0;
                int most = 0;
                std::set<uint32_t> known;
                for (int s = 0; s < 240; ++s) {
                    solver->step(display_step, {}, {});
                    const ParticleView p = solver->particles();
                    std::set<uint32_t> now;
                    for (size_t i = 0; i < static_cast<size_t>(p.count); ++i) {
                        EXPECT_TRUE(now.insert(p.id[i]).second) << "an id twice";
                        EXPECT_TRUE(s == 0 || p.id[i] > newest || known.contains(p.id[i])) << "an id is reused";
                        EXPECT_TRUE(std::isfinite(p.x[i] + p.vx[i] + p.density[i]));
                    }
                    known = now, newest = std::max(newest, *now.rbegin()), most = std::max(most, p.count);
                }
                const Stats stats = solver->stats();
                std::printf("%s, %s, springs %.0f: at most %d particles, %d now, %u ids; fastest %.1f u/s\n", mode,
                            when_full == WhenFull::stop ? "stop" : "recycle", static_cast<double>(springs), most,
                            stats.particles, newest + 1, static_cast<double>(stats.max_speed));
                EXPECT_LE(most, 600);
                EXPECT_GT(most, 590);
                EXPECT_GT(newest, 600u) << "places are used again";
                // In free fall from the nozzle to the floor 66 u/s; a spring that breaks gives back what it held.
                EXPECT_LT(stats.max_speed, springs > 0 ? 260 : 130);
            }
}

TEST(BlobsPouring, StepsAllocateNothing) {
    Scene scene = empty_box();
    scene.domain.fluid = {fluid_box({0, 0, 0}, {2, 2, 0})};
    def_of<DoubleDensityDef>(scene).linear_viscosity = 5;
    expect_no_allocation(scene, "blobs", 4);
}

TEST(BlobsPouring, SameBitsForAnyNumberOfWorkers) {
    Scene scene = empty_box();
    def_of<DoubleDensityDef>(scene).spring_stiffness = 500;
    expect_same_bits(scene, "blobs", 1.5f);
}

TEST(BlobsPouring, PointerPoursIntoEveryScene) {
    for (const char* name : {"blobs", "honey", "jelly", "dam-break-blobs"}) {
        Scene scene = scene_with(name, {});
        def_of<DoubleDensityDef>(scene).budget.max_particles = scene.solver.particles() + 300;
        Jobs jobs(1);
        const auto solver = make_solver(scene, jobs);
        const int started = solver->particles().count;
        const Emitter jet = scene.pour.at({0, scene.domain.walls.half.y - 3, 0}, {0, -1, 0}, scene.solver.kinds());
        for (int s = 0; s < 40; ++s) {
            EXPECT_EQ(solver->set_user_emitters({&jet, 1}).warning, "");
            solver->step(display_step, {}, {});
        }
        const int poured = solver->particles().count - started;
        std::printf("%s: %d poured in 40 steps\n", name, poured);
        EXPECT_GT(poured, 40);
        solver->set_user_emitters({});
        solver->step(display_step, {}, {});
        EXPECT_EQ(solver->particles().count, started + poured);
    }
}

}  // namespace
}  // namespace slosh::physics::blobs_pouring_test
