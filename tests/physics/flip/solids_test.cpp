// PIC/FLIP with solids that cut through its cells. Every test prints its figure.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>

#include "analysis/stats.h"
#include "solvers/flip/flip.h"
#include "support/allocations.h"
#include "support/line_fit.h"
#include "support/measures.h"
#include "support/water.h"
#include "support/worst.h"

namespace slosh::physics::solids_test {
namespace {
constexpr float tank_radius = 0.5f;

// A round tank, half full. `edge`, m: of cells with eight particles; `cut`: normal of the plane above the fluid.
Scene round_tank(float edge, glm::vec3 cut = {0, 1, 0}) {
    Scene scene;
    FlipDef def;
    const float volume = 2.0943951f * tank_radius * tank_radius * tank_radius;
    def.particles = static_cast<int>(8 * volume / (edge * edge * edge));
    scene.solver = def;
    scene.domain.dimensions = 3;
    scene.domain.walls = {Shape::circle, glm::vec3(tank_radius), {0, 0, 0}};
    FluidRegion half{Shape::circle, {0, 0, 0}, glm::vec3(tank_radius), 0, {0, 0, 0}, true};
    half.cut = cut;
    scene.domain.fluid = {half};
    return scene;
}

// Maximum distance of a particle from `centre`, m.
float farthest(const ParticleView& p, glm::vec3 centre) {
    float max_distance = 0;
    for (size_t i = 0; i < static_cast<size_t>(p.count); ++i)
        keep_worst(max_distance, std::hypot(p.x[i] - centre.x, p.y[i] - centre.y, p.z[i] - centre.z));
    return max_distance;
}

TEST(FlipSolids, RoundTankAtRestHasHydrostaticPressureAndNoMotion) {
    for (const float edge : {1 / 16.0f, 1 / 32.0f}) {
        const Scene scene = round_tank(edge);
        Jobs jobs(1);
        const auto solver = make_solver(scene, jobs);
        // The rim of the initial lattice collapses and makes waves. Pure PIC damps them first.
        Scene calming = scene;
        def_of<FlipDef>(calming).flip = 0;
        set_parameters(*solver, calming);
        run(*solver, 3);
        set_parameters(*solver, scene);
        run(*solver, 2);
        LineFit pressure_over_y;
        double fastest = 0;
        for (int i = 0; i < 120; ++i) {
            solver->step(display_step, {}, {});
            const ParticleView p = solver->particles();
            keep_worst(fastest, static_cast<double>(solver->stats().max_speed));
            for (size_t k = 0; k < static_cast<size_t>(p.count); ++k) {
                const double y = p.y[k], pressure = p.pressure[k];
                if (y > -0.1 * static_cast<double>(tank_radius)) continue;
                pressure_over_y.add(y, pressure);
            }
            EXPECT_LT(farthest(p, {0, 0, 0}), tank_radius);
        }
        const double radius = static_cast<double>(tank_radius);
        const double bottom = pressure_over_y.intercept() - pressure_over_y.slope() * radius;
        expect_figure({"pressure at the bottom of a half full round tank at rest, of rho g R", flip_label(scene), "1"},
                      bottom / (1000 * 9.81 * radius), within(0.03, 1));
        expect_figure({"fastest particle of a round tank at rest, m/s", flip_label(scene), "0"}, fastest,
                      at_most(0.02));
    }
}

// With surface = cells, cut cells that are too small to contain a particle must not count as air.
TEST(FlipSolids, RoundTankWithoutCutCellsStaysAtRest) {
    Scene scene = round_tank(1 / 16.0f);
    def_of<FlipDef>(scene).surface = FreeSurfaceModel::cells;
    def_of<FlipDef>(scene).flip = 0;
    Jobs jobs(1);
    const auto solver = make_solver(scene, jobs);
    run(*solver, 4);
    expect_figure({"fastest particle of a round tank at rest, surface = cells, m/s", flip_label(scene), "0"},
                  static_cast<double>(solver->stats().max_speed), at_most(0.02));
}

// The container moves for ten seconds, then rests.
TEST(FlipSolids, RoundTankConservesVolume) {
    const Scene scene = round_tank(1 / 20.0f, {1, 2, 0});
    Jobs jobs(1);
    const auto solver = make_solver(scene, jobs);
    Motion motion;
    float out = 0, fastest = 0;
    for (int i = 0; i < 10 * 60; ++i) {
        const float t = static_cast<float>(i) * display_step;
        motion.velocity = {0.9f * std::sin(5 * t), 0.4f * std::sin(7 * t), 0.5f * std::sin(3 * t)};
        if (i % 100 == 50) motion.velocity *= 20;
        solver->step(display_step, {}, motion);
        motion.offset += motion.velocity * display_step;
        keep_worst(out, farthest(solver->particles(), motion.offset) - tank_radius);
        keep_worst(fastest, solver->stats().max_speed);
    }
    ASSERT_TRUE(solver->stats().finite);
    EXPECT_LT(fastest, 80) << "of a tank moved at 20 m/s";
    expect_figure(
        {"outermost particle of a round tank that is thrown about, beyond its wall, m", flip_label(scene), "0"},
        static_cast<double>(out), at_most(1e-5));
    Scene calming = scene;
    def_of<FlipDef>(calming).flip = 0;
    set_parameters(*solver, calming);
    motion.velocity = {0, 0, 0};
    for (int i = 0; i < 8 * 60; ++i) solver->step(display_step, {}, motion);
    double sum = 0;
    const ParticleView p = solver->particles();
    for (const float y : p.y) sum += static_cast<double>(y - motion.offset.y);
    // The centre of mass of a half ball is 3/8 of the radius below its surface. A volume larger by a small fraction
    // raises it by the same fraction of that depth.
    const double depth = 0.375 * static_cast<double>(tank_radius);
    std::printf("at most %.2f m/s, calm at %.3f m/s\n", static_cast<double>(fastest),
                static_cast<double>(solver->stats().max_speed));
    expect_figure({"volume in a round tank after 10 s of sloshing, of that at the start", flip_label(scene), "1"},
                  1 + (sum / p.count + depth) / depth, within(0.03, 1));
}

// A block at the bottom of the tank that extends beyond its wall, and one that is larger than the tank.
TEST(FlipSolids, ObstaclesKeepEveryParticleInTheTank) {
    for (const float size : {0.5f, 1.5f}) {
        Scene scene = round_tank(1 / 16.0f);
        def_of<FlipDef>(scene).obstacle = FlipDef::Obstacle::box;
        def_of<FlipDef>(scene).obstacle_size = size;
        def_of<FlipDef>(scene).obstacle_y = -0.3f;
        Jobs jobs(1);
        const auto solver = make_solver(scene, jobs);
        float out = 0;
        for (int i = 0; i < 60; ++i) {
            solver->step(display_step, {}, {});
            keep_worst(out, farthest(solver->particles(), {0, 0, 0}) - tank_radius);
        }
        EXPECT_TRUE(solver->stats().finite);
        EXPECT_LT(out, 1e-6f) << size;
    }
}

TEST(FlipSolids, EveryPreconditionerSolvesForCutCells) {
    // The largest numbers of iterations in a sub-step, measured.
    constexpr std::pair<std::string_view, int> measured[] = {
        {"none", 252}, {"jacobi", 81}, {"ic0", 27}, {"mic0", 18}, {"incomplete-poisson", 300}, {"multigrid", 8}};
    static_assert(std::size(measured) == std::size(preconditioner_names));
    for (const auto& [name, expected] : measured) {
        Scene scene = round_tank(1 / 20.0f, {1, 1, 0});
        def_of<FlipDef>(scene).max_iterations = 600;
        ASSERT_EQ(set_param(scene, "preconditioner", name).status, SetResult::ok);
        Jobs jobs(1);
        const auto solver = make_solver(scene, jobs);
        float iterations = 0, residual = 0;
        for (int i = 0; i < 30; ++i) {
            solver->step(display_step, {}, {});
            keep_worst(iterations, solver->stats().iterations);
            keep_worst(residual, solver->grid().residuals.back());
        }
        std::printf("%s: at most %.1f iterations a sub-step\n", std::string(name).c_str(),
                    static_cast<double>(iterations));
        EXPECT_LE(residual, def_of<FlipDef>(scene).tolerance) << name;
        EXPECT_LT(iterations, 1.5f * static_cast<float>(expected)) << name;
    }
}

TEST(FlipSolids, StepsAllocateNothing) {
    Scene scene = round_tank(1 / 16.0f, {1, 1, 0});
    scene.domain.bodies = {
        {.half = {0.1f, 0.1f, 0.1f}, .position = {0, -0.3f, 0}, .oscillation = {0.1f, 0, 0}, .period = 0.7f}};
    for (const int workers : {1, 2}) {
        Jobs jobs(workers);
        const auto solver = make_solver(scene, jobs);
        for (int i = 0; i < 20; ++i) solver->step(display_step, {}, {});
        const uint64_t before = allocations();
        for (int i = 0; i < 20; ++i) solver->step(display_step, {}, {});
        EXPECT_EQ(allocations(), before);
    }
}

// Maximum penetration depth of a particle into a body, m; negative if none is inside.
float max_penetration(const ParticleView& p) {
    float depth = -1;
    glm::vec3 outwards;
    for (size_t i = 0; i < static_cast<size_t>(p.count); ++i)
        for (const Body& b : p.bodies)
            depth = std::max(depth, -b.distance(b.to_local({p.x[i], p.y[i], p.z[i]}), 3, outwards));
    return depth;
}

Scene flat_tank(int particles) { return box_scene<FlipDef>(3, {1, 1, 0.25f}, {1, 0.4f, 0.25f}, particles); }

// A slope and a ball in water at rest: no flow develops around them.
TEST(FlipSolids, WaterOnASlopeAndAroundABallStaysAtRest) {
    Scene scene = flat_tank(20000);
    scene.domain.bodies = {
        {.half = {1, 0.3f, 0.3f}, .position = {1.2f, -0.2f, 0.125f}, .rotation = {1, 0, 0, 0.15f}, .period = 1},
        {.shape = BodyShape::ball, .half = glm::vec3(0.09f), .position = {0.25f, 0.17f, 0.11f}}};
    Jobs jobs(1);
    const auto solver = make_solver(scene, jobs);
    Scene calming = scene;
    def_of<FlipDef>(calming).flip = 0;
    set_parameters(*solver, calming);
    run(*solver, 6);
    set_parameters(*solver, scene);
    run(*solver, 1);
    LineFit pressure_over_y;
    double fastest = 0;
    for (int i = 0; i < 60; ++i) {
        solver->step(display_step, {}, {});
        keep_worst(fastest, static_cast<double>(solver->stats().max_speed));
        const ParticleView p = solver->particles();
        for (size_t k = 0; k < static_cast<size_t>(p.count); ++k) {
            const double y = p.y[k], pressure = p.pressure[k];
            if (pressure > 400) pressure_over_y.add(y, pressure);
        }
    }
    expect_figure({"pressure over depth on a slope and around a ball, of rho g", flip_label(scene), "1"},
                  -pressure_over_y.slope() / 9810, within(0.03, 1));
    expect_figure({"fastest particle on a slope and around a ball at rest, m/s", flip_label(scene), "0"}, fastest,
                  at_most(0.02));
    // Cut cells approximate the ball by planes, which lie inside it.
    EXPECT_LT(max_penetration(solver->particles()), 0.005f);
}

// The beach and the oscillating wall span the tank. No particle gets between them and the side walls.
TEST(FlipSolids, NoParticlePassesTheWaveMachine) {
    Scene scene = scene_with("flip-wave-machine", {{"particles", "15000"}});
    Jobs jobs(1);
    const auto solver = make_solver(scene, jobs);
    float worst = -1, highest = -1;
    for (int i = 0; i < 240; ++i) {
        solver->step(display_step, {}, {});
        const ParticleView p = solver->particles();
        std::vector<Body> bodies(p.bodies.begin(),
                                 p.bodies.begin() + 2);  // without the floating bodies, which leave gaps
        EXPECT_EQ(bodies[0].half.z, 0.25f) << "half the width of the tank, as drawn";
        for (Body& b : bodies) b.half.z = 1;
        ParticleView wide = p;
        wide.bodies = bodies;
        worst = std::max(worst, max_penetration(wide));
        for (size_t k = 0; k < static_cast<size_t>(p.count); ++k)
            if (p.x[k] > 0.7f) highest = std::max(highest, p.y[k]);
    }
    std::printf("waves run up to %.2f m, innermost particle %.4f m\n", static_cast<double>(highest),
                static_cast<double>(worst));
    EXPECT_LT(worst, 0.01f);
    EXPECT_GT(highest, -0.16f) << "waves climb above the water's level of -0.18";
    EXPECT_TRUE(solver->stats().finite);
}

// A block is lowered into the water. The level rises by the volume of the block, and no particle is inside it.
TEST(FlipSolids, SubmergedBlockDisplacesItsVolume) {
    Scene scene = flat_tank(12800);
    def_of<FlipDef>(scene).obstacle = FlipDef::Obstacle::box;
    def_of<FlipDef>(scene).obstacle_size = 0.4f;
    def_of<FlipDef>(scene).obstacle_x = 0.5f;
    def_of<FlipDef>(scene).obstacle_y = 0.8f;
    def_of<FlipDef>(scene).obstacle_z = 0.125f;
    Jobs jobs(1);
    const auto solver = make_solver(scene, jobs);
    run(*solver, 0.5f);
    ASSERT_EQ(solver->particles().bodies.size(), 1u);
    def_of<FlipDef>(scene).obstacle_y = 0.2f;
    set_parameters(*solver, scene);
    float last = 0.8f, fastest = 0;
    for (int i = 0; i < 60; ++i) {
        solver->step(display_step, {}, {});
        const float y = solver->particles().bodies[0].position.y;
        fastest = std::max(fastest, (last - y) / display_step);
        last = y;
    }
    EXPECT_NEAR(last, 0.2f, 1e-3f);
    EXPECT_LE(fastest, 1.51f);  // m/s: three half widths of the tank per second
    def_of<FlipDef>(scene).flip = 0;
    set_parameters(*solver, scene);
    run(*solver, 8);
    // 0.1 m3 of water and a block of 0.04 on the floor stand 0.56 m high.
    expect_figure({"centre of mass of water that a block displaces, of the exact one", flip_label(scene), "1"},
                  mean_height(solver->particles()) / 0.312, within(0.02, 1));
    EXPECT_LT(max_penetration(solver->particles()), 0.005f);
    def_of<FlipDef>(scene).obstacle = FlipDef::Obstacle::none;
    set_parameters(*solver, scene);
    run(*solver, 0.1f);
    EXPECT_EQ(solver->particles().bodies.size(), 0u);
}

// A grab moves a ball through the water. The ball pushes the water, no particle enters it, and it stays where it is
// released.
TEST(FlipSolids, PointerMovesAnObstacle) {
    Scene scene = flat_tank(12800);
    scene.domain.bodies = {{.shape = BodyShape::ball, .half = glm::vec3(0.1f), .position = {0.25f, 0.2f, 0.125f}},
                           {.half = glm::vec3(0.1f), .position = {0.9f, 0.1f, 0.125f}, .period = 1}};
    Jobs jobs(1);
    float penetration = -1, max_speed = 0;
    const Motion container{{0.3f, 0, 0}, {0, 0, 0}};
    InitialParticles moved = seed_particles(scene.domain, 12800, 1, 1);
    for (glm::vec3& x : moved.position) x += container.offset;
    const auto dragged = make_solver(scene, jobs, &moved);
    dragged->step(display_step, {}, container);
    const glm::vec3 start = dragged->particles().bodies[0].position;
    EXPECT_NEAR(start.x, 0.55f, 1e-5f) << "obstacles move with the container";
    for (int i = 0; i < 40; ++i) {
        const Grab grabs[] = {{0, {0, 0, 0}, {0.85f, 0.2f, 0.125f}}, {1, {0, 0, 0}, {0.3f, 0.9f, 0.125f}}};
        dragged->set_grabs(grabs);
        dragged->step(display_step, {}, container);
        keep_worst(penetration, max_penetration(dragged->particles()));
        keep_worst(max_speed, dragged->stats().max_speed);
    }
    dragged->set_grabs({});
    const Body held = dragged->particles().bodies[0];
    EXPECT_NEAR(held.position.x, 0.85f, 0.01f);
    EXPECT_NEAR(dragged->particles().bodies[1].position.x, 1.2f, 1e-5f) << "a kinematic body cannot be grabbed";
    for (int i = 0; i < 30; ++i) dragged->step(display_step, {}, container);
    EXPECT_NEAR(dragged->particles().bodies[0].position.x, held.position.x, 0.01f);
    std::printf("a dragged ball: innermost particle %.4f m, fastest %.2f m/s\n", static_cast<double>(penetration),
                static_cast<double>(max_speed));
    EXPECT_LT(penetration, 0.35f * 0.0397f);  // a third of a cell: cut cells have plane faces
    EXPECT_GT(max_speed, 0.5f);
    EXPECT_TRUE(dragged->stats().finite);
    const Grab far_off{0, {0, 0, 0}, {9, 0.2f, 0.125f}};
    dragged->set_grabs({&far_off, 1});
    for (int i = 0; i < 40; ++i) dragged->step(display_step, {}, container);
    EXPECT_NEAR(dragged->particles().bodies[0].position.x, 1.2f, 0.01f) << "the ball stays in the tank";
    const Grab invalid[] = {
        {0, {0, 0, 0}, glm::vec3(NAN)}, {0, {0, 0, 0}, glm::vec3(1e30f)}, {7, {0, 0, 0}, {0, 0, 0}}};
    for (const Grab& grab : invalid) {
        dragged->set_grabs({&grab, 1});
        dragged->step(display_step, {}, container);
        EXPECT_TRUE(dragged->stats().finite);
    }
}

// A slab of water that starts in contact with a ceiling or a plate falls freely, as walls do not attract (u.n >= 0).
TEST(FlipSolids, WaterSeparatesFromACeiling) {
    const auto fallen = [](Scene scene) {
        Jobs jobs(1);
        const auto solver = make_solver(scene, jobs);
        const double before = mean_height(solver->particles());
        run(*solver, 0.2f);
        EXPECT_TRUE(solver->stats().finite);
        return (before - mean_height(solver->particles())) / (9.81 / 2 * 0.2 * 0.2);
    };
    for (const float edge : {1 / 20.0f, 1 / 32.0f}) {
        Scene tank = box_scene<FlipDef>(3, {0.5f, 1, 0.5f}, {0.5f, 0.25f, 0.5f},
                                        static_cast<int>(0.0625f * 8 / (edge * edge * edge)));
        tank.domain.fluid[0].centre.y = 0.875f;
        expect_figure({"fall of water from under the ceiling in 0.2 s, of that in free fall", flip_label(tank), "1"},
                      fallen(tank), within(0.05, 1));
        // The same under a plate whose lower face lies between two faces of the grid.
        tank.domain.bodies = {{.half = {0.4f, 0.1f, 0.4f}, .position = {0.25f, 0.953f, 0.25f}, .period = 1}};
        tank.domain.fluid[0].centre.y = 0.728f;
        expect_figure({"fall of water from under a plate in 0.2 s, of that in free fall", flip_label(tank), "1"},
                      fallen(tank), within(0.05, 1));
    }
}

// Water that hits the ceiling stops there.
TEST(FlipSolids, CeilingStopsRisingWater) {
    Scene scene = box_scene<FlipDef>(3, {0.5f, 0.5f, 0.5f}, {0.5f, 0.2f, 0.5f}, 6400);
    scene.domain.fluid[0].centre.y = 0.25f;
    scene.domain.fluid[0].velocity = {0, 5, 0};
    Jobs jobs(1);
    const auto solver = make_solver(scene, jobs);
    float fastest = 0;
    for (int i = 0; i < 240; ++i) {
        solver->step(display_step, {}, {});
        ASSERT_LE(solver->stats().hi.y, 0.5f);
        keep_worst(fastest, solver->stats().max_speed);
    }
    std::printf("against the ceiling: at most %.2f m/s, %.2f m/s after 4 s\n", static_cast<double>(fastest),
                static_cast<double>(solver->stats().max_speed));
    EXPECT_GT(fastest, 4);
    EXPECT_LT(fastest, 12);
    EXPECT_LT(solver->stats().max_speed, 2.5f);
}

}  // namespace
}  // namespace slosh::physics::solids_test
