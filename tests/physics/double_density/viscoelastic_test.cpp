// Viscosity, springs and stickiness of Clavet et al.: off by default; each has its documented effect.
#include <gtest/gtest.h>

#include "base/random.h"
#include "support/measures.h"

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

// The viscosity by which a Taylor vortex loses its energy, over nu = 0.0987 sigma h^2 of a filled neighbourhood. Its
// velocity r / t^2 exp(-r^2 / (4 nu t)) solves the equation of Navier and Stokes; its energy falls with 1 / t^2.
double viscosity_over_theory(const char* particles) {
    constexpr double sigma = 20, core = 5, seconds = 0.25;  // 1/s; u, sqrt(2 nu t) at the start
    Scene scene = scene_with("blobs", {{"gravity-y", "0"},
                                       {"particles", particles},
                                       {"damping", "0"},
                                       {"stiffness", "0"},
                                       {"near-stiffness", "0"},
                                       {"weight-difference", "0"},
                                       {"linear-viscosity", "20"}});
    scene.domain.walls.half = {500, 500, 0};
    InitialParticles start = seed_particles(scene.domain, scene.solver.particles(), 3, 1);
    const glm::vec3 centre = scene.domain.fluid[0].centre;
    for (size_t i = 0; i < start.position.size(); ++i) {
        const glm::vec3 r = start.position[i] - centre;
        start.velocity[i] =
            0.02f * std::exp(-glm::dot(r, r) / static_cast<float>(2 * core * core)) * glm::vec3(-r.y, r.x, 0);
    }
    Jobs jobs(1);
    const auto solver = make_solver(scene, jobs, &start);
    const double before = solver->stats().kinetic_energy;
    run(*solver, static_cast<float>(seconds));
    const double nu = 0.0987 * sigma * std::pow(static_cast<double>(DoubleDensityDef::reference_radius), 2);
    const double start_time = core * core / (2 * nu);
    return (std::sqrt(before / solver->stats().kinetic_energy) - 1) * start_time / seconds;
}

TEST(DoubleDensityViscosity, IsThatOfTheParameterAtAnyCount) {
    for (const char* particles : {"1500", "6000", "24000"}) {
        const double ratio = viscosity_over_theory(particles);
        std::printf("viscosity of a vortex over theory, %s particles: %.3f\n", particles, ratio);
        EXPECT_NEAR(ratio, 1, 0.1);
    }
}

// Honey that has fallen into the glass.
struct Heap {
    double width = 0;  // u, root of the mean square of x
    double speed = 0;  // u/s, root of the mean square
};
Heap heap_of_honey(std::initializer_list<std::pair<const char*, std::string>> settings, float seconds) {
    Jobs jobs(1);
    const auto solver = make_solver(scene_with("honey", settings), jobs);
    run(*solver, seconds);
    const ParticleView p = solver->particles();
    double squares = 0;
    for (const float x : p.x) squares += static_cast<double>(x) * x;
    return {std::sqrt(squares / p.count), rms_speed(p)};
}

// After 2 s water sloshes, while honey is a heap, which then creeps apart.
TEST(DoubleDensityViscosity, LetsHoneyCreepWhereWaterSloshes) {
    const Heap water = heap_of_honey({{"linear-viscosity", "0"}}, 2), honey = heap_of_honey({}, 2),
               later = heap_of_honey({}, 10);
    std::printf("after 2 s: speed of water %.2f, of honey %.3f u/s; honey's width %.2f u, after 10 s %.2f\n",
                water.speed, honey.speed, honey.width, later.width);
    EXPECT_LT(honey.speed, 0.25 * water.speed);
    EXPECT_LT(later.speed, 0.3 * honey.speed);
    EXPECT_GT(later.width, 1.1 * honey.width);
}

TEST(DoubleDensityViscosity, LetsHoneySpreadAlikeAtAnyCountAndNumberOfSubsteps) {
    const Heap usual = heap_of_honey({}, 2);
    const struct {
        const char *particles, *substeps;
    } cases[] = {{"1000", "0"}, {"6000", "0"}, {"10000", "0"}, {"2500", "6"}};
    for (const auto& c : cases) {
        const Heap heap = heap_of_honey({{"particles", c.particles}, {"substeps", c.substeps}}, 2);
        std::printf("width of honey after 2 s, %s particles, %s sub-steps: %.3f of that of 2500\n", c.particles,
                    c.substeps, heap.width / usual.width);
        EXPECT_NEAR(heap.width, usual.width, 0.05 * usual.width);
    }
}

TEST(DoubleDensityViscosity, SurvivesARestart) {
    Jobs jobs(1);
    auto solver = make_solver(*find_scene("honey"), jobs);
    for (int start = 0; start < 3; ++start) {
        run(*solver, 0.5f);
        solver = make_solver(*find_scene("honey"), jobs);
    }
    run(*solver, 0.5f);
    EXPECT_TRUE(solver->stats().finite);
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

// The part of the honey that is on the upper half of the wall 3 s after the glass was turned over.
double part_on_upper_wall(const char* stickiness, int particles) {
    Scene scene = scene_with("honey", {{"stickiness", stickiness}, {"particles", std::to_string(particles)}});
    Jobs jobs(1);
    const glm::vec3 gravity = scene.domain.gravity;
    scene.domain.gravity = -gravity;
    const auto solver = make_solver(scene, jobs);
    run(*solver, 3);
    scene.domain.gravity = gravity;
    set_parameters(*solver, scene);
    run(*solver, 3);
    const ParticleView p = solver->particles();
    double count = 0;
    for (size_t i = 0; i < static_cast<size_t>(p.count); ++i)
        count += p.y[i] > 5 && std::hypot(p.x[i], p.y[i]) > 22.33f - 2;
    return count / p.count;
}

TEST(DoubleDensityStickiness, HoldsFluidOnTheWallAtAnyCount) {
    for (const int particles : {1000, 1500, 4000}) {
        const double without = part_on_upper_wall("0", particles), with = part_on_upper_wall("250", particles);
        std::printf("on the upper wall, of %d: smooth %.3f, sticky %.3f\n", particles, without, with);
        EXPECT_EQ(without, 0);
        EXPECT_NEAR(with, 0.22, 0.05);
    }
}

// What the attraction of the walls adds to the velocities, the pressure takes away within the same sub-step.
TEST(DoubleDensityStickiness, LetsHoneyComeToRest) {
    for (const char* particles : {"600", "1500", "4000"})
        for (const char* stickiness : {"120", "500", "1000"}) {
            const Heap heap = heap_of_honey({{"particles", particles}, {"stickiness", stickiness}}, 10);
            std::printf("speed of %s particles with stickiness %s after 10 s: %.3f u/s\n", particles, stickiness,
                        heap.speed);
            EXPECT_LT(heap.speed, 0.7);
        }
}

}  // namespace
}  // namespace slosh::physics::viscoelastic_test
