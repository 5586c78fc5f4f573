// Obstacles that keep particles outside: no particle stays in one or passes through, from any side, at any speed.
#include "rigid/drawn_obstacles.h"

#include <gtest/gtest.h>

#include <cmath>
#include <glm/geometric.hpp>
#include <vector>

#include "base/random.h"

namespace slosh::drawn_obstacles_test {
namespace {

constexpr float dt = 1.0f / 60;

BodyDef capsule(glm::vec3 at, float half_length, float radius, float tangent_of_half_angle = 0) {
    return {.shape = BodyShape::capsule,
            .half = {half_length, radius, radius},
            .position = at,
            .rotation = {1, 0, 0, tangent_of_half_angle},
            .period = 1};
}

float gap_to(const DrawnObstacles& obstacles, glm::vec3 at, int dimensions) {
    float smallest = 1e9f;
    for (const Body& body : obstacles.bodies()) {
        glm::vec3 outwards;
        smallest = std::min(smallest, body.distance(body.to_local(at), dimensions, outwards));
    }
    return smallest;
}

TEST(DrawnObstacles, NothingPassesThroughAThinStrokeAtAnySpeed) {
    DrawnObstacles obstacles;
    const DrawnObstacles::Response response{.gap = 0.01f};
    const BodyDef wall[] = {capsule({0, 0, 0}, 1, 0.01f)};
    obstacles.set(wall, 2, response.range());
    Random random(1);
    for (int n = 0; n < 2000; ++n) {
        const float side = n % 2 ? 1 : -1, speed = std::pow(10.0f, random.uniform(-1, 2));
        const glm::vec3 start(random.uniform(-0.8f, 0.8f), side * random.uniform(0.02f, 0.15f), 0);
        glm::vec3 v(random.uniform(-1, 1), -side * speed, 0), at = start + v * dt;
        const bool met = obstacles.keep_outside(at, v, dt, response);
        ASSERT_GT(at.y * side, 0) << "from " << start.y << " at " << speed << " m/s";
        if (met) {
            ASSERT_GE(at.y * side, 0.0199f) << "from " << start.y << " at " << speed << " m/s";
            ASSERT_GE(v.y * side, 0);
        }
    }
}

TEST(DrawnObstacles, AParticleInsideComesOutAndLosesItsInwardVelocity) {
    for (const int dimensions : {2, 3}) {
        DrawnObstacles obstacles;
        const DrawnObstacles::Response response{.gap = 0.02f, .restitution = 0.5f, .friction = 0.25f};
        const BodyDef all[] = {
            {.shape = BodyShape::ball, .half = {0.2f, 0.2f, 0.2f}, .position = {0.5f, 0, 0}, .period = 1},
            {.shape = BodyShape::box, .half = {0.3f, 0.1f, 0.2f}, .position = {-0.5f, 0, 0}, .period = 1}};
        obstacles.set(all, dimensions, response.range());
        const Motion container{.offset = {3, 4, 0}, .velocity = {1, 2, 0}};
        obstacles.move(container);
        EXPECT_EQ(obstacles.bodies()[0].position, glm::vec3(3.5f, 4, 0));
        EXPECT_EQ(obstacles.bodies()[1].velocity, container.velocity);
        EXPECT_TRUE(obstacles.bodies()[0].drawn);
        Random random(2);
        int met = 0;
        for (int n = 0; n < 3000; ++n) {
            glm::vec3 at(random.uniform(2, 4), random.uniform(3.7f, 4.3f),
                         dimensions == 3 ? random.uniform(-0.3f, 0.3f) : 0);
            glm::vec3 v = container.velocity;  // at rest relative to the obstacles
            const glm::vec3 before = at;
            const float gap = gap_to(obstacles, at, dimensions);
            const bool changed = obstacles.keep_outside(at, v, dt, response);
            EXPECT_EQ(changed, gap < response.gap);
            met += changed;
            EXPECT_GE(gap_to(obstacles, at, dimensions), response.gap - 1e-5f);
            EXPECT_LT(glm::length(v - container.velocity), 1e-5f) << "no velocity from being moved";
            if (!changed) {
                EXPECT_EQ(at, before);
            }
        }
        EXPECT_GT(met, 400);
        glm::vec3 at(2.5f, 4.09f, 0), v = container.velocity + glm::vec3(4, -2, 0);  // inside the box, just
        ASSERT_TRUE(obstacles.keep_outside(at, v, 1e-4f, response));
        EXPECT_NEAR(v.x - container.velocity.x, 3, 1e-4f) << "friction";
        EXPECT_NEAR(v.y - container.velocity.y, 1, 1e-4f) << "restitution";
    }
}

TEST(DrawnObstacles, CornersBetweenStrokesLetNothingThrough) {
    DrawnObstacles obstacles;
    const DrawnObstacles::Response response{.gap = 0.02f};
    // A V of two strokes at right angles, and more obstacles than there is room for.
    std::vector<BodyDef> defs = {capsule({-0.35f, 0.35f, 0}, 0.52f, 0.03f, std::tan(-0.392699f)),
                                 capsule({0.35f, 0.35f, 0}, 0.52f, 0.03f, std::tan(0.392699f))};
    for (int n = 0; n < 80; ++n) defs.push_back(capsule({10, 10, 0}, 0.1f, 0.1f));
    obstacles.set(defs, 2, response.range());
    ASSERT_EQ(obstacles.bodies().size(), DrawnObstacles::max_count);
    glm::vec3 at(0.01f, 0.6f, 0), v(0);
    for (int step = 0; step < 600; ++step) {
        v.y -= 9.81f * dt;
        at += v * dt;
        obstacles.keep_outside(at, v, dt, response);
        ASSERT_GE(gap_to(obstacles, at, 2), response.gap - 0.002f) << "step " << step;
    }
    EXPECT_NEAR(at.x, 0, 0.02f);
    EXPECT_LT(at.y, 0.15f);
    EXPECT_LT(glm::length(v), 0.5f);
    obstacles.set({}, 2, response.range());
    EXPECT_TRUE(obstacles.empty());
    EXPECT_FALSE(obstacles.keep_outside(at, v, dt, response));
}

TEST(DrawnObstacles, StickyOnesHoldWhatIsNear) {
    DrawnObstacles obstacles;
    const DrawnObstacles::Response response{.gap = 0.02f, .stickiness = 100, .stick_distance = 0.12f};
    const BodyDef ball[] = {{.shape = BodyShape::ball, .half = {0.2f, 0, 0}, .period = 1}};
    obstacles.set(ball, 2, response.range());
    const float in_the_middle_of_the_range = 0.27f;
    EXPECT_NEAR(obstacles.attraction({in_the_middle_of_the_range, 0, 0}, response).x, -0.05f * 0.5f * 100, 1e-4f);
    EXPECT_EQ(obstacles.attraction({0.33f, 0, 0}, response).x, 0) << "beyond it";
    EXPECT_EQ(obstacles.attraction({0.2f, 0, 0}, response).x, 0) << "in contact";
    EXPECT_EQ(obstacles.attraction({0.27f, 0, 0}, {.gap = 0.02f}).x, 0) << "not sticky";
    const DrawnObstacles::Response wider{.gap = 0.02f, .stickiness = 100, .stick_distance = 0.4f};
    obstacles.set_range(wider.range());
    EXPECT_LT(obstacles.attraction({0.45f, 0, 0}, wider).x, 0) << "after a change of the range";
}

}  // namespace
}  // namespace slosh::drawn_obstacles_test
