// Rigid bodies in a fluid: floating, sinking, and momentum exchange. Every test prints its figure.
#include <gtest/gtest.h>

#include "rigid/boundary_samples.h"
#include "rigid/make_body.h"
#include "solvers/wcsph/wcsph.h"
#include "support/floating.h"
#include "support/measures.h"
#include "support/released.h"
#include "support/scenes.h"

namespace slosh::physics::wcsph_floating_test {
namespace {

class WcsphFloatingBox : public ::testing::TestWithParam<float> {};

TEST_P(WcsphFloatingBox, HasTheDraughtOfItsDensity) {
    WcsphDef def;
    def.artificial_viscosity = 0.2f, def.sound_speed = 15;
    // With the defaults the box of 0.25 of the density is submerged to 0.948 of theory at 2,450 particles.
    for (const int particles : {1250, 2450})
        expect_floating(def, GetParam(), particles, ", sound speed 15 m/s, artificial viscosity 0.2");
}

INSTANTIATE_TEST_SUITE_P(Densities, WcsphFloatingBox, ::testing::Values(250.0f, 500.0f, 750.0f));

TEST(WcsphBodies, SamplesFillTheBody) {
    for (const int dimensions : {2, 3})
        for (const BodyShape shape : {BodyShape::ball, BodyShape::box, BodyShape::capsule}) {
            const BodyDef def = body_def(shape, {0.2f, 0.1f, 0.15f}, {0, 0, 0}, 1);
            const Body body = make_body(def, dimensions);
            double volume = 0;
            glm::dvec3 centre(0);
            for (const BoundarySample& s : sample_body(body, dimensions, 0.013f, 1)) {
                volume += static_cast<double>(s.volume);
                centre += glm::dvec3(s.local) * static_cast<double>(s.volume);
                glm::vec3 outwards;
                EXPECT_LT(body.distance(s.local, dimensions, outwards), -0.004f);
            }
            EXPECT_NEAR(volume / static_cast<double>(body.mass), 1, 1e-3);
            EXPECT_LT(glm::length(centre) / volume, 1e-3);
            const auto shallow = sample_body(body, dimensions, 0.013f, 0.03f).size();
            EXPECT_LT(shallow, sample_body(body, dimensions, 0.013f, 1).size());
        }
}

// A uniform pressure exerts no force, one that grows with depth the weight of the volume (Gauss).
TEST(WcsphBodies, SurfaceSamplesEncloseTheBody) {
    for (const int dimensions : {2, 3})
        for (const BodyShape shape : {BodyShape::ball, BodyShape::box, BodyShape::capsule}) {
            const Body body = make_body(body_def(shape, {0.2f, 0.1f, 0.15f}, {0, 0, 0}, 1), dimensions);
            const double volume = static_cast<double>(body.mass);
            glm::dvec3 area(0), enclosed(0);
            for (const SurfaceSample& s : sample_surface(body, dimensions, 0.013f)) {
                area += glm::dvec3(s.area);
                enclosed += glm::dvec3(s.area) * glm::dvec3(s.local);
                glm::vec3 outwards;
                EXPECT_NEAR(body.distance(s.local, dimensions, outwards), 0, 1e-4f);
                EXPECT_GT(glm::dot(outwards, s.area), 0.9f * glm::length(s.area));
            }
            EXPECT_LT(glm::length(area) / std::pow(volume, (dimensions - 1.0) / dimensions), 1e-4);
            for (int d = 0; d < dimensions; ++d) EXPECT_NEAR(enclosed[d] / volume, 1, 0.01) << dimensions;
        }
}

class WcsphReleased : public ::testing::TestWithParam<double> {};
TEST_P(WcsphReleased, AcceleratesWithItsAddedMass) {
    expect_release(WcsphDef{}, {2, 1, 0.4, 0.0125, 0.075}, GetParam(), 3);
}
INSTANTIATE_TEST_SUITE_P(Densities, WcsphReleased, ::testing::Values(0.2, 0.5, 2.0, 8.0));

TEST(WcsphBodies, DiscSinksAndRisesInHoneyAsFaxenSays) {
    for (const int across : {8, 12})
        for (const double density : {0.5, 1.5, 2.0})
            expect_faxen(WcsphDef{}, density, across, 0.3, "a lattice under pressure resists slow shear");
}

// However coarse the water, none of it passes through the paddle, which is thinner than a particle there.
TEST(WcsphBodies, ThinPaddleHoldsCoarseWater) {
    for (const char* particles : {"50", "100", "150", "200", "300"}) {
        Jobs jobs(1);
        const auto solver = make_solver(scene_with("boats", {{"particles", particles}}), jobs);
        run(*solver, 10);
        const ParticleView p = solver->particles();
        int behind = 0;
        for (const float x : p.x) behind += x < p.bodies[0].position.x;
        std::printf("boats, %s particles: %d behind the paddle\n", particles, behind);
        EXPECT_EQ(behind, 0);
    }
}

TEST(WcsphBodies, DenserBodySinksAndComesToRest) { expect_denser_body_sinks<WcsphDef>(); }

class WcsphBodiesMomentum : public ::testing::TestWithParam<int> {};
TEST_P(WcsphBodiesMomentum, IsConservedByFluidAndBodyTogether) {
    expect_total_momentum_conserved<WcsphDef>(GetParam());
    expect_total_momentum_conserved<WcsphDef>(GetParam(), true);
}
INSTANTIATE_TEST_SUITE_P(Dimensions, WcsphBodiesMomentum, ::testing::Values(2, 3));

}  // namespace
}  // namespace slosh::physics::wcsph_floating_test
