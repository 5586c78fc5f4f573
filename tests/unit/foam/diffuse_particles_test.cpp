#include "foam/diffuse_particles.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "support/allocations.h"
#include "support/diffuse_cloud.h"

namespace slosh::diffuse_particles_test {
namespace {

constexpr float g = 9.81f, dt = 1.0f / 60;

FoamDef with_budget(int budget) {
    FoamDef def;
    def.budget = budget;
    return def;
}

DiffuseEnvironment open_tank() { return {Walls::none(), {}, {}, {0, -g, 0}, {}}; }

// Water up to y = 0, a metre wide and half a metre high.
Cloud pool(glm::vec3 velocity = {0, 0, 0}) {
    Cloud cloud(0.05f);
    cloud.lattice({-0.5f, -0.5f, -0.5f}, {0.5f, 0, 0.5f}, velocity);
    return cloud;
}

// Two jets that collide head on.
Cloud jets() {
    Cloud cloud(0.05f);
    cloud.lattice({-0.6f, -0.1f, -0.1f}, {0, 0.1f, 0.1f}, {5, 0, 0});
    cloud.lattice({0, -0.1f, -0.1f}, {0.6f, 0.1f, 0.1f}, {-5, 0, 0});
    return cloud;
}

struct Ride {
    FoamDef def;
    DiffuseEnvironment tank = open_tank();
    Jobs jobs{2};
    DiffuseParticles diffuse;

