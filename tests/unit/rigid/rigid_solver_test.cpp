#include "rigid/rigid_solver.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <glm/geometric.hpp>

#include "base/random.h"
#include "support/bodies.h"
#include "support/worst.h"

namespace slosh::rigid_solver_test {
namespace {

constexpr float dt = 1.0f / 240;
constexpr glm::vec3 down{0, -9.81f, 0};

Domain box_tank(int dimensions, std::vector<BodyDef> bodies, glm::vec3 half = {1, 1, 1}) {
    Domain domain;
    domain.dimensions = dimensions;
    domain.walls = {Shape::box, half, {0, 0, 0}};
    domain.bodies = std::move(bodies);
    return domain;
}

BodyDef make(BodyShape shape, glm::vec3 half, glm::vec3 position, glm::vec3 velocity = {0, 0, 0}) {
    BodyDef def = body_def(shape, half, position);
    def.velocity = velocity;
    return def;
}

void run(RigidSolver& bodies, float seconds, glm::vec3 gravity = down, float step = dt) {
    for (int i = 0; i < static_cast<int>(seconds / step + 0.5f); ++i) bodies.step(step, gravity, {});
}

glm::dvec3 momentum(const RigidSolver& bodies) {
    glm::dvec3 total(0);
    for (const Body& b : bodies.view()) total += glm::dvec3(b.velocity) * static_cast<double>(b.mass);
    return total;
}

// About the origin, rotation of the bodies included.
glm::dvec3 angular_momentum(const RigidSolver& bodies) {
    glm::dvec3 total(0);
    for (const Body& b : bodies.view()) {
        total += glm::cross(glm::dvec3(b.position), glm::dvec3(b.velocity) * static_cast<double>(b.mass));
        total += glm::dvec3(b.axes * (b.inertia * (b.angular_velocity * b.axes)));
    }
    return total;
}

double energy(const RigidSolver& bodies) {
    double total = 0;
    for (const Body& b : bodies.view()) {
        const glm::vec3 angular_velocity = b.angular_velocity * b.axes;
        total += 0.5 * static_cast<double>(b.mass * glm::dot(b.velocity, b.velocity) +
                                           glm::dot(angular_velocity, b.inertia * angular_velocity));
    }
    return total;
}

// The largest distance of a support point beyond a wall.
float worst_overlap(const RigidSolver& bodies, const Domain& domain) {
    float worst = 0;
    for (const Body& b : bodies.view()) {
        glm::vec3 at[8];
        const int count = support_points(b, domain.dimensions, at);
        for (int k = 0; k < count; ++k)
            each_wall(domain.walls, {0, 0, 0}, domain.dimensions, at[k], b.round(),
                      [&](float gap, glm::vec3) { keep_worst(worst, -gap); });
    }
    return worst;
}

// Off-centre collisions of all pairs of shapes, far from the walls and without gravity.
TEST(RigidSolver, CollisionsConserveMomentumAndAddNoEnergy) {
    constexpr BodyShape shapes[] = {BodyShape::ball, BodyShape::box, BodyShape::capsule};
    double worst_drift = 0, worst_turn = 0, worst_gain = 0;
    int hits = 0;
    Random random(3);
    for (const int dimensions : {2, 3})
        for (const BodyShape a : shapes)
            for (const BodyShape b : shapes)
                for (int turn = 0; turn < 6; ++turn) {
                    BodyDef left = make(a, {0.2f, 0.1f, 0.15f}, {-0.5f, random.uniform(-0.1f, 0.1f), 0}, {2, 0, 0});
                    BodyDef right = make(b, {0.25f, 0.12f, 0.1f}, {0.5f, 0, 0}, {-1, 0.2f, 0});
                    left.rotation.z = random.uniform(-1, 1), right.rotation.z = random.uniform(-1, 1);
                    left.angular_velocity.z = random.uniform(-3, 3), left.restitution = 0.5f;
                    if (dimensions == 3) left.rotation.x = random.uniform(-1, 1), right.angular_velocity.y = 2;
                    right.density = 1500;
                    const Domain domain = box_tank(dimensions, {left, right}, {50, 50, 50});
                    RigidSolver bodies(domain);
                    const glm::dvec3 p = momentum(bodies), l = angular_momentum(bodies);
                    const double before = energy(bodies);
                    const glm::vec3 speed = bodies.view()[0].velocity;
                    run(bodies, 1, {0, 0, 0}, 1.0f / 960);
                    const double scale = static_cast<double>(bodies.view()[0].mass) * 2;
                    keep_worst(worst_drift, glm::length(momentum(bodies) - p) / scale);
                    keep_worst(worst_turn, glm::length(angular_momentum(bodies) - l) / scale);
                    keep_worst(worst_gain, energy(bodies) / before - 1);
                    hits += glm::length(bodies.view()[0].velocity - speed) > 0.1f;
                }
    std::printf("%d of 108 hit: momentum off by %.1e, angular by %.1e (of m v), energy gained at most %.2e\n", hits,
                worst_drift, worst_turn, worst_gain);
    EXPECT_GT(hits, 90);
    EXPECT_LT(worst_drift, 1e-5);
    EXPECT_LT(worst_turn, 3e-3) << "of m v in metres; overlap and positions corrected cost a little";
    EXPECT_LT(worst_gain, 5e-3);
}

TEST(RigidSolver, ElasticBallsSwapTheirSpeeds) {
    BodyDef left = make(BodyShape::ball, glm::vec3(0.1f), {-0.5f, 0, 0}, {2, 0, 0});
    left.restitution = 1;
    const BodyDef right = make(BodyShape::ball, glm::vec3(0.1f), {0.5f, 0, 0});
    RigidSolver bodies(box_tank(2, {left, right}, {50, 50, 50}));
    run(bodies, 1, {0, 0, 0});
    EXPECT_NEAR(bodies.view()[0].velocity.x, 0, 1e-4f);
    EXPECT_NEAR(bodies.view()[1].velocity.x, 2, 1e-4f);
}

TEST(RigidSolver, AStackOfFiveBoxesStands) {
    for (const int dimensions : {2, 3}) {
        std::vector<BodyDef> pile;
        for (int i = 0; i < 5; ++i)
            pile.push_back(make(BodyShape::box, {0.1f, 0.1f, 0.1f},
                                {0.01f * static_cast<float>(i % 2), -0.89f + 0.205f * static_cast<float>(i), 0}));
        const Domain domain = box_tank(dimensions, pile);
        RigidSolver bodies(domain);
        run(bodies, 10);
        float worst_tilt = 0, worst_shift = 0, worst_height = 0;
        for (size_t i = 0; i < 5; ++i) {
            const Body& b = bodies.view()[i];
            keep_worst(worst_tilt, 1 - b.axes[1].y);
            keep_worst(worst_shift, std::abs(b.position.x - pile[i].position.x));
            keep_worst(worst_height, std::abs(b.position.y - (-0.9f + 0.2f * static_cast<float>(i))));
        }
        std::printf("%dD stack after 10 s: fastest %.1e m/s, sideways %.1e m, height off by %.1e m\n", dimensions,
                    static_cast<double>(bodies.max_speed()), static_cast<double>(worst_shift),
                    static_cast<double>(worst_height));
        EXPECT_LT(bodies.max_speed(), 1e-3f);
        EXPECT_LT(worst_tilt, 1e-4f);
        EXPECT_LT(worst_shift, 0.005f);
        EXPECT_LT(worst_height, 0.003f);
    }
}

// a = g sin / (1 + I / m r^2): 2/3 of g sin for a disc, 5/7 for a ball.
TEST(RigidSolver, RollsWithoutSlipping) {
    for (const int dimensions : {2, 3}) {
        RigidSolver bodies(box_tank(dimensions, {make(BodyShape::ball, glm::vec3(0.1f), {-15, -0.9f, 0})}, {20, 1, 1}));
        const float sine = 0.25f, cosine = std::sqrt(1 - sine * sine);
        const glm::vec3 tilted{9.81f * sine, -9.81f * cosine, 0};
        run(bodies, 0.5f, tilted);
        const float before = bodies.view()[0].velocity.x;
        run(bodies, 2, tilted);
        const Body& b = bodies.view()[0];
        const float fraction = (b.velocity.x - before) / (2 * 9.81f * sine),
                    theory = dimensions == 2 ? 2.0f / 3 : 5.0f / 7;
        std::printf("%dD rolling: %.4f of g sin, theory %.4f; slip %.1e m/s\n", dimensions,
                    static_cast<double>(fraction), static_cast<double>(theory),
                    static_cast<double>(b.velocity.x + b.angular_velocity.z * 0.1f));
        EXPECT_NEAR(fraction / theory, 1, 0.03f);
        EXPECT_NEAR(b.velocity.x, -b.angular_velocity.z * 0.1f, 0.01f);
    }
}

TEST(RigidSolver, FrictionHoldsABoxOnASlopeUpToItsCoefficient) {
    for (const float slope : {0.35f, 0.45f}) {
        RigidSolver bodies(box_tank(2, {make(BodyShape::box, {0.2f, 0.1f, 0.1f}, {-15, -0.9f, 0})}, {20, 1, 1}));
        run(bodies, 2, {9.81f * slope, -9.81f, 0});
        const float expected = slope < 0.4f ? 0 : 9.81f * (slope - 0.4f) * 2;
        EXPECT_NEAR(bodies.view()[0].velocity.x, expected, 0.02f * expected + 1e-3f) << slope;
    }
}

TEST(RigidSolver, CapsulesLieDownAndStayInCorners) {
    for (const int dimensions : {2, 3}) {
        BodyDef capsule = make(BodyShape::capsule, {0.3f, 0.1f, 0.1f}, {0.55f, 0.3f, 0}, {3, 0, 0});
        capsule.rotation.z = 0.4f;
        BodyDef box = make(BodyShape::box, {0.15f, 0.1f, 0.12f}, {-0.6f, 0, dimensions == 3 ? 0.5f : 0}, {-3, 1, 0});
        box.rotation.z = 0.4f;
        const Domain domain = box_tank(dimensions, {capsule, box});
        RigidSolver bodies(domain);
        run(bodies, 6, {1, -9.81f, 1});
        const Body& b = bodies.view()[0];
        std::printf("%dD in corners: fastest %.1e m/s, overlap %.1e m\n", dimensions,
                    static_cast<double>(bodies.max_speed()), static_cast<double>(worst_overlap(bodies, domain)));
        EXPECT_NEAR(b.position.y, -0.9f, 0.003f) << "lies";
        EXPECT_LT(worst_overlap(bodies, domain), 0.002f);
        EXPECT_LT(bodies.max_speed(), 0.01f);
    }
}

TEST(RigidSolver, BodiesStayInsideAtAnySpeed) {
    for (const int dimensions : {2, 3})
        for (const Shape shape : {Shape::box, Shape::circle}) {
            Random random(11);
            Domain domain = box_tank(dimensions, {});
            domain.walls.shape = shape;
            for (int i = 0; i < 12; ++i) {
                const auto at = [&] { return random.uniform(-0.5f, 0.5f); };
                BodyDef def = make(static_cast<BodyShape>(i % 3), {0.12f, 0.06f, 0.08f}, {at(), at(), at()},
                                   {at() * 4000, at() * 4000, at() * 4000});
                def.angular_velocity = {at() * 100, at() * 100, at() * 100};
                domain.bodies.push_back(def);
            }
            RigidSolver bodies(domain);
            EXPECT_EQ(bodies.view().size(), 12u);
            float worst = 0;
            for (int i = 0; i < 600; ++i) {
                bodies.step(1.0f / 120, down, {});
                keep_worst(worst, worst_overlap(bodies, domain));
            }
            EXPECT_LT(worst, 0.013f) << dimensions;  // about a fifth of the smallest half extent
            for (const Body& b : bodies.view())
                EXPECT_TRUE(std::isfinite(b.position.x + b.velocity.x + b.angular_velocity.z));
        }
}

TEST(RigidSolver, BodiesFollowAMovingContainer) {
    RigidSolver bodies(box_tank(2, {make(BodyShape::box, {0.1f, 0.1f, 0.1f}, {0.5f, -0.9f, 0})}));
    glm::vec3 offset(0);
    for (int i = 0; i < 480; ++i) {
        bodies.step(dt, down, {offset, {-2, 0, 0}});
        offset.x -= 2 * dt;
    }
    EXPECT_NEAR(bodies.view()[0].velocity.x, -2, 0.01f);
    EXPECT_NEAR(bodies.view()[0].position.x - offset.x, 0.9f, 0.003f)
        << "friction of 0.4 stops it after 0.51 m, the wall after 0.4";
}

TEST(RigidSolver, KinematicBodyOscillatesAndPushesOthers) {
    BodyDef paddle = make(BodyShape::box, {0.1f, 0.5f, 0.5f}, {-0.8f, -0.5f, 0});
    paddle.oscillation = {0.1f, 0, 0}, paddle.period = 1;
    const Domain domain = box_tank(2, {paddle, make(BodyShape::box, {0.1f, 0.1f, 0.1f}, {-0.59f, -0.9f, 0})});
    RigidSolver bodies(domain);
    float min_x = 1, max_x = -1;
    for (int i = 0; i < 480; ++i) {
        bodies.step(dt, down, {});
        const float x = bodies.view()[0].position.x;
        min_x = std::min(min_x, x), max_x = std::max(max_x, x);
    }
    EXPECT_NEAR(min_x, -0.9f, 1e-3f);
    EXPECT_NEAR(max_x, -0.7f, 1e-3f);
    EXPECT_GT(bodies.view()[1].position.x, -0.51f) << "pushed along";
    EXPECT_NEAR(bodies.view()[0].position.y, -0.5f, 1e-5f) << "it does not fall";
}

TEST(RigidSolver, PointerLiftsMovesAndThrows) {
    RigidSolver bodies(box_tank(2, {make(BodyShape::box, {0.1f, 0.1f, 0.1f}, {0, -0.9f, 0})}));
    const Grab grab{0, {0.05f, 0.1f, 0}, {0.3f, 0.4f, 0}};
    bodies.set_grabs(std::span(&grab, 1));
    run(bodies, 4);
    const Body& b = bodies.view()[0];
    const glm::vec3 held = b.to_world(grab.local_point);
    EXPECT_NEAR(held.x, 0.3f, 0.01f);
    EXPECT_NEAR(held.y, 0.4f, 0.06f) << "the weight stretches the spring a little";
    EXPECT_NEAR(b.position.x, 0.3f, 0.02f) << "the centre comes to rest below the grab";
    for (int i = 0; i < 40; ++i) {
        const Grab moving{0, grab.local_point, {0.3f - 0.01f * static_cast<float>(i), 0.4f, 0}};
        bodies.set_grabs(std::span(&moving, 1));
        bodies.step(dt, down, {});
    }
    bodies.set_grabs({});
    EXPECT_LT(bodies.view()[0].velocity.x, -1) << "thrown";
    const Grab none[] = {{7, {}, {}}, {-1, {}, {}}};
    bodies.set_grabs(none);
    run(bodies, 0.1f);  // grabs of bodies that do not exist are ignored
}

TEST(RigidSolver, TumblingBoxConservesAngularMomentum) {
    BodyDef def = make(BodyShape::box, {0.3f, 0.2f, 0.1f}, {0, 0, 0});
    def.angular_velocity = {0.05f, 5, 0.05f};  // about the middle axis: it flips over
    RigidSolver bodies(box_tank(3, {def}));
    const glm::dvec3 before = angular_momentum(bodies);
    float lowest = 1;
    for (int i = 0; i < 6000; ++i) {
        bodies.step(dt / 4, {0, 0, 0}, {});
        lowest = std::min(lowest, bodies.view()[0].axes[1].y);
    }
    const double off = glm::length(angular_momentum(bodies) - before) / glm::length(before);
    std::printf("tumbling: angular momentum off by %.1e, upside down %.2f\n", off, static_cast<double>(lowest));
    EXPECT_LT(off, 3e-3);
    EXPECT_LT(lowest, -0.9f);
}

TEST(RigidSolver, AtMost64Bodies) {
    const BodyDef fine = make(BodyShape::box, {0.1f, 0.1f, 0.1f}, {0, 0, 0});
    RigidSolver bodies(box_tank(2, {}));
    for (int i = 0; i < 64; ++i) {
        EXPECT_EQ(bodies.add(fine).warning, "");
    }
    const Outcome outcome = bodies.add(fine);
    EXPECT_FALSE(outcome.accepted) << "the 65th";
    EXPECT_EQ(outcome.warning, "a tank holds at most 64 bodies");
    EXPECT_EQ(bodies.view().size(), 64u);
}

// What the user draws is replaced as a whole, does not count as a body of the tank, and others stand on it.
TEST(RigidSolver, DrawnBodiesAreApart) {
    RigidSolver bodies(box_tank(2, {make(BodyShape::box, {0.1f, 0.1f, 0}, {0, 0.3f, 0})}));
    BodyDef shelf = make(BodyShape::capsule, {0.5f, 0.05f, 0}, {0, 0, 0});
    shelf.period = 1;
    const BodyDef drawn[] = {shelf, shelf, shelf};
    bodies.set_drawn(drawn, {0.2f, 0, 0});
    ASSERT_EQ(bodies.view().size(), 4u);
    EXPECT_TRUE(bodies.view().back().drawn && bodies.view().back().is_kinematic());
    EXPECT_FLOAT_EQ(bodies.view().back().position.x, 0.2f);
    EXPECT_TRUE(bodies.add(make(BodyShape::ball, {0.05f, 0, 0}, {0.3f, 0.3f, 0})).accepted);
    for (int i = 0; i < 480; ++i) bodies.step(dt, down, {{0.2f, 0, 0}, {0, 0, 0}});
    EXPECT_NEAR(bodies.view()[0].position.y, 0.15f, 0.01f) << "it lies on the shelf";
    bodies.set_drawn({}, {0.2f, 0, 0});
    ASSERT_EQ(bodies.view().size(), 2u);
    EXPECT_EQ(bodies.view()[1].shape, BodyShape::ball);
    for (int i = 0; i < 480; ++i) bodies.step(dt, down, {{0.2f, 0, 0}, {0, 0, 0}});
    EXPECT_NEAR(bodies.view()[0].position.y, -0.9f, 0.01f) << "and falls to the floor";
    std::vector<BodyDef> many(RigidSolver::max_bodies + 9, shelf);
    bodies.set_drawn(many, {0, 0, 0});
    EXPECT_EQ(bodies.view().size(), 2u + RigidSolver::max_bodies);
    EXPECT_TRUE(bodies.add(make(BodyShape::ball, {0.05f, 0, 0}, {-0.3f, 0.3f, 0})).accepted);
}

// A body that is held stays in hand while the user draws and erases.
TEST(RigidSolver, DrawingDoesNotChangeTheIndicesOfOtherBodies) {
    RigidSolver bodies(box_tank(2, {make(BodyShape::ball, {0.1f, 0, 0}, {-0.5f, 0, 0})}));
    BodyDef shelf = make(BodyShape::capsule, {0.5f, 0.05f, 0}, {0, -0.5f, 0});
    shelf.period = 1;
    const BodyDef drawn[] = {shelf, shelf};
    bodies.set_drawn(drawn, {0, 0, 0});
    ASSERT_TRUE(bodies.add(make(BodyShape::ball, {0.1f, 0, 0}, {0, 0, 0})).accepted);
    ASSERT_TRUE(bodies.add(make(BodyShape::ball, {0.1f, 0, 0}, {0.5f, 0, 0})).accepted);
    const glm::vec3 start = bodies.view()[1].position;
    const Grab grab{.body = 1, .target = start + glm::vec3(0, 0.5f, 0)};
    for (const size_t pieces : {2u, 1u, 0u}) {
        bodies.set_grabs({&grab, 1});
        bodies.set_drawn(std::span<const BodyDef>(drawn).first(pieces), {0, 0, 0});
        for (int i = 0; i < 60; ++i) bodies.step(dt, {0, 0, 0}, {});
    }
    ASSERT_EQ(bodies.view().size(), 3u);
    EXPECT_NEAR(bodies.view()[1].position.y, 0.5f, 0.02f);
    EXPECT_EQ(bodies.view()[0].position.y, 0);
    EXPECT_EQ(bodies.view()[2].position.y, 0);
}

}  // namespace
}  // namespace slosh::rigid_solver_test
