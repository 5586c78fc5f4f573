#include "foam/potentials.h"

#include <gtest/gtest.h>

#include <cmath>

#include "support/diffuse_cloud.h"
#include "support/worst.h"

namespace slosh::potentials_test {
namespace {

constexpr float g = 9.81f;

// Every moving particle is a source.
FoamDef no_energy_bounds() {
    FoamDef def;
    def.energy_min = 0, def.energy_max = 1e-12f;
    return def;
}

std::vector<DiffuseSource> sources_of(const Cloud& cloud, const FoamDef& def, float gravity = g) {
    Jobs jobs(2);
    DiffusePotentials potentials;
    std::vector<DiffuseSource> all;
    for (uint32_t subset = 0; subset < DiffusePotentials::subset_count(static_cast<int>(cloud.count())); ++subset) {
        potentials.pick(cloud.fluid(), def, gravity, subset);
        potentials.smooth(cloud.fluid(), jobs);
        potentials.find(cloud.fluid(), def, jobs);
        all.insert(all.end(), potentials.sources().begin(), potentials.sources().end());
    }
    return all;
}

TEST(DiffusePotentials, PhiIsClampedOnBothSides) {
    EXPECT_EQ(phi(1, 2, 4), 0);
    EXPECT_EQ(phi(2, 2, 4), 0);
    EXPECT_EQ(phi(3, 2, 4), 0.5f);
    EXPECT_EQ(phi(9, 2, 4), 1);
    EXPECT_EQ(phi(std::nanf(""), 2, 4), 0);
    EXPECT_EQ(phi(3, 4, 2), 0) << "reversed bounds are a step function";
    EXPECT_EQ(phi(5, 4, 2), 1);
}

TEST(DiffusePotentials, SpeedsAreMeasuredByTheVolumeOfTheFluid) {
    EXPECT_NEAR(speed_scale(g, 8), std::sqrt(g * 2), 1e-5);
    EXPECT_NEAR(speed_scale(g, 1e-6), std::sqrt(g * 0.01f), 1e-6);
    EXPECT_NEAR(speed_scale(g, 1e6), std::sqrt(g * 100), 1e-4);
    EXPECT_EQ(speed_scale(0, 1), 0);
    EXPECT_EQ(speed_scale(g, 0), 0);
}

// Half the support apart, W is a half; each moves at 1 m/s.
TEST(DiffusePotentials, TrappedAirOfAPairDependsOnItsApproach) {
    const auto closing_speed = [](glm::vec3 v) {
        Cloud pair(0.1f);
        pair.add({0, 0, 0}, v), pair.add({0.1f, 0, 0}, -v);
        const std::vector<DiffuseSource> sources = sources_of(pair, no_energy_bounds());
        EXPECT_EQ(sources.size(), 2u);
        EXPECT_FLOAT_EQ(sources[0].closing_speed, sources[1].closing_speed);
        return sources[0].closing_speed;
    };
    EXPECT_NEAR(closing_speed({1, 0, 0}), 2 * 2 * 0.5 / DiffusePotentials::full_weight, 1e-6) << "approaching";
    EXPECT_NEAR(closing_speed({0, 1, 0}), 2 * 1 * 0.5 / DiffusePotentials::full_weight, 1e-6) << "passing";
    EXPECT_NEAR(closing_speed({-1, 0, 0}), 0, 1e-6) << "separating";
}

TEST(DiffusePotentials, TrappedAirAgreesWithBruteForce) {
    Cloud cloud(0.05f);
    // So thin that every particle is at a surface.
    cloud.scatter(3000, {0, 0, 0}, glm::vec3(1), [](Random& random) {
        return glm::vec3{random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)};
    });
    const std::vector<DiffuseSource> sources = sources_of(cloud, no_energy_bounds());
    ASSERT_EQ(sources.size(), 3000u) << "every particle is a source";
    const double h = 0.1;
    double worst = 0, mean = 0;
    for (const DiffuseSource& source : sources) {
        double expected = 0;
        for (size_t j = 0; j < 3000; ++j) {
            const glm::dvec3 x = glm::dvec3(source.x) - glm::dvec3(cloud.at(j));
            const glm::dvec3 v = glm::dvec3(source.v) - glm::dvec3(cloud.velocity(j));
            const double r = glm::length(x), speed = glm::length(v);
            if (r < h && r > 0) expected += speed * (1 - glm::dot(v, x) / (speed * r)) * (1 - r / h);
        }
        expected /= static_cast<double>(DiffusePotentials::full_weight);
        keep_worst(worst, std::abs(expected - static_cast<double>(source.closing_speed)));
        mean += expected / 3000;
    }
    std::printf("mean %.3f m/s, worst difference from brute force %.1e\n", mean, worst);
    EXPECT_GT(mean, 0.3);
    EXPECT_LT(worst, 1e-5);
}

// A shear is no impact: only where there is air some is trapped.
TEST(DiffusePotentials, ShearInsideTheFluidTrapsNoAir) {
    Cloud cloud(0.05f);
    cloud.lattice({-0.5f, -0.5f, -0.5f}, glm::vec3(0.5f), {0, 0, 0});
    for (size_t i = 0; i < cloud.count(); ++i) cloud.set(i, cloud.at(i), {20 * cloud.at(i).y, 0, 0});
    size_t deep = 0, shallow = 0;
    for (const DiffuseSource& source : sources_of(cloud, no_energy_bounds())) {
        const glm::vec3 from = glm::abs(source.x);
        const bool is_deep = std::max({from.x, from.y, from.z}) < 0.4f;
        if (is_deep) {
            EXPECT_EQ(source.air, 0);
        }
        (is_deep ? deep : shallow) += is_deep || source.air > 0;
    }
    EXPECT_GT(deep, 3000u);
    EXPECT_GT(shallow, 1000u) << "that of the surface does";
}

// Water up to the plane y = 0, or up to a ridge along z with slopes of 45 degrees.
float sharpest_crest(bool ridge, glm::vec3 v) {
    Cloud cloud(0.05f);
    cloud.lattice({-0.6f, -0.8f, -0.3f}, {0.6f, 0, 0.3f}, v,
                  [&](glm::vec3 x) { return !ridge || x.y < -std::abs(x.x); });
    float max_curvature = 0;
    for (const DiffuseSource& source : sources_of(cloud, no_energy_bounds()))
        if (source.x.y > -0.3f && std::abs(source.x.x) < 0.2f && std::abs(source.x.z) < 0.15f)
            max_curvature = std::max(max_curvature, source.curvature);
    return max_curvature;
}

TEST(DiffusePotentials, WaveCrestsAreConvexAndMoveOutwards) {
    const FoamDef def;
    const float plane = sharpest_crest(false, {0, 1, 0}), ridge = sharpest_crest(true, {0, 1, 0});
    std::printf("plane %.2f, ridge %.2f\n", static_cast<double>(plane), static_cast<double>(ridge));
    EXPECT_LT(plane, 0.1f * def.crest_min);
    EXPECT_GT(ridge, def.crest_min);
    EXPECT_EQ(sharpest_crest(true, {0, -1, 0}), 0) << "it sinks";
    EXPECT_EQ(sharpest_crest(true, {0, 0, 1}), 0) << "it slides along itself";
}

// Water up to y = 0 in a tank, which rises with its level surface: where it touches the walls it is as level.
TEST(DiffusePotentials, WallsMakeNoCrests) {
    const auto sharpest = [](const Walls& walls) {
        Cloud cloud(0.05f);
        cloud.lattice({-0.5f, -0.5f, -0.5f}, {0.5f, 0, 0.5f}, {0, 1, 0}, [&](glm::vec3 at) {
            return walls.open || walls.shape != Shape::circle || glm::length(at) < walls.half.x;
        });
        cloud.set_walls(walls);
        float max_curvature = 0;
        for (const DiffuseSource& source : sources_of(cloud, no_energy_bounds()))
            if (source.x.y > -0.1f) max_curvature = std::max(max_curvature, source.curvature);
        return max_curvature;
    };
    const float free = sharpest(Walls::none()), box = sharpest({.half = glm::vec3(0.5f)});
    const float bowl = sharpest({.shape = Shape::circle, .half = glm::vec3(0.5f)});
    std::printf("free block %.2f, box %.2f, bowl %.2f\n", static_cast<double>(free), static_cast<double>(box),
                static_cast<double>(bowl));
    const FoamDef def;
    EXPECT_GT(free, def.crest_min) << "the edges of a free block are crests";
    EXPECT_LT(box, 0.1f * def.crest_min);
    EXPECT_LT(bowl, def.crest_min);
}

TEST(DiffusePotentials, SlowUniformFlowAndZeroGravityHaveNone) {
    Cloud calm(0.05f);
    calm.lattice({-0.4f, -0.4f, -0.4f}, glm::vec3(0.4f), {0.1f, 0, 0});
    EXPECT_TRUE(sources_of(calm, {}).empty());
    Cloud fast(0.05f);
    fast.lattice({-0.4f, -0.4f, -0.4f}, glm::vec3(0.4f), {5, 0, 0});
    EXPECT_EQ(sources_of(fast, {}).size(), fast.count()) << "fast particles are sources";
    EXPECT_TRUE(sources_of(fast, {}, 0).empty()) << "without gravity nothing is measured";
}

TEST(DiffusePotentials, NonFiniteValuesAffectNoOtherParticle) {
    Cloud cloud(0.05f);
    cloud.scatter(1000, {0, 0, 0}, glm::vec3(0.5f), [](Random& random) {
        return glm::vec3{random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)};
    });
    cloud.set(500, {std::nanf(""), 0.2f, 0.2f}, {3, 0, 0});
    cloud.set(501, {0.25f, 0.25f, 0.25f}, {std::nanf(""), 0, 0});
    cloud.set(502, {0.2f, INFINITY, 0.2f}, {0, 3, 0});
    const std::vector<DiffuseSource> sources = sources_of(cloud, no_energy_bounds());
    EXPECT_EQ(sources.size(), 997u);
    for (const DiffuseSource& source : sources) ASSERT_TRUE(std::isfinite(source.closing_speed)) << source.id;
}

}  // namespace
}  // namespace slosh::potentials_test
