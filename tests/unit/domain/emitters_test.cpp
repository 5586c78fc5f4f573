#include "domain/emitters.h"

#include <gtest/gtest.h>

#include <cmath>
#include <glm/geometric.hpp>
#include <limits>
#include <set>

namespace slosh {
namespace {

constexpr float spacing = 0.02f;
const EmitterSystem::ParticlePositions no_particles{nullptr, nullptr, nullptr, 0, {}};

Domain tank(int dimensions, std::vector<Emitter> emitters) {
    Domain domain;
    domain.dimensions = dimensions;
    domain.walls = {Shape::box, {2, 2, 2}, {0, 0, 0}};
    domain.emitters = std::move(emitters);
    return domain;
}

float volume_of_one(int dimensions) { return dimensions == 2 ? spacing * spacing : spacing * spacing * spacing; }

EmitterSystem sources_in(const Domain& domain) {
    return EmitterSystem(domain, spacing, volume_of_one(domain.dimensions), 100000);
}

// All that comes in a while, carried along with its velocity to the end of it.
std::vector<EmittedParticle> flow(EmitterSystem& sources, int steps, float dt) {
    std::vector<EmittedParticle> all;
    for (int s = 0; s < steps; ++s) {
        for (const EmittedParticle& one : sources.emit(dt, {}, {0, 0, 0}, no_particles)) all.push_back(one);
        for (EmittedParticle& one : all) one.position += one.velocity * dt;
    }
    return all;
}

float min_distance(const std::vector<EmittedParticle>& all) {
    float least = 1e30f;
    for (size_t i = 0; i < all.size(); ++i)
        for (size_t j = 0; j < i; ++j) least = std::min(least, glm::length(all[i].position - all[j].position));
    return least;
}

TEST(EmitterSystem, RowsLeaveASlitAtRestSpacing) {
    EmitterSystem sources = sources_in(tank(2, {{{0, 1, 0}, {0.6f, -0.8f, 0}, 10 * spacing, 3, 2}}));
    const std::vector<EmittedParticle> all = flow(sources, 50, 0.003f);
    ASSERT_EQ(all.size() % 10, 0u);
    EXPECT_NEAR(static_cast<double>(all.size()), 50 * 0.003 * 3 / 0.02 * 10, 10) << "whole rows";
    for (const EmittedParticle& one : all) {
        EXPECT_EQ(one.kind, 2);
        EXPECT_NEAR(glm::dot(one.velocity, glm::vec3(0.6f, -0.8f, 0)), 3, 1e-5f);
    }
    EXPECT_NEAR(min_distance(all), spacing, 1e-5f);
    // Each particle of the inside has its four neighbours.
    for (size_t i = 10; i + 10 < all.size(); ++i) {
        int near = 0;
        for (const EmittedParticle& other : all)
            near += std::abs(glm::length(all[i].position - other.position) - spacing) < 1e-4f;
        EXPECT_EQ(near, i % 10 == 0 || i % 10 == 9 ? 3 : 4);
    }
}

TEST(EmitterSystem, FluxIsWidthTimesSpeedForAnyWidth) {
    for (const int dimensions : {2, 3})
        for (const float width : {0.013f, 0.037f, 0.1f, 0.21f}) {
            EmitterSystem sources = sources_in(tank(dimensions, {{{0, 1, 0}, {0, -2, 0}, width, 1.7f, 0}}));
            const double volume =
                static_cast<double>(volume_of_one(dimensions)) * static_cast<double>(flow(sources, 700, 0.001f).size());
            const double area = dimensions == 2 ? width : 3.14159265 * 0.25 * width * width;
            EXPECT_NEAR(volume / (area * 1.7 * 0.7), 1, 0.04) << dimensions << "D, width " << width;
        }
}

TEST(EmitterSystem, In3dANozzleIsADiscOfParticlesAtRestSpacing) {
    EmitterSystem sources = sources_in(tank(3, {{{0, 0, 0}, {1, 2, -2}, 12 * spacing, 2, 0}}));
    const std::vector<EmittedParticle> all = flow(sources, 20, 0.004f);
    EXPECT_GT(all.size(), 700u);
    EXPECT_GT(min_distance(all), 0.85f * spacing);
    const glm::vec3 along = glm::vec3(1, 2, -2) / 3.0f;
    float widest = 0;
    for (const EmittedParticle& one : all)
        widest = std::max(widest, glm::length(one.position - along * glm::dot(one.position, along)));
    EXPECT_LT(widest, 6 * spacing);
    EXPECT_GT(widest, 5.4f * spacing);
}

TEST(EmitterSystem, NoParticleIsPlacedTooCloseToAnother) {
    Domain domain = tank(2, {{{0, 0, 0}, {0, -1, 0}, 10 * spacing, 1, 0}});
    const float x[] = {0.011f, 0.07f}, y[] = {0.001f, -0.012f};
    const EmitterSystem::ParticlePositions two{x, y, y, 2, {}};
    EmitterSystem sources = sources_in(domain);
    const std::span<const EmittedParticle> born = sources.emit(0.001f, {}, {0, 0, 0}, two);
    EXPECT_EQ(born.size(), 8u);
    for (const EmittedParticle& one : born)
        for (int k = 0; k < 2; ++k)
            EXPECT_GE(std::hypot(one.position.x - x[k], one.position.y - y[k]), EmitterSystem::min_distance * spacing);

    BodyDef def;
    def.half = {0.05f, 0.05f, 0.05f}, def.position = {-0.07f, 0, 0};
    Body body;
    body.shape = def.shape, body.half = def.half, body.position = def.position;
    EmitterSystem beside = sources_in(domain);
    for (const EmittedParticle& one : beside.emit(0.001f, {}, {0, 0, 0}, {nullptr, nullptr, nullptr, 0, {&body, 1}}))
        EXPECT_GT(one.position.x, -0.02f) << "not in a body";

    EmitterSystem across = sources_in(tank(2, {{{2, 0, 0}, {0, -1, 0}, 10 * spacing, 1, 0}}));
    EXPECT_EQ(across.emit(0.001f, {}, {0, 0, 0}, no_particles).size(), 5u) << "nor beyond the walls";
    EmitterSystem moved = sources_in(tank(2, {{{1.9f, 0, 0}, {0, -1, 0}, 10 * spacing, 1, 0}}));
    const std::span<const EmittedParticle> with =
        moved.emit(0.001f, {{0.5f, 0, 0}, {0.3f, 0, 0}}, {0.5f, 0, 0}, no_particles);
    ASSERT_EQ(with.size(), 10u) << "with which it moves";
    EXPECT_NEAR(with[0].velocity.x, 0.3f, 1e-6f);
    EXPECT_GT(with[0].position.x, 2.25f);
}

TEST(EmitterSystem, PositionsInWallsAndBodiesAreRejected) {
    const Walls box{Shape::box, {2, 1, 1}, {0, 0, 0}}, round{Shape::circle, {1, 1, 1}, {0, 0, 0}};
    BodyDef def;
    Body body;
    body.shape = def.shape, body.half = {0.1f, 0.1f, 0.1f}, body.position = {0.5f, 0, 0};
    const auto buried = [&](glm::vec3 at, const Walls& walls, glm::vec3 offset = {}, int dimensions = 2) {
        return is_buried(at, walls, dimensions, offset, {&body, 1});
    };
    EXPECT_FALSE(buried({0, 0, 0}, box));
    EXPECT_TRUE(buried({0.55f, 0, 0}, box)) << "in the body";
    EXPECT_FALSE(buried({0.65f, 0, 0}, box));
    EXPECT_TRUE(buried({0, 1.01f, 0}, box)) << "in the lid";
    EXPECT_FALSE(buried({0, 1.01f, 0}, box, {0, 0.1f, 0})) << "which has moved on";
    EXPECT_TRUE(buried({0.8f, 0.8f, 0}, round)) << "in a corner that a circle lacks";
    EXPECT_FALSE(buried({0, 0, 1.5f}, round)) << "a plane has no depth";
    EXPECT_TRUE(buried({0, 0, 1.5f}, round, {}, 3));
}

TEST(EmitterSystem, DrainsRemoveTheParticlesInside) {
    Domain domain = tank(3, {});
    domain.drains = {{Shape::circle, {0, 0, 0}, {0.5f, 0, 0}}, {Shape::box, {1, 1, 1}, {0.1f, 0.2f, 0.3f}}};
    const EmitterSystem sources = sources_in(domain);
    EXPECT_TRUE(sources.is_drained({0.3f, 0.3f, 0.2f}, {0, 0, 0}));
    EXPECT_FALSE(sources.is_drained({0.3f, 0.3f, 0.3f}, {0, 0, 0}));
    EXPECT_TRUE(sources.is_drained({1.09f, 1.19f, 0.71f}, {0, 0, 0}));
    EXPECT_FALSE(sources.is_drained({1.11f, 1.19f, 0.71f}, {0, 0, 0}));
    EXPECT_TRUE(sources.is_drained({1.11f, 1.19f, 0.71f}, {0.1f, 0, 0})) << "they move with the container";
}

TEST(EmitterSystem, UserEmitterPoursAndStops) {
    EmitterSystem sources = sources_in(tank(2, {}));
    EXPECT_FALSE(sources.emits());
    const Emitter can{{0, 0, 0}, {0, -1, 0}, 5 * spacing, 2, 1};
    EXPECT_EQ(sources.set_user_emitters({&can, 1}).warning, "");
    EXPECT_EQ(sources.max_speed(), 2);
    size_t count = 0;
    for (int frame = 0; frame < 30; ++frame) {
        Emitter moved = can;
        moved.centre.x = 0.01f * static_cast<float>(frame);
        sources.set_user_emitters({&moved, 1});
        count += sources.emit(1.0f / 60, {}, {0, 0, 0}, no_particles).size();
    }
    EXPECT_NEAR(static_cast<double>(count), 5 * 0.5 * 2 / 0.02, 10)
        << "setting the same value every frame changes nothing";
    sources.set_user_emitters({});
    EXPECT_FALSE(sources.emits());

    const float nan = std::numeric_limits<float>::quiet_NaN();
    for (const Emitter& bad : {Emitter{{nan, 0, 0}, {0, -1, 0}, 1, 1, 0}, Emitter{{0, 0, 0}, {0, 0, 0}, 1, 1, 0},
                               Emitter{{0, 0, 0}, {0, -1, 0}, 0, 1, 0}, Emitter{{0, 0, 0}, {0, -1, 0}, 1, -1, 0}}) {
        const Outcome result = sources.set_user_emitters({&bad, 1});
        EXPECT_FALSE(result.accepted);
        EXPECT_TRUE(result.warning.starts_with("emitter: "));
        EXPECT_FALSE(sources.emits());
    }
}

TEST(EmitterSystem, OldestParticlesHaveTheSmallestIds) {
    EmitterSystem sources = sources_in(tank(2, {}));
    const uint32_t ids[] = {17, 4, 99, 5, 12, 3, 64};
    const std::span<const int> slots = sources.oldest(ids, 3);
    EXPECT_EQ(std::set<int>(slots.begin(), slots.end()), (std::set<int>{1, 3, 5}));
    EXPECT_EQ(sources.oldest(ids, 100).size(), 7u);
}

}  // namespace
}  // namespace slosh
