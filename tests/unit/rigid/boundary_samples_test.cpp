// Boundary samples of a body: their volumes are the body's, and they lie inside it in layers.
#include "rigid/boundary_samples.h"

#include <gtest/gtest.h>

#include <cmath>
#include <glm/geometric.hpp>

#include "support/bodies.h"

namespace slosh::boundary_samples_test {
namespace {

constexpr float spacing = 0.02f;
constexpr float whole = 10;  // a depth that samples the whole body

// Area in 2D.
double volume_of(const Body& b, int dimensions) {
    const double r = b.round(), core = b.core(), pi = 3.14159265358979;
    if (b.shape == BodyShape::box)
        return 4 * static_cast<double>(b.half.x) * b.half.y * (dimensions == 3 ? 2 * static_cast<double>(b.half.z) : 1);
    if (dimensions == 2) return pi * r * r + 4 * core * r;
    return 4 * pi / 3 * r * r * r + 2 * core * pi * r * r;
}

struct Shaped {
    BodyShape shape;
    glm::vec3 half;
};
const Shaped shapes[] = {{BodyShape::ball, {0.1f, 0.1f, 0.1f}},
                         {BodyShape::box, {0.13f, 0.05f, 0.08f}},
                         {BodyShape::capsule, {0.17f, 0.06f, 0.06f}}};

TEST(BoundarySamples, VolumesAddUpToThatOfTheBody) {
    for (const int dimensions : {2, 3})
        for (const auto& [shape, half] : shapes) {
            const Body body = make_body(body_def(shape, half, {0, 0, 0}), dimensions);
            double sum = 0;
            for (const BoundarySample& sample : sample_body(body, dimensions, spacing, whole)) {
                EXPECT_GT(sample.volume, 0);
                sum += static_cast<double>(sample.volume);
            }
            EXPECT_NEAR(sum / volume_of(body, dimensions), 1, 1e-4)
                << dimensions << "D, shape " << static_cast<int>(shape);
        }
}

TEST(BoundarySamples, TheFirstLayerLiesHalfASpacingBelowTheSurface) {
    for (const int dimensions : {2, 3})
        for (const auto& [shape, half] : shapes) {
            const Body body = make_body(body_def(shape, half, {0, 0, 0}), dimensions);
            float highest = -1, lowest = 0;
            const float depth = 0.03f;
            glm::vec3 outwards;
            for (const BoundarySample& sample : sample_body(body, dimensions, spacing, depth)) {
                const float distance = body.distance(sample.local, dimensions, outwards);
                highest = std::max(highest, distance), lowest = std::min(lowest, distance);
            }
            EXPECT_NEAR(highest, -spacing / 2, 0.15f * spacing) << dimensions << "D, shape " << static_cast<int>(shape);
            EXPECT_GT(lowest, -depth - 0.5f * spacing) << "no deeper than the given depth";
        }
}

TEST(BoundarySamples, CentroidIsTheCentreOfTheBody) {
    for (const int dimensions : {2, 3})
        for (const auto& [shape, half] : shapes) {
            const Body body = make_body(body_def(shape, half, {0, 0, 0}), dimensions);
            glm::dvec3 moment(0);
            double volume = 0;
            for (const BoundarySample& sample : sample_body(body, dimensions, spacing, whole)) {
                moment += glm::dvec3(sample.local) * static_cast<double>(sample.volume);
                volume += static_cast<double>(sample.volume);
                if (dimensions == 2) {
                    EXPECT_EQ(sample.local.z, 0);
                }
            }
            EXPECT_LT(glm::length(moment) / volume, 0.1 * static_cast<double>(spacing))
                << dimensions << "D, shape " << static_cast<int>(shape);
        }
}

TEST(BoundarySamples, AreAboutOneSpacingApart) {
    for (const int dimensions : {2, 3})
        for (const auto& [shape, half] : shapes) {
            const auto samples =
                sample_body(make_body(body_def(shape, half, {0, 0, 0}), dimensions), dimensions, spacing, spacing);
            for (size_t i = 0; i < samples.size(); ++i) {
                float nearest = 1;
                for (size_t j = 0; j < samples.size(); ++j)
                    if (j != i) nearest = std::min(nearest, glm::length(samples[i].local - samples[j].local));
                EXPECT_GT(nearest, 0.5f * spacing) << dimensions << "D, shape " << static_cast<int>(shape);
                EXPECT_LT(nearest, 1.4f * spacing) << dimensions << "D, shape " << static_cast<int>(shape);
            }
        }
}

TEST(BoundarySamples, AThinKinematicBodyIsThickened) {
    for (const int dimensions : {2, 3})
        for (const BodyShape shape : {BodyShape::ball, BodyShape::box, BodyShape::capsule})
            for (const float thin : {0.3f, 5.0f})
                for (const bool kinematic : {false, true}) {
                    BodyDef def = body_def(shape, glm::vec3(thin * spacing), {0, 0, 0});
                    if (shape != BodyShape::ball) def.half.x = 10 * spacing;
                    if (kinematic) def.period = 1;
                    const Body body = make_body(def, dimensions), thick = thickened(body, dimensions, spacing);
                    const float wanted = kinematic && thin < 1 ? thinnest_half * spacing : thin * spacing;
                    EXPECT_FLOAT_EQ(shape == BodyShape::ball ? thick.half.x : thick.half.y, wanted);
                    EXPECT_FLOAT_EQ(added_thickness(body, dimensions, spacing) + thin * spacing, wanted);
                    EXPECT_FLOAT_EQ(thick.core(), body.core());
                    if (shape == BodyShape::box) {
                        EXPECT_EQ(thick.half.x, body.half.x);
                    }
                }
}

}  // namespace
}  // namespace slosh::boundary_samples_test
