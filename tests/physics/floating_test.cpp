// Rigid bodies in a fluid: what floats, what sinks, and what they give each other. Every test prints its figure.
#include <gtest/gtest.h>

#include <cstdio>
#include <glm/geometric.hpp>

#include "floating.h"
#include "fluid/bodies.h"
#include "fluid/body_samples.h"
#include "solvers/measure.h"
#include "solvers/wcsph.h"

namespace slosh::physics {
namespace {

// A box of fluid on the floor of a box; the origin is the floor's left corner.
Scene pool(int dimensions, glm::vec3 tank, glm::vec3 fluid, int particles, std::vector<BodyDef> bodies) {
    Scene scene;
    WcsphDef def;
    def.particles = particles;
    scene.solver = def;
    scene.domain.dimensions = dimensions;
    scene.domain.walls = {Shape::box, tank / 2.0f, tank / 2.0f};
    scene.domain.fluid = {{Shape::box, fluid / 2.0f, fluid / 2.0f, 0, {0, 0, 0}, true}};
    scene.domain.bodies = std::move(bodies);
    return scene;
}

BodyDef make(BodyShape shape, glm::vec3 half, glm::vec3 position, float density) {
    BodyDef def;
    def.shape = shape, def.half = half, def.position = position, def.density = density;
    return def;
}

class FloatingBox : public ::testing::TestWithParam<float> {};

TEST_P(FloatingBox, SinksInByItsDensity) {
    WcsphDef def;
    def.artificial_viscosity = 0.2f, def.sound_speed = 15;
    for (const int particles : {1250, 2450}) expect_floating(def, GetParam(), particles);
}

INSTANTIATE_TEST_SUITE_P(Densities, FloatingBox, ::testing::Values(250.0f, 500.0f, 750.0f));

TEST(FloatingBodies, SamplesFillTheBody) {
    for (const int dimensions : {2, 3})
        for (const BodyShape shape : {BodyShape::ball, BodyShape::box, BodyShape::capsule}) {
            const BodyDef def = make(shape, {0.2f, 0.1f, 0.15f}, {0, 0, 0}, 1);
            const Body body = make_body(def, dimensions);
            double volume = 0;
            glm::dvec3 middle(0);
            for (const BodySample& s : sample_body(body, dimensions, 0.013f, 1)) {
                volume += static_cast<double>(s.volume);
                middle += glm::dvec3(s.own) * static_cast<double>(s.volume);
                glm::vec3 outwards;
                EXPECT_LT(body.distance(s.own, dimensions, outwards), -0.004f);
            }
            EXPECT_NEAR(volume / static_cast<double>(body.mass), 1, 1e-3);
            EXPECT_LT(glm::length(middle) / volume, 1e-3);
            const auto shallow = sample_body(body, dimensions, 0.013f, 0.03f).size();
            EXPECT_LT(shallow, sample_body(body, dimensions, 0.013f, 1).size());
        }
}

TEST(FloatingBodies, WhatIsDenserSinksAndStays) {
    const Scene scene =
        pool(2, {1, 1, 0}, {1, 0.5f, 0}, 1250, {make(BodyShape::ball, glm::vec3(0.08f), {0.5f, 0.65f, 0}, 2500)});
    Jobs jobs(2);
    const auto solver = make_solver(scene, jobs);
    run(*solver, 4);
    float lowest = 1, highest = 0;
    for (int i = 0; i < 120; ++i) {
        solver->step(display_step, {}, {});
        const float y = solver->particles().bodies[0].position.y;
        lowest = std::min(lowest, y), highest = std::max(highest, y);
    }
    std::printf("a dense disc lies %.4f to %.4f above the floor\n", static_cast<double>(lowest - 0.08f),
                static_cast<double>(highest - 0.08f));
    EXPECT_LT(highest - 0.08f, 0.004f);
    EXPECT_GT(lowest - 0.08f, -0.001f);
}

class FloatingMomentum : public ::testing::TestWithParam<int> {};

// A body shot into a blob of fluid, without gravity and far from the walls.
TEST_P(FloatingMomentum, IsKeptByFluidAndBodyTogether) {
    const int dimensions = GetParam();
    const float deep = dimensions == 3 ? 0.2f : 0;
    Scene scene = pool(dimensions, {40, 40, dimensions == 3 ? 40 : 0}, {0.4f, 0.4f, 2 * deep}, 1500, {});
    scene.domain.fluid[0].centre = scene.domain.walls.centre;
    BodyDef def =
        make(BodyShape::capsule, {0.12f, 0.06f, 0.06f}, scene.domain.walls.centre - glm::vec3(0.4f, 0.03f, 0), 700);
    def.velocity = {1.5f, 0, 0}, def.rotation.z = 0.5f;
    scene.domain.bodies = {def};
    scene.domain.gravity = {0, 0, 0};
    Jobs jobs(2);
    const auto solver = make_solver(scene, jobs);
    const auto momentum = [&](bool of_fluid) {
        const Particles p = solver->particles();
        glm::dvec3 total(0);
        double squares = 0;
        for (size_t i = 0; i < static_cast<size_t>(p.count); ++i) {
            const glm::dvec3 v(p.vx[i], p.vy[i], dimensions == 3 ? p.vz[i] : 0.0f);
            total += v, squares += glm::dot(v, v);
        }
        Stats of_bodies;
        measure_bodies(p.bodies, of_bodies);
        total *= 2 * (solver->stats().kinetic_energy - of_bodies.kinetic_energy) / squares;  // times a particle's mass
        if (!of_fluid) total += glm::dvec3(p.bodies[0].velocity) * static_cast<double>(p.bodies[0].mass);
        return total;
    };
    solver->step(display_step, {}, {});
    const glm::dvec3 before = momentum(false);
    run(*solver, 0.75f);
    const double scale = glm::length(before), drift = glm::length(momentum(false) - before) / scale;
    const double given = glm::length(momentum(true)) / scale;
    std::printf("%dD: given to the fluid %.2f\n", dimensions, given);
    EXPECT_GT(given, 0.2);
    expect_figure({"momentum of body and fluid together, drift in 0.75 s",
                   "wcsph " + std::to_string(dimensions) + "D, a body", "0"},
                  drift, at_most(1e-4));
}

INSTANTIATE_TEST_SUITE_P(Dimensions, FloatingMomentum, ::testing::Values(2, 3));

TEST(FloatingBodies, AreTheSameForAnyNumberOfWorkers) {
    for (const int dimensions : {2, 3}) {
        uint64_t first = 0;
        for (const int workers : {1, 2, 3, 4}) {
            const float deep = dimensions == 3 ? 0.4f : 0;
            std::vector<BodyDef> bodies;
            for (int i = 0; i < 6; ++i)
                bodies.push_back(make(static_cast<BodyShape>(i % 3), {0.06f, 0.04f, 0.05f},
                                      {0.15f + 0.14f * static_cast<float>(i), 0.5f, deep / 2},
                                      200 + 200.0f * static_cast<float>(i)));
            const Scene scene = pool(dimensions, {1, 1, deep}, {1, 0.3f, deep}, 1500, bodies);
            Jobs jobs(workers);
            const auto solver = make_solver(scene, jobs);
            run(*solver, 0.5f);
            const uint64_t hash = state_hash(solver->particles());
            if (workers == 1) first = hash;
            EXPECT_EQ(hash, first) << workers << " workers in " << dimensions << "D";
            Particles without = solver->particles();
            without.bodies = {};
            EXPECT_NE(state_hash(without), first) << "the bodies are part of the state";
        }
    }
}

}  // namespace
}  // namespace slosh::physics
