// Rigid bodies in PCISPH, whose sub-steps are long. Every test prints its figure.
#include <gtest/gtest.h>

#include <cstdio>

#include "solvers/pcisph/pcisph.h"
#include "support/floating.h"
#include "support/released.h"
#include "support/worst.h"

namespace slosh::physics::bodies_test {
namespace {

class PcisphFloatingBox : public ::testing::TestWithParam<float> {};

TEST_P(PcisphFloatingBox, HasTheDraughtOfItsDensity) {
    for (const int particles : {1250, 2450}) expect_floating(PcisphDef{}, GetParam(), particles);
}

INSTANTIATE_TEST_SUITE_P(Densities, PcisphFloatingBox, ::testing::Values(250.0f, 500.0f, 750.0f));

class PcisphReleased : public ::testing::TestWithParam<double> {};
TEST_P(PcisphReleased, AcceleratesWithItsAddedMass) {
    expect_release(PcisphDef{}, {2, 1, 0.4, 0.0125, 0.075}, GetParam(), 3);
}
INSTANTIATE_TEST_SUITE_P(Densities, PcisphReleased, ::testing::Values(0.2, 0.5, 2.0, 8.0));

// Coarser and finer, and after another time: what is left of waves in the tank must not matter.
TEST(PcisphBodies, DiscAcceleratesWithItsAddedMassAtOtherSizesAndTimes) {
    expect_release(PcisphDef{}, {2, 1, 0.4, 0.015, 0.075}, 0.5, 4);
    expect_release(PcisphDef{}, {2, 1, 0.4, 0.0094, 0.075}, 0.5, 4);
}

// A stiffness that follows every wave of pressure keeps the water around a body vibrating for ever: in steps of a frame
// the pressure on the floor varied by 24 % of that of still water, in quarters of a frame by 87 %.
TEST(PcisphBodies, PressureOfStillWaterAroundABodyIsSteady) {
    for (const int parts : {1, 4}) {
        Jobs jobs(1);
        const auto solver = held_and_released(PcisphDef{}, {2, 1, 0.4, 0.0125, 0.075}, 1, 1, jobs);
        run(*solver, 2);
        double least = 1e9, most = 0;
        for (int i = 0; i < 30 * parts; ++i) {
            solver->step(display_step / static_cast<float>(parts), {}, {});
            const ParticleView p = solver->particles();
            double sum = 0, count = 0;
            for (size_t k = 0; k < p.x.size(); ++k)
                if (p.y[k] < 0.025f) sum += static_cast<double>(p.pressure[k]), ++count;
            const double pressure = sum / count / (1000 * 9.81 * 0.38);
            keep_least(least, pressure), keep_worst(most, pressure);
        }
        EXPECT_NEAR(most, 1, 0.1);
        expect_figure({"water at rest around a disc: range of the pressure on the floor over that of still water",
                       parts == 1 ? "pcisph 2D, steps of a frame" : "pcisph 2D, steps of a quarter of a frame", "0"},
                      most - least, at_most(0.05));
    }
}

// Finer and 1.5 times the sub-steps of water: viscosity is implicit.
TEST(PcisphBodies, DiscSinksAndRisesInHoneyAsFaxenSays) {
    for (const int across : {8, 12})
        for (const double density : {0.5, 1.5, 2.0}) expect_faxen(PcisphDef{}, density, across, 0.2);
}

TEST(PcisphBodies, DenserBodySinksAndComesToRest) {
    EXPECT_LT(expect_denser_body_sinks<PcisphDef>().mean_compression, 0.01f);
}

TEST(PcisphBodies, BallAcceleratesWithItsAddedMass) {
    expect_release(PcisphDef{}, {3, 0.5, 0.35, 0.025, 0.1}, 0.5, 2.5f);
}

// Bodies eight times as dense as water, also in a corner and upon each other, lie on the floor after 4 s. Pressures
// between them and the floor must not throw them.
TEST(PcisphBodies, DenseBodiesStayOnTheFloor) {
    Scene scene = box_scene<PcisphDef>(2, {1, 1, 0}, {1, 0.5f, 0}, 1250);
    scene.domain.bodies = {body_def(BodyShape::ball, glm::vec3(0.08f), {0.09f, 0.65f, 0}, 8000),
                           body_def(BodyShape::ball, glm::vec3(0.04f), {0.35f, 0.6f, 0}, 8000),
                           body_def(BodyShape::box, {0.1f, 0.05f, 0}, {0.7f, 0.6f, 0}, 8000),
                           body_def(BodyShape::box, {0.1f, 0.05f, 0}, {0.7f, 0.72f, 0}, 8000)};
    Jobs jobs(1);
    const auto solver = make_solver(scene, jobs);
    run(*solver, 4);
    float fastest = 0, lowest = 1, highest[4] = {};
    for (int i = 0; i < 240; ++i) {
        solver->step(display_step, {}, {});
        const std::span<const Body> bodies = solver->particles().bodies;
        for (size_t b = 0; b < 4; ++b) {
            keep_worst(fastest, glm::length(bodies[b].velocity));
            const float y = bodies[b].position.y - (b < 2 ? bodies[b].half.x : bodies[b].half.y);
            keep_least(lowest, y), keep_worst(highest[b], y);
        }
    }
    EXPECT_GT(lowest, -0.002f);
    for (const size_t b : {0, 1, 2}) EXPECT_LT(highest[b], 0.01f) << b;
    EXPECT_LT(highest[3], 0.11f);
    expect_figure({"dense bodies on the floor: highest speed from 4 to 8 s, m/s", "pcisph 2D, 1,250 particles", "0"},
                  static_cast<double>(fastest), at_most(0.12));
}

class PcisphBodiesMomentum : public ::testing::TestWithParam<int> {};
TEST_P(PcisphBodiesMomentum, IsConservedByFluidAndBodyTogether) {
    expect_total_momentum_conserved<PcisphDef>(GetParam());
    expect_total_momentum_conserved<PcisphDef>(GetParam(), true);
}
INSTANTIATE_TEST_SUITE_P(Dimensions, PcisphBodiesMomentum, ::testing::Values(2, 3));

// A box is dropped into a fluid at rest, lifted out of it by a grab, and released.
TEST(PcisphBodies, CanBeAddedHeldAndThrown) {
    const Scene scene = box_scene<PcisphDef>(2, {1, 1, 0}, {1, 0.4f, 0}, 1000);
    Jobs jobs(1);
    const auto solver = make_solver(scene, jobs);
    run(*solver, 0.2f);
    EXPECT_EQ(solver->add_body(body_def(BodyShape::box, {0.1f, 0.1f, 0.1f}, {0.5f, 0.6f, 0}, 400)).warning, "");
    EXPECT_FALSE(solver->add_body(body_def(BodyShape::box, {0.1f, 0.1f, 0.1f}, {0.2f, 0.6f, 0}, -1)).accepted);
    run(*solver, 2);
    ASSERT_EQ(solver->particles().bodies.size(), 1u);
    const glm::vec3 floating = solver->particles().bodies[0].position;
    const Grab grab{0, {0, 0, 0}, {0.7f, 0.8f, 0}};
    solver->set_grabs({&grab, 1});
    run(*solver, 1);
    const glm::vec3 held = solver->particles().bodies[0].position;
    solver->set_grabs({});
    run(*solver, 4);
    const Body& released = solver->particles().bodies[0];
    std::printf("floats at %.3f, held at %.3f %.3f, floats after the release at %.3f with %.3f m/s\n",
                static_cast<double>(floating.y), static_cast<double>(held.x), static_cast<double>(held.y),
                static_cast<double>(released.position.y), static_cast<double>(glm::length(released.velocity)));
    EXPECT_NEAR(held.x, 0.7f, 0.02f);
    EXPECT_NEAR(held.y, 0.8f, 0.05f);
    EXPECT_NEAR(released.position.y, floating.y, 0.02f);
    EXPECT_TRUE(solver->stats().finite);
}

TEST(PcisphBodies, SameBitsForAnyNumberOfWorkers) {
    for (const int dimensions : {2, 3}) expect_same_bits_with_bodies<PcisphDef>(dimensions);
}

}  // namespace
}  // namespace slosh::physics::bodies_test
