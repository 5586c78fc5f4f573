#include "rigid/velocity_unknowns.h"

#include <gtest/gtest.h>

#include <vector>

#include "support/bodies.h"

namespace slosh::velocity_unknowns_test {
namespace {

BodyDef brick(glm::vec3 position, float density) {
    BodyDef def = body_def(BodyShape::box, {0.3f, 0.2f, 0.1f}, position, density);
    def.velocity = {1, -2, 0.5f}, def.rotation = {0.5f, 0, -3};
    return def;
}

// Each body is dragged towards a velocity at a rate K (kg/s), and towards a rotation at a rate L (N m s): then
// x = dt K (w - v) / (m + dt K), and the same about each axis.
TEST(VelocityUnknowns, SolveADragOnEachBody) {
    Domain domain;
    domain.dimensions = 3;
    domain.walls = {Shape::box, {2, 2, 2}, {0, 0, 0}};
    domain.bodies = {brick({-1, 0, 0}, 500), brick({0, 1, 0}, 2000), brick({1, 0, 0}, 500)};
    domain.bodies[2].period = 1;
    RigidSolver solver(domain);
    const std::vector<Body> before(solver.view().begin(), solver.view().end());
    ASSERT_EQ(before.size(), 3u);
    const BodyVelocity towards{{4, 1, -1}, {0, 2, 1}};
    constexpr float dt = 0.1f, rate = 300, turning = 2;
    VelocityUnknowns unknowns;
    unknowns.begin(solver.view());
    unknowns.start({0, 0, 0});
    std::vector<BodyVelocity> impulses(before.size());
    const auto find_impulses = [&](const BodyVelocity& other) {
        for (size_t b = 0; b < before.size(); ++b) {
            const BodyVelocity& p = unknowns.direction()[b];
            impulses[b] = {dt * rate * (other.linear - p.linear), dt * turning * (other.angular - p.angular)};
        }
    };
    find_impulses(towards);
    double rr = unknowns.find_residual(impulses);
    for (int i = 0; i < 30 && rr > 1e-9; ++i) {
        find_impulses({});
        unknowns.update_solution(static_cast<float>(rr / unknowns.find_product(impulses)));
        const double last = rr;
        rr = unknowns.residual_norm();
        unknowns.update_direction(static_cast<float>(rr / last));
    }
    EXPECT_LE(rr, 1e-9);
    unknowns.add_change(solver);
    const auto expected = [](float inv_mass, float drag, float difference) {
        return inv_mass > 0 ? dt * drag / (1 / inv_mass + dt * drag) * difference : 0;
    };
    for (size_t b = 0; b < before.size(); ++b) {
        const Body &was = before[b], &is = solver.view()[b];
        const glm::vec3 gained = is.velocity - was.velocity, missing = towards.linear - was.velocity;
        // Along the axes of the body.
        const glm::vec3 turn = (is.angular_velocity - was.angular_velocity) * was.axes,
                        missing_turn = (towards.angular - was.angular_velocity) * was.axes;
        for (int d = 0; d < 3; ++d) {
            EXPECT_NEAR(gained[d], expected(was.inv_mass, rate, missing[d]), 1e-4) << "body " << b;
            EXPECT_NEAR(turn[d], expected(was.inv_inertia[d], turning, missing_turn[d]), 1e-4) << "body " << b;
        }
    }
    EXPECT_TRUE(before[2].is_kinematic());
}

}  // namespace
}  // namespace slosh::velocity_unknowns_test
