#include "domain/initial_particles.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace slosh::initial_particles_test {
namespace {

Domain domain_of(int dimensions, std::vector<FluidRegion> fluid) {
    Domain domain;
    domain.dimensions = dimensions;
    domain.fluid = std::move(fluid);
    return domain;
}

const FluidRegion disc{.shape = Shape::circle, .centre = {3, -2, 0}, .half = {2, 0, 0}};
const FluidRegion block{.centre = {-3, 1, 0.5f}, .half = {1, 0.5f, 0.25f}, .kind = 1, .velocity = {0, -4, 0}};

bool inside(const FluidRegion& region, glm::vec3 p) {
    const glm::vec3 d = p - region.centre;
    const float slack = 1.0001f;
    if (region.shape == Shape::circle)
        return d.x * d.x + d.y * d.y + d.z * d.z <= region.half.x * region.half.x * slack;
    return std::abs(d.x) <= region.half.x * slack && std::abs(d.y) <= region.half.y * slack &&
           std::abs(d.z) <= region.half.z * slack;
}

TEST(InitialParticles, AreaAndVolume) {
    EXPECT_NEAR(fluid_volume(domain_of(2, {disc, block})), 4 * 3.14159f + 2, 1e-4f);
    EXPECT_NEAR(fluid_volume(domain_of(3, {disc, block})), 32.0f / 3 * 3.14159f + 1, 1e-3f);
}

TEST(InitialParticles, HalfOfARegion) {
    for (FluidRegion half : {disc, block})
        for (const bool lattice : {false, true}) {
            half.cut = {0.5f, 1, -0.3f}, half.lattice = lattice;
            FluidRegion whole = half;
            whole.cut = {0, 0, 0};
            EXPECT_FLOAT_EQ(fluid_volume(domain_of(3, {half})), fluid_volume(domain_of(3, {whole})) / 2);
            const InitialParticles f = seed_particles(domain_of(3, {half}), 3000, 3, 1);
            EXPECT_EQ(f.count(), 3000);
            for (const glm::vec3 p : f.position) {
                const glm::vec3 from = p - half.centre;
                EXPECT_TRUE(inside(half, p));
                EXPECT_LE(from.x * half.cut.x + from.y * half.cut.y + from.z * half.cut.z, 1e-5f);
            }
        }
}

TEST(InitialParticles, CountIsExact) {
    for (const int dimensions : {2, 3})
        for (const int count : {0, 1, 2, 3, 7, 1500, 20'000}) {
            const InitialParticles f = seed_particles(domain_of(dimensions, {disc, block, disc}), count, 3, 1);
            EXPECT_EQ(f.count(), count);
            EXPECT_EQ(f.velocity.size(), f.position.size());
            EXPECT_EQ(f.kind.size(), f.position.size());
        }
}

TEST(InitialParticles, LatticeIsEvenAndFillsTheRegion) {
    for (const int dimensions : {2, 3}) {
        FluidRegion box = block;
        box.lattice = true, box.half = {1, 1, 1};
        const int side = dimensions == 2 ? 32 : 10, count = dimensions == 2 ? side * side : side * side * side;
        const InitialParticles f = seed_particles(domain_of(dimensions, {box}), count, 3, 1);
        ASSERT_EQ(f.count(), count);
        const float spacing = 2.0f / static_cast<float>(side);
        for (const glm::vec3 p : f.position) {
            EXPECT_TRUE(inside(box, p));
            for (int d = 0; d < dimensions; ++d) {
                const float index = (p[d] - box.centre[d] + 1) / spacing - 0.5f;
                EXPECT_NEAR(index, std::round(index), 1e-3f);
            }
        }
        // Any other number fills the region to its top as well.
        for (const int other : {count - side, count - 1, count + 7, 3 * count / 4}) {
            float lowest = 9, top = -9;
            for (const glm::vec3 p : seed_particles(domain_of(dimensions, {box}), other, 3, 1).position)
                lowest = std::min(lowest, p.y), top = std::max(top, p.y);
            EXPECT_NEAR(lowest - box.centre.y, -1 + spacing / 2, 0.1f * spacing) << other;
            EXPECT_NEAR(top - box.centre.y, 1 - spacing / 2, 0.1f * spacing) << other;
        }
        FluidRegion ball = disc;
        ball.lattice = true;
        const InitialParticles round = seed_particles(domain_of(dimensions, {ball}), 777, 3, 1);
        EXPECT_EQ(round.count(), 777);
        for (const glm::vec3 p : round.position) EXPECT_TRUE(inside(ball, p));
    }
}

TEST(InitialParticles, JitterIsWithinItsFractionOfTheSpacing) {
    for (const int dimensions : {2, 3}) {
        FluidRegion box = block;
        box.lattice = true, box.half = {1, 1, 1};
        const int side = dimensions == 2 ? 32 : 10, count = dimensions == 2 ? side * side : side * side * side;
        const std::vector<glm::vec3> rows = seed_particles(domain_of(dimensions, {box}), count, 1, 1).position;
        box.jitter = 0.7f;
        const std::vector<glm::vec3> loose = seed_particles(domain_of(dimensions, {box}), count, 1, 1).position;
        ASSERT_EQ(loose.size(), rows.size());
        const float max_shift = 0.35f * 2 / static_cast<float>(side);
        glm::vec3 sum(0);
        float furthest = 0;
        for (size_t i = 0; i < rows.size(); ++i) {
            const glm::vec3 moved = loose[i] - rows[i];
            for (int d = 0; d < dimensions; ++d) furthest = std::max(furthest, std::abs(moved[d]));
            sum += moved;
            EXPECT_TRUE(inside(box, loose[i]));
            if (dimensions == 2) {
                EXPECT_EQ(moved.z, 0);
            }
        }
        EXPECT_LE(furthest, 1.001f * max_shift);
        EXPECT_GT(furthest, 0.98f * max_shift);
        for (int d = 0; d < dimensions; ++d) EXPECT_LT(std::abs(sum[d]) / static_cast<float>(count), 0.1f * max_shift);
    }
}

TEST(InitialParticles, ParticlesAreDistributedOverRegionsByArea) {
    for (const int dimensions : {2, 3}) {
        const Domain domain = domain_of(dimensions, {disc, block});
        const InitialParticles f = seed_particles(domain, 5000, 3, 2);
        int in_disc = 0;
        for (size_t i = 0; i < f.position.size(); ++i) {
            const bool first = f.position[i].x > 0;
            glm::vec3 p = f.position[i];
            if (dimensions == 2) {
                EXPECT_EQ(p.z, first ? disc.centre.z : block.centre.z);
            }
            EXPECT_TRUE(inside(first ? disc : block, p)) << p.x << " " << p.y << " " << p.z;
            EXPECT_EQ(f.velocity[i], first ? disc.velocity : block.velocity);
            EXPECT_TRUE(first || f.kind[i] == 1) << "a region of one kind";
            in_disc += first;
        }
        Domain alone = domain;
        alone.fluid.resize(1);
        EXPECT_NEAR(in_disc, 5000 * fluid_volume(alone) / fluid_volume(domain), 1);
    }
}

// Distances to the nearest particle, in spacings of a square grid. For random points they are between 0.01 and 1.6.
TEST(InitialParticles, ScatteredParticlesAreUniform) {
    for (const int dimensions : {2, 3})
        for (const FluidRegion& region : {disc, block}) {
            const int count = 1000;
            const Domain domain = domain_of(dimensions, {region});
            const InitialParticles f = seed_particles(domain, count, 1, 3);
            const float spacing = std::pow(fluid_volume(domain) / count, 1.0f / static_cast<float>(dimensions));
            float min_nearest = 1e9f, max_nearest = 0;
            for (size_t i = 0; i < f.position.size(); ++i) {
                float nearest = 1e9f;
                for (size_t j = 0; j < f.position.size(); ++j) {
                    const glm::vec3 d = f.position[i] - f.position[j];
                    if (i != j) nearest = std::min(nearest, std::sqrt(d.x * d.x + d.y * d.y + d.z * d.z));
                }
                min_nearest = std::min(min_nearest, nearest / spacing);
                max_nearest = std::max(max_nearest, nearest / spacing);
            }
            EXPECT_GT(min_nearest, dimensions == 2 ? 0.5f : 0.3f);
            EXPECT_LT(max_nearest, 1.4f);
        }
}

// Quarters of the disc hold a quarter of the particles each.
TEST(InitialParticles, ScatteredParticlesHaveNoBias) {
    const InitialParticles f = seed_particles(domain_of(2, {disc}), 4000, 1, 4);
    int quarter[4] = {};
    for (const glm::vec3 p : f.position) ++quarter[(p.x > disc.centre.x) + 2 * (p.y > disc.centre.y)];
    for (const int n : quarter) EXPECT_NEAR(n, 1000, 30);
}

TEST(InitialParticles, KindsAreDrawnUniformly) {
    for (const int kinds : {1, 2, 3}) {
        const InitialParticles f = seed_particles(domain_of(2, {disc}), 3000, kinds, 5);
        std::vector<int> of_kind(3);
        for (const uint8_t kind : f.kind) {
            ASSERT_LT(kind, kinds);
            ++of_kind[kind];
        }
        for (int k = 0; k < kinds; ++k) EXPECT_NEAR(of_kind[static_cast<size_t>(k)], 3000 / kinds, 120);
    }
}

TEST(InitialParticles, SeedDeterminesAllParticles) {
    const Domain domain = domain_of(3, {disc, block});
    const InitialParticles a = seed_particles(domain, 500, 3, 6), b = seed_particles(domain, 500, 3, 6);
    EXPECT_EQ(a.position, b.position);
    EXPECT_EQ(a.kind, b.kind);
    const InitialParticles c = seed_particles(domain, 500, 3, 7);
    EXPECT_NE(a.position, c.position);
    EXPECT_NE(a.kind, c.kind);
}

}  // namespace
}  // namespace slosh::initial_particles_test
