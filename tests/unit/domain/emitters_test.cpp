#include "domain/emitters.h"

#include <gtest/gtest.h>

#include <cmath>
#include <glm/geometric.hpp>
#include <limits>
#include <set>

namespace slosh::emitters_test {
namespace {

constexpr float spacing = 0.02f;
const EmitterSystem::Surroundings no_particles;

Domain tank(int dimensions, std::vector<Emitter> emitters) {
    Domain domain;
    domain.dimensions = dimensions;
    domain.walls = {Shape::box, {2, 2, 2}, {0, 0, 0}};
    domain.emitters = std::move(emitters);
    return domain;
}

float volume_of_one(int dimensions) { return dimensions == 2 ? spacing * spacing : spacing * spacing * spacing; }

EmitterSystem emitters_in(const Domain& domain) {
    return EmitterSystem(domain, spacing, volume_of_one(domain.dimensions), 100000);
}

// The particles emitted in a number of steps, moved with their velocity to the end of the last step.
std::vector<EmittedParticle> emit_and_move(EmitterSystem& emitters, int steps, float dt) {
    std::vector<EmittedParticle> all;
    for (int s = 0; s < steps; ++s) {
        for (const EmittedParticle& one : emitters.emit(dt, {}, no_particles)) all.push_back(one);
        for (EmittedParticle& one : all) one.position += one.velocity * dt;
    }
    return all;
}

float min_distance(const std::vector<EmittedParticle>& all) {
    float min_distance = 1e30f;
    for (size_t i = 0; i < all.size(); ++i)
        for (size_t j = 0; j < i; ++j)
            min_distance = std::min(min_distance, glm::length(all[i].position - all[j].position));
    return min_distance;
}

TEST(EmitterSystem, EmitsAsManyParticlesAsFillTheJetAtTheirVolume) {
    for (const int dimensions : {2, 3}) {
        EmitterSystem emitters = emitters_in(
            tank(dimensions,
                 {{.centre = {0, 1, 0}, .direction = {0, -1, 0}, .width = 10 * spacing, .speed = 3, .kind = 0}}));
        const size_t before = emit_and_move(emitters, 200, 0.002f).size();
        emitters.set_volume(2 * volume_of_one(dimensions));
        const size_t after = emit_and_move(emitters, 200, 0.002f).size();
        EXPECT_NEAR(static_cast<double>(after), static_cast<double>(before) / 2, 0.1 * static_cast<double>(before));
    }
}

TEST(EmitterSystem, RowsLeaveASlitAtRestSpacing) {
    EmitterSystem emitters = emitters_in(
        tank(2, {{.centre = {0, 1, 0}, .direction = {0.6f, -0.8f, 0}, .width = 10 * spacing, .speed = 3, .kind = 2}}));
    const std::vector<EmittedParticle> all = emit_and_move(emitters, 50, 0.003f);
    ASSERT_EQ(all.size() % 10, 0u);
    EXPECT_NEAR(static_cast<double>(all.size()), 50 * 0.003 * 3 / 0.02 * 10, 10) << "whole rows";
    for (const EmittedParticle& one : all) {
        EXPECT_EQ(one.kind, 2);
        EXPECT_NEAR(glm::dot(one.velocity, glm::vec3(0.6f, -0.8f, 0)), 3, 1e-5f);
    }
    EXPECT_NEAR(min_distance(all), spacing, 1e-5f);
    // Each particle has four neighbours, three at the ends of a row.
    for (size_t i = 10; i + 10 < all.size(); ++i) {
        int near = 0;
        for (const EmittedParticle& other : all)
            near += std::abs(glm::length(all[i].position - other.position) - spacing) < 0.006f * spacing;
        EXPECT_EQ(near, i % 10 == 0 || i % 10 == 9 ? 3 : 4);
    }
}

TEST(EmitterSystem, FluxIsWidthTimesSpeedForAnyWidth) {
    for (const int dimensions : {2, 3})
        for (const float width : {0.013f, 0.037f, 0.1f, 0.21f}) {
            EmitterSystem emitters = emitters_in(
                tank(dimensions, {{.centre = {0, 1, 0}, .direction = {0, -2, 0}, .width = width, .speed = 1.7f}}));
            const double volume = static_cast<double>(volume_of_one(dimensions)) *
                                  static_cast<double>(emit_and_move(emitters, 700, 0.001f).size());
            const double area = dimensions == 2 ? width : 3.14159265 * 0.25 * width * width;
            EXPECT_NEAR(volume / (area * 1.7 * 0.7), 1, 0.04) << dimensions << "D, width " << width;
        }
}

TEST(EmitterSystem, In3dANozzleIsADiscOfParticlesAtRestSpacing) {
    EmitterSystem emitters =
        emitters_in(tank(3, {{.centre = {0, 0, 0}, .direction = {1, 2, -2}, .width = 12 * spacing, .speed = 2}}));
    const std::vector<EmittedParticle> all = emit_and_move(emitters, 20, 0.004f);
    EXPECT_GT(all.size(), 700u);
    EXPECT_GT(min_distance(all), 0.85f * spacing);
    const glm::vec3 along = glm::vec3(1, 2, -2) / 3.0f;
    float widest = 0;
    for (const EmittedParticle& one : all)
        widest = std::max(widest, glm::length(one.position - along * glm::dot(one.position, along)));
    EXPECT_LT(widest, 1.02f * 6 * spacing);
    EXPECT_GT(widest, 5.4f * spacing);
}

TEST(EmitterSystem, NoParticleIsPlacedTooCloseToAnother) {
    Domain domain = tank(2, {{.centre = {0, 0, 0}, .direction = {0, -1, 0}, .width = 10 * spacing, .speed = 1}});
    const float x[] = {0.011f, 0.07f}, y[] = {0.001f, -0.012f};
    const EmitterSystem::Surroundings two{.x = x, .y = y, .z = y, .count = 2};
    EmitterSystem emitters = emitters_in(domain);
    const std::span<const EmittedParticle> emitted = emitters.emit(0.001f, {}, two);
    EXPECT_EQ(emitted.size(), 8u);
    for (const EmittedParticle& one : emitted)
        for (int k = 0; k < 2; ++k)
            EXPECT_GE(std::hypot(one.position.x - x[k], one.position.y - y[k]), EmitterSystem::min_distance * spacing);

    Body body;
    body.half = {0.05f, 0.05f, 0.05f};
    body.position = {-0.07f, 0, 0};
    EmitterSystem beside = emitters_in(domain);
    for (const EmittedParticle& one : beside.emit(0.001f, {}, {.bodies = {&body, 1}}))
        EXPECT_GT(one.position.x, -0.02f) << "not in a body";

    EmitterSystem across =
        emitters_in(tank(2, {{.centre = {2, 0, 0}, .direction = {0, -1, 0}, .width = 10 * spacing, .speed = 1}}));
    EXPECT_EQ(across.emit(0.001f, {}, no_particles).size(), 5u) << "nor beyond the walls";
    EmitterSystem moved =
        emitters_in(tank(2, {{.centre = {1.9f, 0, 0}, .direction = {0, -1, 0}, .width = 10 * spacing, .speed = 1}}));
    const std::span<const EmittedParticle> with = moved.emit(0.001f, {{0.5f, 0, 0}, {0.3f, 0, 0}}, no_particles);
    ASSERT_EQ(with.size(), 10u) << "the emitter moves with the container";
    EXPECT_NEAR(with[0].velocity.x, 0.3f, 1e-6f);
    EXPECT_GT(with[0].position.x, 2.25f);
}

TEST(EmitterSystem, PositionsInWallsAndBodiesAreRejected) {
    const Walls box{Shape::box, {2, 1, 1}, {0, 0, 0}}, round{Shape::circle, {1, 1, 1}, {0, 0, 0}};
    Body body;
    body.half = {0.1f, 0.1f, 0.1f};
    body.position = {0.5f, 0, 0};
    const auto buried = [&](glm::vec3 at, const Walls& walls, glm::vec3 offset = {}, int dimensions = 2) {
        return is_buried(at, walls, dimensions, offset, {&body, 1});
    };
    EXPECT_FALSE(buried({0, 0, 0}, box));
    EXPECT_TRUE(buried({0.55f, 0, 0}, box)) << "in the body";
    EXPECT_FALSE(buried({0.65f, 0, 0}, box));
    EXPECT_TRUE(buried({0, 1.01f, 0}, box)) << "above the upper wall";
    EXPECT_FALSE(buried({0, 1.01f, 0}, box, {0, 0.1f, 0})) << "the wall has moved up";
    EXPECT_TRUE(buried({0.8f, 0.8f, 0}, round)) << "outside the circle, inside its bounding box";
    EXPECT_FALSE(buried({0, 0, 1.5f}, round)) << "z is ignored in 2D";
    EXPECT_TRUE(buried({0, 0, 1.5f}, round, {}, 3));
}

// A nozzle stands on a body, closer than a particle may lie to it: the rows start above the body.
TEST(EmitterSystem, ANozzleOnABodyEmitsAtAnySpacing) {
    Body foot;
    foot.half = {0.3f, 0.1f, 0.3f};
    foot.position = {0, -0.1f, 0};
    const EmitterSystem::Surroundings beside_body{.bodies = {&foot, 1}};
    for (const int dimensions : {2, 3})
        for (const float gap : {0.0f, 0.1f, 0.2f, 0.35f}) {
            EmitterSystem emitters = emitters_in(
                tank(dimensions,
                     {{.centre = {0, gap * spacing, 0}, .direction = {0.1f, 1, 0}, .width = 5 * spacing, .speed = 2}}));
            EmitterSystem free = emitters_in(
                tank(dimensions, {{.centre = {0, 1, 0}, .direction = {0.1f, 1, 0}, .width = 5 * spacing, .speed = 2}}));
            size_t count = 0, expected = 0;
            float lowest = 1;
            for (int s = 0; s < 100; ++s) {
                for (const EmittedParticle& p : emitters.emit(0.002f, {}, beside_body)) {
                    lowest = std::min(lowest, p.position.y);
                    ++count;
                }
                expected += free.emit(0.002f, {}, no_particles).size();
            }
            EXPECT_EQ(count, expected) << gap << " spacings above, " << dimensions << "D";
            EXPECT_GE(lowest, 0.3f * spacing);
            EXPECT_LT(lowest, 0.6f * spacing);
        }
    // Not from inside, nor into a body in front of it.
    for (const float y : {-0.05f, -0.2f - 0.1f * spacing}) {
        EmitterSystem emitters =
            emitters_in(tank(2, {{.centre = {0, y, 0}, .direction = {0, 1, 0}, .width = 5 * spacing, .speed = 0.1f}}));
        EXPECT_TRUE(emitters.emit(0.002f, {}, beside_body).empty());
    }
}

// The inlet zone of a row ends where it would come to a body or a wall.
TEST(EmitterSystem, RowsLeaveTheirZoneBeforeTheyFallOntoABody) {
    Body ledge;
    ledge.half = {1, 0.1f, 1};
    ledge.position = {0, -0.1f, 0};
    const float speed = 1, length = 5 * spacing, height = 0.6f * spacing;
    for (const int dimensions : {2, 3}) {
        const auto age_at_mouth = [&](glm::vec3 centre, float gravity, std::span<const Body> bodies) {
            const Domain domain =
                tank(dimensions, {{.centre = centre, .direction = {1, 0, 0}, .width = 0.5f * spacing, .speed = speed}});
            EmitterSystem emitters(domain, spacing, volume_of_one(dimensions), 1000, length);
            EXPECT_EQ(emitters.emit(0.001f, {}, {.bodies = bodies, .gravity = {0, -gravity, 0}}).size(), 1u);
            return emitters.rows()[0].age_at_mouth;
        };
        const auto above = [&](float gravity) { return age_at_mouth({0, height, 0}, gravity, {&ledge, 1}); };
        EXPECT_FLOAT_EQ(above(0), length / speed);
        EXPECT_FLOAT_EQ(age_at_mouth({0, height, 0}, 10, {}), length / speed);
        // To 0.3 spacings above the ledge, and at most a quarter of a spacing along the jet farther.
        const float fall = std::sqrt(2 * 0.3f * spacing / 10);
        EXPECT_GE(above(10), fall);
        EXPECT_LE(above(10), fall + 0.25f * spacing / speed);
        EXPECT_LT(age_at_mouth({2 - 2 * spacing, 0, 0}, 0, {}), 2 * spacing / speed) << "the wall of the tank";
    }
}

TEST(EmitterSystem, DrainsRemoveTheParticlesInside) {
    Domain domain = tank(3, {});
    domain.drains = {{Shape::circle, {0, 0, 0}, {0.5f, 0, 0}}, {Shape::box, {1, 1, 1}, {0.1f, 0.2f, 0.3f}}};
    const EmitterSystem emitters = emitters_in(domain);
    EXPECT_TRUE(emitters.is_drained({0.3f, 0.3f, 0.2f}, {0, 0, 0}));
    EXPECT_FALSE(emitters.is_drained({0.3f, 0.3f, 0.3f}, {0, 0, 0}));
    EXPECT_TRUE(emitters.is_drained({1.09f, 1.19f, 0.71f}, {0, 0, 0}));
    EXPECT_FALSE(emitters.is_drained({1.11f, 1.19f, 0.71f}, {0, 0, 0}));
    EXPECT_TRUE(emitters.is_drained({1.11f, 1.19f, 0.71f}, {0.1f, 0, 0})) << "drains move with the container";
}

TEST(EmitterSystem, DrainsOfTheUserComeAndGo) {
    Domain domain = tank(2, {});
    domain.drains = {{Shape::circle, {0, 0, 0}, {0.5f, 0, 0}}};
    EmitterSystem emitters = emitters_in(domain);
    const std::vector<Drain> mine(40, Drain{Shape::circle, {1, 1, 0}, {0.2f, 0, 0}});
    emitters.set_user_drains(mine);
    EXPECT_EQ(emitters.drains().size(), 1u + EmitterSystem::max_user_drains);
    EXPECT_TRUE(emitters.is_drained({1.1f, 1, 0}, {0, 0, 0}));
    emitters.set_user_drains({});
    EXPECT_FALSE(emitters.is_drained({1.1f, 1, 0}, {0, 0, 0}));
    EXPECT_TRUE(emitters.is_drained({0.1f, 0, 0}, {0, 0, 0})) << "that of the domain stays";
}

TEST(EmitterSystem, ParticlesWithoutVolumeAreNotEmitted) {
    EmitterSystem emitters(tank(2, {{.centre = {0, 0, 0}, .width = 0.1f}}), 0, 0, 100);
    EXPECT_TRUE(emitters.emit(1.0f / 60, {}, no_particles).empty());
}

TEST(EmitterSystem, UserEmitterPoursAndStops) {
    EmitterSystem emitters = emitters_in(tank(2, {}));
    EXPECT_FALSE(emitters.emits());
    const Emitter can{.centre = {0, 0, 0}, .direction = {0, -1, 0}, .width = 5 * spacing, .speed = 2, .kind = 1};
    EXPECT_EQ(emitters.set_user_emitters({&can, 1}).warning, "");
    EXPECT_EQ(emitters.max_speed(), 2);
    size_t count = 0;
    for (int frame = 0; frame < 30; ++frame) {
        Emitter moved = can;
        moved.centre.x = 0.01f * static_cast<float>(frame);
        emitters.set_user_emitters({&moved, 1});
        count += emitters.emit(1.0f / 60, {}, no_particles).size();
    }
    EXPECT_NEAR(static_cast<double>(count), 5 * 0.5 * 2 / 0.02, 10)
        << "setting the emitter every frame does not change its flux";
    emitters.set_user_emitters({});
    EXPECT_FALSE(emitters.emits());

    const float nan = std::numeric_limits<float>::quiet_NaN();
    for (const Emitter& bad : {Emitter{.centre = {nan, 0, 0}, .direction = {0, -1, 0}, .width = 1, .speed = 1},
                               Emitter{.centre = {0, 0, 0}, .direction = {0, 0, 0}, .width = 1, .speed = 1},
                               Emitter{.centre = {0, 0, 0}, .direction = {0, -1, 0}, .width = 0, .speed = 1},
                               Emitter{.centre = {0, 0, 0}, .direction = {0, -1, 0}, .width = 1, .speed = -1}}) {
        const Outcome result = emitters.set_user_emitters({&bad, 1});
        EXPECT_FALSE(result.accepted);
        EXPECT_TRUE(result.warning.starts_with("emitter: "));
        EXPECT_FALSE(emitters.emits());
    }
}

TEST(EmitterSystem, OldestParticlesHaveTheSmallestIds) {
    EmitterSystem emitters = emitters_in(tank(2, {}));
    const uint32_t ids[] = {17, 4, 99, 5, 12, 3, 64};
    const std::span<const int> slots = emitters.oldest(ids, 3);
    EXPECT_EQ(std::set<int>(slots.begin(), slots.end()), (std::set<int>{1, 3, 5}));
    EXPECT_EQ(emitters.oldest(ids, 100).size(), 7u);
}

TEST(EmitterSystem, EmittedParticlesTakeTheFreeSlotsThenThoseOfTheOldest) {
    EmitterSystem emitters(tank(2, {}), spacing, spacing * spacing, 9);
    const uint32_t ids[] = {17, 4, 99, 5, 12, 3, 64};
    const auto slots_for = [&](size_t emitted, WhenFull when_full) {
        const EmitterSystem::Slots slots = emitters.slots_for(emitted, ids, when_full);
        std::set<int> all;
        for (int k = 0; k < slots.count(); ++k) all.insert(slots[k]);
        return all;
    };
    EXPECT_EQ(slots_for(1, WhenFull::stop), (std::set<int>{7}));
    EXPECT_EQ(slots_for(5, WhenFull::stop), (std::set<int>{7, 8}));
    EXPECT_EQ(slots_for(5, WhenFull::recycle), (std::set<int>{7, 8, 1, 3, 5}));
    EXPECT_EQ(slots_for(100, WhenFull::recycle).size(), 9u) << "no slot twice";
}

}  // namespace
}  // namespace slosh::emitters_test