    explicit Ride(const FoamDef& d) : def(d) { diffuse.reserve(def.budget); }
    void step(const Cloud& cloud) { diffuse.step(dt, def, cloud.fluid(), tank, jobs); }
    glm::vec3 at(size_t i) const {
        const DiffuseView view = diffuse.view();
        return {view.x[i], view.y[i], view.z[i]};
    }
    glm::vec3 velocity(size_t i) const {
        return {diffuse.velocity(0)[i], diffuse.velocity(1)[i], diffuse.velocity(2)[i]};
    }
};

TEST(DiffuseParticles, SprayFallsFreely) {
    Ride ride(with_budget(1));
    const glm::vec3 x(0.1f, 2, 0), v(1, 3, -0.5f);
    ride.diffuse.add(x, v, 10, DiffuseView::spray);
    for (int i = 1; i <= 40; ++i) {
        ride.step(pool());
        const float t = dt * static_cast<float>(i);
        const glm::vec3 expected = x + v * t + glm::vec3(0, -g, 0) * (0.5f * t * t);
        ASSERT_LT(glm::length(ride.at(0) - expected), 1e-4f) << "step " << i;
        ASSERT_EQ(ride.diffuse.view().kind[0], DiffuseView::spray);
    }
}

TEST(DiffuseParticles, BubblesRiseToTheSurfaceAndEndAsFoam) {
    Ride ride(with_budget(1));
    ride.def.life = 2;
    ride.diffuse.add({0.02f, -0.4f, 0.01f}, {0, 0, 0}, ride.def.life, DiffuseView::bubble);
    const float rising = ride.def.buoyancy * g / ride.def.drag;
    float fastest = 0;
    int steps = 0;
    while (ride.diffuse.view().count > 0 && ride.diffuse.view().kind[0] == DiffuseView::bubble && steps < 600) {
        ride.step(pool());
        fastest = std::max(fastest, ride.velocity(0).y), ++steps;
    }
    ASSERT_EQ(ride.diffuse.view().count, 1);
    EXPECT_EQ(ride.diffuse.view().kind[0], DiffuseView::foam);
    EXPECT_NEAR(fastest, rising, 0.02f * rising) << "drag and buoyancy balance";
    EXPECT_NEAR(ride.at(0).y, 0, 0.05f) << "at the surface";
    for (int i = 0; i < 60; ++i) ride.step(pool());
    EXPECT_NEAR(ride.at(0).y, 0, 0.05f) << "it stays there";
    for (int i = 0; i < 60 && ride.diffuse.view().count > 0; ++i) ride.step(pool());
    EXPECT_EQ(ride.diffuse.view().count, 0) << "and dissolves";
}

TEST(DiffuseParticles, FoamMovesWithTheFluid) {
    Ride ride(with_budget(1));
    const glm::vec3 v(0.4f, 0, -0.2f);
    Cloud water = pool(v);
    const glm::vec3 start(0.01f, 0.005f, 0.02f);
    ride.diffuse.add(start, {0, 0, 0}, 3, DiffuseView::foam);
    for (int i = 0; i < 60; ++i) water.advance(dt), ride.step(water);
    EXPECT_EQ(ride.diffuse.view().kind[0], DiffuseView::foam);
    EXPECT_LT(glm::length(ride.at(0) - start - v), 1e-3f);
}

TEST(DiffuseParticles, OnlyFoamLosesLifetimeAtFullRate) {
    const auto steps_alive = [](glm::vec3 at, DiffuseView::Kind kind, const DiffuseEnvironment& tank) {
        Ride ride(with_budget(1));
        ride.tank = tank;
        ride.tank.gravity = {0, 0, 0};
        ride.diffuse.add(at, {0, 0, 0}, 0.5f, kind);
        int steps = 0;
        while (ride.diffuse.view().count > 0 && steps < 1000) ride.step(pool()), ++steps;
        return steps;
    };
    EXPECT_NEAR(steps_alive({0, 0, 0}, DiffuseView::foam, open_tank()), 30, 1);
    EXPECT_NEAR(steps_alive({0, -0.25f, 0}, DiffuseView::bubble, open_tank()), 120, 2);
    EXPECT_NEAR(steps_alive({0, 2, 0}, DiffuseView::spray, open_tank()), 120, 2);
    DiffuseEnvironment dry = open_tank();
    dry.walls = {Shape::box, {1, 1, 1}, {0, 0, 0}};
    EXPECT_LE(steps_alive({0, 1.01f, 0}, DiffuseView::spray, dry), 120) << "on a wall";
}

TEST(DiffuseParticles, SprayOnADryWallExpiresSoon) {
    Ride ride(with_budget(1));
    ride.tank.walls = {Shape::box, {1, 1, 1}, {0, 0, 0}};
    ride.diffuse.add({0.8f, -0.99f, 0.8f}, {0, -1, 0}, 2, DiffuseView::spray);
    int steps = 0;
    while (ride.diffuse.view().count > 0 && steps < 100) ride.step(pool()), ++steps;
    EXPECT_NEAR(steps, 2 * 60 / 8, 3);
}

TEST(DiffuseParticles, FluidAtRestGeneratesNone) {
    Ride ride(with_budget(1000));
    for (int i = 0; i < 60; ++i) ride.step(pool());
    EXPECT_EQ(ride.diffuse.view().count, 0);
    for (int i = 0; i < 40; ++i) ride.step(jets());
    EXPECT_GT(ride.diffuse.view().count, 200) << "colliding jets do";
}

// Sources that move by a tenth of their spacing would place it in planes otherwise.
TEST(DiffuseParticles, NewFoamDoesNotShowTheLatticeOfTheFluid) {
    Ride ride(with_budget(20000));
    ride.def.air_rate = 1000;
    const Cloud cloud = jets();
    ride.diffuse.step(5e-4f, ride.def, cloud.fluid(), ride.tank, ride.jobs);
    const DiffuseView view = ride.diffuse.view();
    ASSERT_GT(view.count, 500);
    const float spacing = cloud.fluid().spacing;
    int parts[5] = {};  // of the distance from one plane of particles to the next
    for (const float x : view.x) ++parts[std::min(static_cast<int>(5 * (x / spacing - std::floor(x / spacing))), 4)];
    for (const int count : parts) {
        EXPECT_LT(count, 0.3f * static_cast<float>(view.count));
        EXPECT_GT(count, 0.1f * static_cast<float>(view.count));
    }
}

TEST(DiffuseParticles, AtTheBudgetTheLongestLivedRemain) {
    constexpr int budget = 200;
    Ride ride(with_budget(budget));
    ride.def.life = 2;
    for (int i = 0; i < budget; ++i)
        ride.diffuse.add({0, 3, 0}, {0, 0, 0}, i % 2 ? 1.99f : 0.3f + 1e-3f * static_cast<float>(i),
                         DiffuseView::spray);
    const auto alive = [&](float min_life, float max_life) {
        return std::count_if(ride.diffuse.life().begin(), ride.diffuse.life().end(),
                             [&](float life) { return life > min_life && life < max_life; });
    };
    ASSERT_EQ(alive(1.7f, 2), budget / 2);
    ASSERT_EQ(alive(0, 0.6f), budget / 2);
    for (int i = 0; i < 40; ++i) {
        ride.step(jets());
        ASSERT_LE(ride.diffuse.view().count, budget);
    }
    EXPECT_EQ(ride.diffuse.view().count, budget);
    EXPECT_GE(alive(1.7f, 2), budget / 2) << "the old ones with a long life stay";
    EXPECT_LT(alive(0, 0.6f), budget / 10) << "those with a short lifetime are removed first";
    ride.def.budget = 20;
    ride.step(jets());
    EXPECT_EQ(ride.diffuse.view().count, 20) << "a smaller budget takes effect at once";
}

TEST(DiffuseParticles, StaysInsideWallsAndOutsideBodies) {
    Body ball;
    ball.shape = BodyShape::ball, ball.half = glm::vec3(0.15f), ball.position = {0, 0.2f, 0};
    for (const Shape shape : {Shape::box, Shape::circle}) {
        Ride ride(with_budget(3000));
        ride.tank.walls = {shape, glm::vec3(0.6f), {0, 0, 0}};
        ride.tank.offset = {0.05f, 0, 0};
        ride.tank.bodies = std::span(&ball, 1);
        for (int i = 0; i < 60; ++i) {
            ride.step(jets());
            for (size_t k = 0; k < static_cast<size_t>(ride.diffuse.view().count); ++k) {
                const glm::vec3 from = ride.at(k) - ride.tank.offset;
                if (shape == Shape::circle) ASSERT_LE(glm::length(from), 0.6f + 1e-5f);
                else ASSERT_LE(std::max({std::abs(from.x), std::abs(from.y), std::abs(from.z)}), 0.6f + 1e-5f);
                ASSERT_GE(glm::length(ride.at(k) - ball.position), 0.15f - 1e-4f);
            }
        }
        EXPECT_GT(ride.diffuse.view().count, 500);
    }
}

TEST(DiffuseParticles, SameBitsForAnyNumberOfWorkers) {
    std::vector<float> expected;
    for (int workers = 1; workers <= 4; ++workers) {
        Ride ride(with_budget(4000));
        Jobs jobs(workers);
        Cloud water = jets();
        for (int i = 0; i < 30; ++i) {
            water.advance(0.1f * dt);
            ride.diffuse.step(dt, ride.def, water.fluid(), ride.tank, jobs);
        }
        std::vector<float> all(ride.diffuse.life().begin(), ride.diffuse.life().end());
        const DiffuseView view = ride.diffuse.view();
        for (const auto part : {view.x, view.y, view.z, view.shown, view.fade})
            all.insert(all.end(), part.begin(), part.end());
        ASSERT_GT(view.count, 500);
        if (workers == 1) expected = all;
        EXPECT_EQ(all, expected) << workers << " workers";
    }
}

TEST(DiffuseParticles, AllocatesNothingAfterTheFirstSteps) {
    Ride ride(with_budget(4000));
    const Cloud water = jets();
    for (int i = 0; i < 4; ++i) ride.step(water);
    const uint64_t before = allocations();
    for (int i = 0; i < 40; ++i) ride.step(water);
    EXPECT_EQ(allocations(), before);
}

TEST(DiffuseParticles, NonFiniteValuesAndEmptyFluidsAreHarmless) {
    const float nan = std::nanf(""), inf = std::numeric_limits<float>::infinity();
    Ride ride(with_budget(2000));
    ride.tank.walls = {Shape::box, glm::vec3(1), {0, 0, 0}};
    Cloud water = jets();
    water.set(3, {nan, 0, 0}, {0, 0, 0});
    water.set(40, {0, 0, 0}, {0, nan, 0});
    water.set(41, {inf, -inf, 0}, {inf, 0, 0});
    water.set(80, {1e30f, 0, 0}, {1e30f, 1e30f, 0});
    for (int i = 0; i < 40; ++i) ride.step(water);
    EXPECT_GT(ride.diffuse.view().count, 100);
    const DiffuseView view = ride.diffuse.view();
    for (const auto part : {view.x, view.y, view.z, view.shown, view.fade, ride.diffuse.life()})
        for (const float value : part) ASSERT_TRUE(std::isfinite(value));
    ride.step(Cloud(0.05f));
    Cloud one(0.05f);
    one.add({0, 0, 0}, {9, 0, 0});
    ride.step(one);
    ride.tank.gravity = {0, 0, 0};
    ride.step(jets());
    ride.def.budget = 0;
    ride.step(jets());
    EXPECT_EQ(ride.diffuse.view().count, 0);
}

}  // namespace
}  // namespace slosh::diffuse_particles_test
