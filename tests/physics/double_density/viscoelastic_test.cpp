// Viscosity, springs and stickiness of Clavet et al.: off by default; each has its documented effect.
#include <gtest/gtest.h>

#include "base/random.h"
#include "support/scenes.h"

namespace slosh::physics::viscoelastic_test {
namespace {

// Remaining fraction of the kinetic energy of a free disc without pressure, after a start with random velocities.
double energy_left(const char* viscosity, int frames) {
    Scene scene = scene_with("blobs", {{"gravity-y", "0"},
                                       {"particles", "800"},
                                       {"damping", "0"},
                                       {"stiffness", "0"},
                                       {"near-stiffness", "0"},
                                       {"linear-viscosity", viscosity}});
    scene.domain.walls.half = {500, 500, 0};
    InitialParticles start = seed_particles(scene.domain, 800, 3, 1);
    Random random(3);
    for (glm::vec3& v : start.velocity) v = {random.uniform(-5, 5), random.uniform(-5, 5), 0};
    Jobs jobs(1);
    const auto solver = make_solver(scene, jobs, &start);
    const double before = solver->stats().kinetic_energy;
    for (int i = 0; i < frames; ++i) solver->step(display_step, {}, {});
    return solver->stats().kinetic_energy / before;
}

TEST(DoubleDensityViscosity, EnergyDecreasesWithViscosityWithoutOvershoot) {
    const double none = energy_left("0", 30), some = energy_left("5", 30), much = energy_left("200", 30);
    std::printf("energy left after half a second: sigma 0: %.3f, 5: %.3f, 200: %.3f\n", none, some, much);
    EXPECT_LT(some, 0.7 * none);
    EXPECT_LT(much, 0.7 * some);
    EXPECT_LT(energy_left("200", 1), 1);
}

// Width of a jelly disc, in u, some seconds after it was stretched to 1.2 times its width and released.
float width_after(const char* stiffness, const char* plasticity, float seconds) {
    Scene scene = scene_with("jelly", {{"gravity-y", "0"},
                                       {"particles", "800"},
                                       {"linear-viscosity", "4"},
                                       {"spring-stiffness", stiffness},
                                       {"plasticity", plasticity},
                                       {"yield-ratio", "0.1"}});
    scene.domain.walls.half = {200, 200, 0};
    Jobs jobs(1);
    InitialParticles start = seed_particles(scene.domain, 800, 3, 1);
    const auto solver = make_solver(scene, jobs, &start);
    run(*solver, 0.1f);  // the springs form at rest
    for (int i = 0; i < 15; ++i) {
        // Stretched sideways for a quarter of a second.
        const PointerForce pulls[] = {
            {.kind = PointerForce::drag, .position = {20, 4, 0}, .velocity = {25, 0, 0}, .strength = 60, .radius = 16},
            {.kind = PointerForce::drag,
             .position = {-20, 4, 0},
             .velocity = {-25, 0, 0},
             .strength = 60,
             .radius = 16}};
        solver->step(display_step, pulls, {});
    }
    run(*solver, seconds);
    return solver->stats().hi.x - solver->stats().lo.x;
}

TEST(DoubleDensitySprings, ContractAStretchedJelly) {
    const float free = width_after("0", "0", 1), elastic = width_after("1500", "0", 1),
                plastic = width_after("1500", "10", 1);
    std::printf("width after a pull: without springs %.2f, elastic %.2f, plastic %.2f\n", static_cast<double>(free),
                static_cast<double>(elastic), static_cast<double>(plastic));
    EXPECT_LT(elastic, 0.9f * free);
    EXPECT_GT(plastic, 1.02f * elastic);
}

TEST(DoubleDensitySprings, HoldAJellyBlockInShapeWhereAFluidSpreads) {
    Jobs jobs(1);
    const auto jelly = make_solver(scene_with("jelly", {{"particles", "1000"}}), jobs);
    const auto fluid = make_solver(scene_with("jelly", {{"particles", "1000"}, {"spring-stiffness", "0"}}), jobs);
    run(*jelly, 8);
    run(*fluid, 8);
    const float jelly_height = jelly->stats().hi.y - jelly->stats().lo.y,
                fluid_height = fluid->stats().hi.y - fluid->stats().lo.y;
    std::printf("height after 8 s: jelly %.2f, fluid %.2f\n", static_cast<double>(jelly_height),
                static_cast<double>(fluid_height));
    EXPECT_GT(jelly_height, 1.15f * fluid_height);
}

// Number of particles on the upper part of the wall after 1.5 s.
int count_on_upper_wall(const char* stickiness) {
    Scene scene = scene_with("honey", {{"stickiness", stickiness}, {"particles", "1500"}});
    scene.domain.fluid[0].centre = {0, 7.5f, 0};  // touches the top of the container
    Jobs jobs(1);
    const auto solver = make_solver(scene, jobs);
    run(*solver, 1.5f);
    const ParticleView p = solver->particles();
    int count = 0;
    for (size_t i = 0; i < static_cast<size_t>(p.count); ++i)
        count += p.y[i] > 5 && std::hypot(p.x[i], p.y[i]) > 22.33f - 2;
    return count;
}

TEST(DoubleDensityStickiness, HoldsFluidOnTheWall) {
    const int without = count_on_upper_wall("0"), with = count_on_upper_wall("400");
    std::printf("particles on the upper wall after 1.5 s: smooth %d, sticky %d\n", without, with);
    EXPECT_GT(with, without + 10);
}

}  // namespace
}  // namespace slosh::physics::viscoelastic_test
