// The momentum of a fluid that touches no wall changes by its weight times dt, exactly.
#include "grid/forces/momentum_correction.h"

#include <gtest/gtest.h>

#include "support/mac_tank.h"

namespace slosh::momentum_correction_test {
namespace {

glm::dvec3 mean_velocity(const FlipParticles& p) {
    glm::dvec3 sum(0);
    for (int i = 0; i < p.count; ++i) sum += glm::dvec3(p.v[0][i], p.v[1][i], p.v[2][i]);
    return sum / static_cast<double>(p.count);
}

// Kicks every particle a little differently, as a pressure solve does.
void kick(FlipParticles& p) {
    Random random(12);
    for (SimdArray<float>& v : p.v)
        for (int i = 0; i < p.count; ++i) v[i] += random.uniform(-0.5f, 0.6f);
}

TEST(MomentumCorrection, InFreeFallTheMeanVelocityChangesByGravityAlone) {
    MacTank tank;
    tank.fill(scattered(5000, {2, 2, 2}, {nx - 2, ny - 2, nz - 2}), linear_velocity);
    Faces u, weight;
    u.assign(tank.grid), weight.assign(tank.grid);
    particles_to_grid(tank.layout, tank.sorted, u, weight, tank.scratch, tank.jobs);
    MomentumCorrection momentum;
    momentum.reserve(5000);
    const glm::dvec3 before = mean_velocity(tank.particles);
    momentum.begin(tank.grid, weight, tank.particles, tank.jobs);
    kick(tank.particles);
    const glm::dvec3 kicked = mean_velocity(tank.particles);
    const float first = tank.particles.v[0][0] - tank.particles.v[0][1];
    const glm::vec3 gained(0, -0.25f, 0.125f), missing = momentum.end(gained, tank.particles, tank.jobs);
    const glm::dvec3 after = mean_velocity(tank.particles);
    EXPECT_LT(glm::length(after - before - glm::dvec3(gained)), 1e-6);
    EXPECT_LT(glm::length(kicked + glm::dvec3(missing) - after), 1e-6) << "it returns the velocity added";
    EXPECT_GT(glm::length(missing), 0.05f);
    EXPECT_NEAR(tank.particles.v[0][0] - tank.particles.v[0][1], first, 1e-6) << "the same for every particle";
}

TEST(MomentumCorrection, BesideAWallNothingIsCorrected) {
    for (int d = 0; d < 3; ++d)
        for (const bool upper : {false, true}) {
            MacTank tank;
            glm::vec3 lo(2), hi(nx - 2, ny - 2, nz - 2), all(nx, ny, nz);
            (upper ? hi : lo)[d] = upper ? all[d] : 0;
            tank.fill(scattered(500, lo, hi), linear_velocity);
            Faces u, weight;
            u.assign(tank.grid), weight.assign(tank.grid);
            particles_to_grid(tank.layout, tank.sorted, u, weight, tank.scratch, tank.jobs);
            MomentumCorrection momentum;
            momentum.reserve(500);
            momentum.begin(tank.grid, weight, tank.particles, tank.jobs);
            kick(tank.particles);
            const FlipParticles before = tank.particles;
            EXPECT_EQ(momentum.end({0, -1, 0}, tank.particles, tank.jobs), glm::vec3(0)) << "axis " << d;
            for (int i = 0; i < before.count; ++i) ASSERT_EQ(tank.particles.v[1][i], before.v[1][i]);
        }
}

TEST(MomentumCorrection, WithoutParticlesThereIsNothingToCorrect) {
    MacTank tank;
    Faces weight;
    weight.assign(tank.grid);
    MomentumCorrection momentum;
    momentum.begin(tank.grid, weight, tank.particles, tank.jobs);
    EXPECT_EQ(momentum.end({0, -1, 0}, tank.particles, tank.jobs), glm::vec3(0));
}

}  // namespace
}  // namespace slosh::momentum_correction_test
