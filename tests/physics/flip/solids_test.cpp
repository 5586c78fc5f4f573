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

namespace slosh::physics {
namespace {
constexpr float tank_radius = 0.5f;

// A round tank half full, eight particles in cells of this edge.
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

float farthest(const ParticleView& p, glm::vec3 middle) {
    float most = 0;
    for (size_t i = 0; i < static_cast<size_t>(p.count); ++i)
        most = std::max(most, std::hypot(p.x[i] - middle.x, p.y[i] - middle.y, p.z[i] - middle.z));
    return most;
}

TEST(FlipSolids, RoundTankAtRestHasHydrostaticPressureAndNoMotion) {
    for (const float edge : {1 / 16.0f, 1 / 32.0f}) {
        const Scene scene = round_tank(edge);
        Jobs jobs(1);
        const auto solver = make_solver(scene, jobs);
        // The rim of the first lattice falls in and makes waves, which go on for long: they are calmed first.
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
            fastest = std::max(fastest, static_cast<double>(solver->stats().max_speed));
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

// With whole cells of fluid, those that are too small for a particle are no holes.
TEST(FlipSolids, RoundTankWithoutCutCellsStaysAtRest) {
    Scene scene = round_tank(1 / 16.0f);
    def_of<FlipDef>(scene).surface = FreeSurfaceModel::cells, def_of<FlipDef>(scene).flip = 0;
    Jobs jobs(1);
    const auto solver = make_solver(scene, jobs);
    run(*solver, 4);
    expect_figure({"fastest particle of a round tank at rest, surface = cells, m/s", flip_label(scene), "0"},
                  static_cast<double>(solver->stats().max_speed), at_most(0.02));
}

// Dragged about for ten seconds, then left alone.
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
        out = std::max(out, farthest(solver->particles(), motion.offset) - tank_radius);
        fastest = std::max(fastest, solver->stats().max_speed);
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
    // The centre of mass of a half ball is 3/8 of the radius below the surface; more fluid lifts it by so much.
    const double bowl = 0.375 * static_cast<double>(tank_radius);
    std::printf("at most %.2f m/s, calm at %.3f m/s\n", static_cast<double>(fastest),
                static_cast<double>(solver->stats().max_speed));
    expect_figure({"volume in a round tank after 10 s of sloshing, of that at the start", flip_label(scene), "1"},
                  1 + (sum / p.count + bowl) / bowl, within(0.03, 1));
}

// A block that fills the bottom of the ball and reaches out of it, and one that is larger than the tank.
TEST(FlipSolids, ObstaclesKeepEveryParticleInTheTank) {
    for (const float size : {0.5f, 1.5f}) {
        Scene scene = round_tank(1 / 16.0f);
        def_of<FlipDef>(scene).obstacle = FlipDef::Obstacle::box, def_of<FlipDef>(scene).obstacle_size = size,
        def_of<FlipDef>(scene).obstacle_y = -0.3f;
        Jobs jobs(1);
        const auto solver = make_solver(scene, jobs);
        float out = 0;
        for (int i = 0; i < 60; ++i) {
            solver->step(display_step, {}, {});
            out = std::max(out, farthest(solver->particles(), {0, 0, 0}) - tank_radius);
        }
        EXPECT_TRUE(solver->stats().finite);
        EXPECT_LT(out, 1e-6f) << size;
    }
}

TEST(FlipSolids, EveryPreconditionerSolvesForCutCells) {
    for (const std::string_view name : preconditioner_names) {
        Scene scene = round_tank(1 / 20.0f, {1, 1, 0});
        def_of<FlipDef>(scene).max_iterations = 400;
        ASSERT_EQ(set_param(scene, "preconditioner", name).status, SetResult::ok);
        Jobs jobs(1);
        const auto solver = make_solver(scene, jobs);
        float iterations = 0, residual = 0;
        for (int i = 0; i < 30; ++i) {
            solver->step(display_step, {}, {});
            iterations = std::max(iterations, solver->stats().iterations);
            residual = std::max(residual, solver->grid().residuals.back());
        }
        std::printf("%s: at most %.1f iterations a sub-step\n", std::string(name).c_str(),
                    static_cast<double>(iterations));
        EXPECT_LE(residual, def_of<FlipDef>(scene).tolerance) << name;
        EXPECT_LT(iterations, name == "multigrid" ? 12 : 400);
    }
}

TEST(FlipSolids, StepsAllocateNothing) {
    Scene scene = round_tank(1 / 16.0f, {1, 1, 0});
    BodyDef wave;
    wave.half = {0.1f, 0.1f, 0.1f}, wave.position = {0, -0.3f, 0}, wave.oscillation = {0.1f, 0, 0}, wave.period = 0.7f;
    scene.domain.bodies = {wave};
    for (const int workers : {1, 2}) {
        Jobs jobs(workers);
        const auto solver = make_solver(scene, jobs);
        for (int i = 0; i < 20; ++i) solver->step(display_step, {}, {});
        const uint64_t before = allocations();
        for (int i = 0; i < 20; ++i) solver->step(display_step, {}, {});
        EXPECT_EQ(allocations(), before);
    }
}

// How far inside a solid the innermost particle is, m; below 0 where none is.
float deepest(const ParticleView& p) {
    float most = -1;
    glm::vec3 outwards;
    for (size_t i = 0; i < static_cast<size_t>(p.count); ++i)
        for (const Body& b : p.bodies)
            most = std::max(most, -b.distance(b.to_local({p.x[i], p.y[i], p.z[i]}), 3, outwards));
    return most;
}

Scene flat_tank(int particles) { return box_scene<FlipDef>(3, {1, 1, 0.25f}, {1, 0.4f, 0.25f}, particles); }

// A slope and a ball in water at rest: no flow develops around them.
TEST(FlipSolids, WaterOnASlopeAndAroundABallStaysAtRest) {
    Scene scene = flat_tank(20000);
    BodyDef slope, ball;
    slope.half = {1, 0.3f, 0.3f}, slope.position = {1.2f, -0.2f, 0.125f}, slope.rotation = {1, 0, 0, 0.15f};
    slope.period = 1;
    ball.shape = BodyShape::ball, ball.half = glm::vec3(0.09f), ball.position = {0.25f, 0.17f, 0.11f};
    scene.domain.bodies = {slope, ball};
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
        fastest = std::max(fastest, static_cast<double>(solver->stats().max_speed));
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
    // A convex solid is cut off by the cells' straight edges.
    EXPECT_LT(deepest(solver->particles()), 0.005f);
}

// A beach and a wall that sways fill the tank from side to side: no particle gets between them and the panes.
TEST(FlipSolids, NoParticlePassesTheWaveMachine) {
    Scene scene = scene_with("flip-wave-machine", {{"particles", "15000"}});
    Jobs jobs(1);
    const auto solver = make_solver(scene, jobs);
    float worst = -1, highest = -1;
    for (int i = 0; i < 240; ++i) {
        solver->step(display_step, {}, {});
        const ParticleView p = solver->particles();
        std::vector<Body> bodies(p.bodies.begin(), p.bodies.begin() + 2);  // what is afloat leaves gaps
        EXPECT_EQ(bodies[0].half.z, 0.25f) << "as it is drawn";
        for (Body& b : bodies) b.half.z = 1;
        ParticleView wide = p;
        wide.bodies = bodies;
        worst = std::max(worst, deepest(wide));
        for (size_t k = 0; k < static_cast<size_t>(p.count); ++k)
            if (p.x[k] > 0.7f) highest = std::max(highest, p.y[k]);
    }
    std::printf("waves run up to %.2f m, innermost particle %.4f m\n", static_cast<double>(highest),
                static_cast<double>(worst));
    EXPECT_LT(worst, 0.01f);
    EXPECT_GT(highest, -0.16f) << "waves climb above the water's level of -0.18";
    EXPECT_TRUE(solver->stats().finite);
}

// A block is lowered into the water: the level rises by the volume of the block, and no particle is inside it.
TEST(FlipSolids, SubmergedBlockDisplacesItsVolume) {
    Scene scene = flat_tank(12800);
    def_of<FlipDef>(scene).obstacle = FlipDef::Obstacle::box, def_of<FlipDef>(scene).obstacle_size = 0.4f;
    def_of<FlipDef>(scene).obstacle_x = 0.5f, def_of<FlipDef>(scene).obstacle_y = 0.8f,
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
    EXPECT_LE(fastest, 1.51f);  // three half widths of the tank a second
    def_of<FlipDef>(scene).flip = 0;
    set_parameters(*solver, scene);
    run(*solver, 8);
    // 0.1 m3 of water and a block of 0.04 on the floor stand 0.56 m high.
    expect_figure({"centre of mass of water that a block displaces, of the exact one", flip_label(scene), "1"},
                  mean_height(solver->particles()) / 0.312, within(0.02, 1));
    EXPECT_LT(deepest(solver->particles()), 0.005f);
    def_of<FlipDef>(scene).obstacle = FlipDef::Obstacle::none;
    set_parameters(*solver, scene);
    run(*solver, 0.1f);
    EXPECT_EQ(solver->particles().bodies.size(), 0u);
}

// A grab moves a ball through the water: it carries water along, no particle enters it, and it stays where it is
// released.
TEST(FlipSolids, PointerMovesAnObstacle) {
    Scene scene = flat_tank(12800);
    BodyDef ball, rock;
    ball.shape = BodyShape::ball, ball.half = glm::vec3(0.1f), ball.position = {0.25f, 0.2f, 0.125f};
    rock.half = glm::vec3(0.1f), rock.position = {0.9f, 0.1f, 0.125f}, rock.period = 1;
    scene.domain.bodies = {ball, rock};
    Jobs jobs(1);
    float inside = -1, worst = 0;
    const Motion container{{0.3f, 0, 0}, {0, 0, 0}};
    InitialParticles moved = seed_particles(scene.domain, 12800, 1, 1);
    for (glm::vec3& x : moved.position) x += container.offset;
    const auto dragged = make_solver(scene, jobs, &moved);
    dragged->step(display_step, {}, container);
    const glm::vec3 start = dragged->particles().bodies[0].position;
    EXPECT_NEAR(start.x, 0.55f, 1e-5f) << "obstacles go along with the container";
    for (int i = 0; i < 40; ++i) {
        const Grab grabs[] = {{0, {0, 0, 0}, {0.85f, 0.2f, 0.125f}}, {1, {0, 0, 0}, {0.3f, 0.9f, 0.125f}}};
        dragged->set_grabs(grabs);
        dragged->step(display_step, {}, container);
        inside = std::max(inside, deepest(dragged->particles()));
        worst = std::max(worst, dragged->stats().max_speed);
    }
    dragged->set_grabs({});
    const Body held = dragged->particles().bodies[0];
    EXPECT_NEAR(held.position.x, 0.85f, 0.01f);
    EXPECT_NEAR(dragged->particles().bodies[1].position.x, 1.2f, 1e-5f) << "what is driven cannot be taken";
    for (int i = 0; i < 30; ++i) dragged->step(display_step, {}, container);
    EXPECT_NEAR(dragged->particles().bodies[0].position.x, held.position.x, 0.01f);
    std::printf("a dragged ball: innermost particle %.4f m, fastest %.2f m/s\n", static_cast<double>(inside),
                static_cast<double>(worst));
    EXPECT_LT(inside, 0.35f * 0.0397f);  // a third of a cell: its faces are straight
    EXPECT_GT(worst, 0.5f);
    EXPECT_TRUE(dragged->stats().finite);
    const Grab far_off{0, {0, 0, 0}, {9, 0.2f, 0.125f}};
    dragged->set_grabs({&far_off, 1});
    for (int i = 0; i < 40; ++i) dragged->step(display_step, {}, container);
    EXPECT_NEAR(dragged->particles().bodies[0].position.x, 1.2f, 0.01f) << "none is dragged out of the tank";
    const Grab mad[] = {{0, {0, 0, 0}, glm::vec3(NAN)}, {0, {0, 0, 0}, glm::vec3(1e30f)}, {7, {0, 0, 0}, {0, 0, 0}}};
    for (const Grab& grab : mad) {
        dragged->set_grabs({&grab, 1});
        dragged->step(display_step, {}, container);
        EXPECT_TRUE(dragged->stats().finite);
    }
}

// A slab that begins under something falls as freely as any.
TEST(FlipSolids, WaterSeparatesFromACeiling) {
    const auto fallen = [](Scene scene) {
        Jobs jobs(1);
        const auto solver = make_solver(scene, jobs);
        const auto height = [&] {
            double sum = 0;
            for (const float y : solver->particles().y) sum += static_cast<double>(y);
            return sum / solver->particles().count;
        };
        const double before = height();
        run(*solver, 0.2f);
        EXPECT_TRUE(solver->stats().finite);
        // Twelve steps, each with the velocity at its end.
        return (before - height()) / (9.81 / 2 * 0.2 * 0.2 * 13 / 12);
    };
    for (const float edge : {1 / 20.0f, 1 / 32.0f}) {
        Scene tank = box_scene<FlipDef>(3, {0.5f, 1, 0.5f}, {0.5f, 0.25f, 0.5f},
                                        static_cast<int>(0.0625f * 8 / (edge * edge * edge)));
        tank.domain.fluid[0].centre.y = 0.875f;
        expect_figure({"fall of water from under the ceiling in 0.2 s, of that in free fall", flip_label(tank), "1"},
                      fallen(tank), within(0.05, 1));
        // The same a little lower, under a plate between two cells' faces.
        BodyDef plate;
        plate.half = {0.4f, 0.1f, 0.4f}, plate.position = {0.25f, 0.953f, 0.25f}, plate.period = 1;
        tank.domain.bodies = {plate};
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
        fastest = std::max(fastest, solver->stats().max_speed);
    }
    std::printf("against the ceiling: at most %.2f m/s, %.2f m/s after 4 s\n", static_cast<double>(fastest),
                static_cast<double>(solver->stats().max_speed));
    EXPECT_GT(fastest, 4);
    EXPECT_LT(fastest, 12);
    EXPECT_LT(solver->stats().max_speed, 2.5f);
}

}  // namespace
}  // namespace slosh::physics
