// Rigid bodies in PIC/FLIP, two-way coupled. Every test prints its figure.
#include <gtest/gtest.h>

#include "solvers/flip/flip.h"
#include "support/allocations.h"
#include "support/floating.h"
#include "support/worst.h"

namespace slosh::physics::flip_floating_test {
namespace {

// A pool one metre wide. `edge`, m: of cells with eight particles.
Scene pool(float edge, float depth = 0.5f) {
    return box_scene<FlipDef>(3, {1, 1, 0.6f}, {1, depth, 0.6f},
                              static_cast<int>(8 * 0.6f * depth / (edge * edge * edge)));
}

// Height of the water level, m: the zero of a line through the pressures beside the box.
double level_of(const ParticleView& p) {
    LineFit pressure_over_y;
    for (size_t i = 0; i < static_cast<size_t>(p.count); ++i) {
        const double y = static_cast<double>(p.y[i]), pressure = static_cast<double>(p.pressure[i]);
        if (p.x[i] > 0.2f || y < 0.1 || y > 0.4) continue;
        pressure_over_y.add(y, pressure);
    }
    return pressure_over_y.zero();
}

// The draught is too large by up to a fifth of a cell: 25 % of a draught of one cell, 5 % of one of four cells.
TEST(FlipFloating, FloatingBoxHasTheDraughtOfItsDensity) {
    constexpr glm::vec3 half{0.15f, 0.1f, 0.15f};
    for (const float edge : {1 / 16.0f, 1 / 32.0f})
        for (const float density : {300.0f, 600.0f}) {
            Scene scene = pool(edge);
            scene.domain.bodies = {dynamic_body(BodyShape::box, half, {0.5f, 0.62f, 0.3f}, density)};
            Jobs jobs(1);
            const auto solver = make_solver(scene, jobs);
            run(*solver, 5);
            constexpr int samples = 300;
            double fraction = 0, tilt = 0;
            for (int s = 0; s < samples; ++s) {
                solver->step(display_step, {}, {});
                const ParticleView p = solver->particles();
                const Body& b = p.bodies[0];
                ASSERT_EQ(b.half, half);
                fraction += 0.5 * (level_of(p) - static_cast<double>(b.position.y - half.y)) /
                            static_cast<double>(half.y) / samples;
                keep_worst(tilt, 1 - static_cast<double>(b.axes[1].y));
            }
            char check[100];
            std::snprintf(check, sizeof check, "floating box of %.1f of the density: submerged fraction over that",
                          static_cast<double>(density) / 1000);
            expect_figure({check, flip_label(scene), "1, Archimedes"}, fraction * 1000 / static_cast<double>(density),
                          within(edge > 0.05f    ? 0.25
                                 : density < 500 ? 0.1
                                                 : 0.05,
                                 1));
            EXPECT_LT(tilt, 0.02) << "the box floats level";
        }
}

// The added mass of a ball is half the mass of the displaced fluid. Far from walls its acceleration from rest is
// g (rho - rho_b) / (rho_b + rho / 2).
TEST(FlipFloating, LightBallRisesWithItsAddedMass) {
    constexpr float radius = 0.1f;
    for (const float density : {10.0f, 500.0f}) {
        Scene scene = pool(1 / 32.0f, 0.8f);
        scene.domain.bodies = {dynamic_body(BodyShape::ball, glm::vec3(radius), {0.5f, 0.35f, 0.3f}, density)};
        Jobs jobs(1);
        const auto solver = make_solver(scene, jobs);
        constexpr int steps = 4;
        for (int s = 0; s < steps; ++s) solver->step(1 / 240.0f, {}, {});
        const double gained = static_cast<double>(solver->particles().bodies[0].velocity.y) / (steps / 240.0);
        const double rho_b = static_cast<double>(density), theory = 9.81 * (1000 - rho_b) / (rho_b + 500);
        char check[100];
        std::snprintf(check, sizeof check, "ball of %.2f of the density let go under water: acceleration over theory",
                      rho_b / 1000);
        expect_figure({check, flip_label(scene), "1, added mass of a ball"}, gained / theory, within(0.2, 1));
        for (int s = 0; s < 120; ++s) {
            solver->step(display_step, {}, {});
            ASSERT_LT(solver->stats().max_speed, 8);
        }
        EXPECT_GT(solver->particles().bodies[0].position.y, 0.7f) << "the ball rises to the surface";
    }
}

// The gap between a ball and the ceiling that it hits is narrower than a cell. The fluid in it must stay slow.
TEST(FlipFloating, FluidSqueezedOutUnderABallStaysSlow) {
    for (const float x : {0.45f, 0.47f, 0.51f, 0.55f}) {
        Scene scene = pool(1 / 32.0f, 0.8f);
        scene.domain.bodies = {dynamic_body(BodyShape::ball, glm::vec3(0.1f), {x, 0.35f, 0.3f}, 10)};
        Jobs jobs(1);
        const auto solver = make_solver(scene, jobs);
        float fastest = 0, highest = 0;
        for (int s = 0; s < 30; ++s) {
            solver->step(display_step, {}, {});
            keep_worst(fastest, solver->stats().max_speed);
            highest = std::max(highest, solver->particles().bodies[0].position.y);
        }
        std::printf("a ball let go at %.2f comes up to %.3f, the fastest particle at %.2f m/s\n",
                    static_cast<double>(x), static_cast<double>(highest), static_cast<double>(fastest));
        EXPECT_GT(highest, 0.89f) << "the ball reaches the ceiling";
        EXPECT_LT(fastest, 8);
    }
}

TEST(FlipFloating, DenserBallSinksAndComesToRest) {
    Scene scene = pool(1 / 16.0f);
    scene.domain.bodies = {dynamic_body(BodyShape::ball, glm::vec3(0.1f), {0.5f, 0.7f, 0.3f}, 2500)};
    Jobs jobs(1);
    const auto solver = make_solver(scene, jobs);
    run(*solver, 4);
    float lowest = 1, highest = 0;
    for (int i = 0; i < 60; ++i) {
        solver->step(display_step, {}, {});
        const float gap = solver->particles().bodies[0].position.y - 0.1f;
        keep_least(lowest, gap);
        keep_worst(highest, gap);
    }
    std::printf("a dense ball lies %.4f to %.4f above the floor\n", static_cast<double>(lowest),
                static_cast<double>(highest));
    EXPECT_LT(highest, 0.005f);
    EXPECT_GT(lowest, -0.002f);
}

// A body dropped onto an obstacle stays on it, and a grab lifts it.
TEST(FlipFloating, BodiesCollideWithObstaclesAndFollowThePointer) {
    Scene scene = pool(1 / 16.0f, 0.2f);
    BodyDef pillar = body_def(BodyShape::cylinder, {0.2f, 0.2f, 0.2f}, {0.5f, 0.2f, 0.3f}, 1000);
    scene.domain.bodies = {pillar, dynamic_body(BodyShape::box, glm::vec3(0.08f), {0.5f, 0.55f, 0.3f}, 900)};
    Jobs jobs(1);
    const auto solver = make_solver(scene, jobs);
    run(*solver, 1.5f);
    EXPECT_NEAR(solver->particles().bodies[1].position.y, 0.48f, 0.01f);
    const Grab grab{1, {0, 0, 0}, {0.5f, 0.8f, 0.3f}};
    for (int s = 0; s < 60; ++s) {
        solver->set_grabs({&grab, 1});
        solver->step(display_step, {}, {});
    }
    EXPECT_GT(solver->particles().bodies[1].position.y, 0.65f) << "the body hangs on the spring of the grab";
}

TEST(FlipFloating, BodiesCanBeAddedUpToTheLimitOfTheGrid) {
    Scene scene = pool(1 / 12.0f);
    Jobs jobs(1);
    const auto solver = make_solver(scene, jobs);
    run(*solver, 0.2f);
    EXPECT_TRUE(solver->particles().bodies.empty());
    BodyDef def = body_def(BodyShape::ball, glm::vec3(0.08f), {0.3f, 0.8f, 0.3f}, 400);
    EXPECT_EQ(solver->add_body(def).warning, "");
    run(*solver, 2);
    ASSERT_EQ(solver->particles().bodies.size(), 1u);
    EXPECT_NEAR(solver->particles().bodies[0].position.y, 0.5f, 0.08f) << "the ball floats";
    def.shape = BodyShape::cylinder;
    EXPECT_FALSE(solver->add_body(def).accepted);
    def.shape = BodyShape::capsule;
    def.half = {0.06f, 0.03f, 0.03f};
    Outcome last;
    int accepted = 1;
    for (int i = 0; i < 40; ++i) {
        def.position = {0.1f + 0.1f * static_cast<float>(i % 9), 0.7f, 0.1f + 0.1f * static_cast<float>(i / 9)};
        last = solver->add_body(def);
        accepted += last.accepted;
    }
    EXPECT_EQ(accepted, 32);
    EXPECT_NE(last.warning.find("32"), std::string::npos);
    run(*solver, 1);
    EXPECT_LT(solver->stats().max_speed, 6);
}

TEST(FlipFloating, StepsAllocateNothing) {
    Scene scene = pool(1 / 12.0f, 0.3f);
    for (int i = 0; i < 5; ++i)
        scene.domain.bodies.push_back(dynamic_body(static_cast<BodyShape>(i % 3), {0.08f, 0.05f, 0.06f},
                                                   {0.15f + 0.17f * static_cast<float>(i), 0.5f, 0.3f},
                                                   200 + 200.0f * static_cast<float>(i)));
    Jobs jobs(1);
    const auto solver = make_solver(scene, jobs);
    run(*solver, 2);
    const auto before = allocations();
    run(*solver, 0.5f);
    EXPECT_EQ(allocations(), before);
}

}  // namespace
}  // namespace slosh::physics::flip_floating_test
