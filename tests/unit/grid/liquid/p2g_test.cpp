#include "grid/liquid/p2g.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdio>

#include "support/mac_tank.h"
#include "support/worst.h"

namespace slosh::p2g_test {
namespace {

TEST(ParticlesToGrid, FaceVelocityIsTheWeightedMeanOfItsParticles) {
    MacTank tank;
    tank.fill(scattered(2000, {1, 1, 1}, {nx - 1, ny - 1, nz - 1}), linear_velocity);
    tank.frame.velocity[1] = 0.25f;
    Faces u, weight;
    u.assign(tank.grid), weight.assign(tank.grid);
    particles_to_grid(tank.layout, tank.sorted, u, weight, tank.scratch, tank.jobs);
    // By the definition, in double precision.
    for (int axis = 0; axis < 3; ++axis)
        for (const glm::ivec3 face : {glm::ivec3(4, 3, 3), glm::ivec3(2, 2, 2), glm::ivec3(7, 1, 4)}) {
            double sum = 0, momentum = 0;
            for (int slot = 0; slot < tank.particles.count; ++slot) {
                double w = 1;
                for (int d = 0; d < 3; ++d) {
                    const double from = tank.cell_coord(slot)[d] - (face[d] + (d == axis ? 0 : 0.5));
                    w *= std::max(0.0, 1 - std::abs(from));
                }
                sum += w, momentum += w * (tank.particles.v[axis][slot] - tank.frame.velocity[axis]);
            }
            const int at = tank.grid.at(face.x, face.y, face.z);
            EXPECT_NEAR(weight.axis[axis][at], sum, 1e-5 * sum);
            EXPECT_NEAR(u.axis[axis][at], momentum / sum, 1e-5);
        }
    // The total momentum is conserved.
    for (int axis = 0; axis < 3; ++axis) {
        double of_particles = 0, of_faces = 0;
        for (int slot = 0; slot < tank.particles.count; ++slot)
            of_particles += static_cast<double>(tank.particles.v[axis][slot] - tank.frame.velocity[axis]);
        for (int at = 0; at < tank.grid.size(); ++at)
            of_faces += static_cast<double>(u.axis[axis][at]) * static_cast<double>(weight.axis[axis][at]);
        EXPECT_NEAR(of_faces, of_particles, 1e-3);
    }
}

TEST(ParticlesToGrid, LinearFieldIsReproduced) {
    MacTank tank;
    tank.fill(lattice({0, 0, 0}, {nx, ny, nz}), linear_velocity);
    Faces u, weight;
    u.assign(tank.grid), weight.assign(tank.grid);
    particles_to_grid(tank.layout, tank.sorted, u, weight, tank.scratch, tank.jobs);
    for (int axis = 0; axis < 3; ++axis)
        for (int k = 0; k < nz; ++k)
            for (int j = 0; j < ny; ++j)
                for (int i = 0; i <= (axis == 0 ? nx : nx - 1); ++i)
                    EXPECT_NEAR(weight.axis[axis][tank.grid.at(i, j, k)], 8, 1e-4) << "also next to walls";
    // With PIC the particles take the velocity of the faces.
    const FlipParticles before = tank.particles;
    for (SimdArray<float>& v : tank.particles.v) v.assign(tank.particles.count, 77);
    tank.take(u, 0, u, nullptr, {0, 0, 0});
    int inside = 0;
    for (int slot = 0; slot < before.count; ++slot) {
        bool far = true;  // from walls, which reflect
        for (int d = 0; d < 3; ++d)
            far &= tank.cell_coord(slot)[d] > 1.5f && tank.cell_coord(slot)[d] < tank.frame.top[d] - 1.5f;
        if (!far) continue;
        ++inside;
        for (int d = 0; d < 3; ++d) EXPECT_NEAR(tank.particles.v[d][slot], before.v[d][slot], 2e-5);
    }
    EXPECT_GT(inside, 300);
}

// For any distribution of particles: with slopes a linear field is the same on the faces and on the particles again.
TEST(ParticlesToGrid, AffineTransferReproducesALinearFieldExactly) {
    MacTank tank;
    tank.fill(scattered(4000, {0, 0, 0}, {nx, ny, nz}), linear_velocity);
    tank.frame.velocity[2] = -0.5f;
    const float slopes[3][3] = {{2, -1, 0}, {1, 0, 0.5f}, {1, -1, 2}};
    FlipParticles& p = tank.particles;
    p.keep_slopes(true);
    for (int c = 0; c < 3; ++c)
        for (int d = 0; d < 3; ++d) p.slope[c][d].assign(p.count, slopes[c][d]);
    Faces u, weight;
    u.assign(tank.grid), weight.assign(tank.grid);
    particles_to_grid(tank.layout, tank.sorted, u, weight, tank.scratch, tank.jobs);
    double face_aligned = 0, on_particles = 0, of_slopes = 0;
    for (int axis = 0; axis < 3; ++axis)
        for (int k = 1; k < nz - 1; ++k)
            for (int j = 1; j < ny - 1; ++j)
                for (int i = 1; i < nx - 1; ++i) {
                    glm::vec3 x(i, j, k);
                    for (int d = 0; d < 3; ++d)
                        x[d] = tank.frame.corner[d] + (x[d] + (d == axis ? 0 : 0.5f)) * tank.frame.edge[d];
                    const float expected = linear_velocity(x)[axis] - tank.frame.velocity[axis];
                    keep_worst(face_aligned,
                               std::abs(u.axis[axis][tank.grid.at(i, j, k)] - static_cast<double>(expected)));
                }
    for (SimdArray<float>& v : p.v) v.assign(p.count, 77);
    for (auto& component : p.slope)
        for (SimdArray<float>& slope : component) slope.assign(p.count, 77);
    grid_to_affine_particles(tank.layout, u, {}, tank.sorted, tank.jobs);
    int inside = 0;
    for (int slot = 0; slot < p.count; ++slot) {
        bool far = true;  // from walls, which reflect
        for (int d = 0; d < 3; ++d)
            far &= tank.cell_coord(slot)[d] > 1.5f && tank.cell_coord(slot)[d] < tank.frame.top[d] - 1.5f;
        if (!far) continue;
        ++inside;
        const glm::vec3 expected = linear_velocity(tank.at(slot));
        for (int c = 0; c < 3; ++c) {
            keep_worst(on_particles, std::abs(static_cast<double>(p.v[c][slot] - expected[c])));
            for (int d = 0; d < 3; ++d)
                keep_worst(of_slopes, std::abs(static_cast<double>(p.slope[c][d][slot] - slopes[c][d])));
        }
    }
    std::printf("linear field: off by %.1e on faces, %.1e on particles, %.1e 1/s in the slopes\n", face_aligned,
                on_particles, of_slopes);
    EXPECT_GT(inside, 600);
    EXPECT_LT(face_aligned, 1e-5);
    EXPECT_LT(on_particles, 1e-5);
    EXPECT_LT(of_slopes, 1e-4) << "differences over a tenth of a metre";
}

// Particles and faces have the same linear and angular momentum, after both transfers.
TEST(ParticlesToGrid, AffineTransferConservesMomentum) {
    MacTank tank;
    auto random_velocity = [random = Random(8)](glm::vec3) mutable {
        glm::vec3 v;
        for (int d = 0; d < 3; ++d) v[d] = random.uniform(-1, 1);
        return v;
    };
    tank.fill(scattered(1500, {2, 2, 2}, {nx - 2, ny - 2, nz - 2}), random_velocity);
    FlipParticles& p = tank.particles;
    Random random(4);
    p.keep_slopes(true);
    for (auto& component : p.slope)
        for (SimdArray<float>& slope : component)
            for (int i = 0; i < p.count; ++i) slope[i] = random.uniform(-5, 5);
    // Linear momentum by axis, and the angular momentum about z, from the faces.
    const auto momenta = [&](const Faces& u, const Faces& weight) {
        std::array<double, 4> sums{};
        for (int k = 0; k < nz; ++k)
            for (int j = 0; j < ny; ++j)
                for (int i = 0; i < nx; ++i)
                    for (int axis = 0; axis < 3; ++axis) {
                        const int at = tank.grid.at(i, j, k);
                        const double m = static_cast<double>(u.axis[axis][at]) * weight.axis[axis][at];
                        sums[static_cast<size_t>(axis)] += m;
                        if (axis == 0) sums[3] -= (j + 0.5) * static_cast<double>(tank.frame.edge[1]) * m;
                        if (axis == 1) sums[3] += (i + 0.5) * static_cast<double>(tank.frame.edge[0]) * m;
                    }
        return sums;
    };
    Faces u, weight, again, again_weight;
    for (Faces* faces : {&u, &weight, &again, &again_weight}) faces->assign(tank.grid);
    particles_to_grid(tank.layout, tank.sorted, u, weight, tank.scratch, tank.jobs);
    grid_to_affine_particles(tank.layout, u, {}, tank.sorted, tank.jobs);
    particles_to_grid(tank.layout, tank.sorted, again, again_weight, tank.scratch, tank.jobs);
    const auto before = momenta(u, weight), after = momenta(again, again_weight);
    std::printf("momenta %.5f %.5f %.5f, angular %.5f; after both transfers %.5f %.5f %.5f, %.5f\n", before[0],
                before[1], before[2], before[3], after[0], after[1], after[2], after[3]);
    for (size_t m = 0; m < 4; ++m) EXPECT_NEAR(after[m], before[m], 1e-5 * p.count);
    for (auto& component : p.slope)
        for (SimdArray<float>& slope : component) slope.assign(p.count, 0);
    particles_to_grid(tank.layout, tank.sorted, again, again_weight, tank.scratch, tank.jobs);
    EXPECT_GT(std::abs(momenta(again, again_weight)[3] - before[3]), 0.01) << "PIC loses angular momentum";
}

}  // namespace
}  // namespace slosh::p2g_test
