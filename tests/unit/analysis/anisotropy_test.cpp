#include "analysis/anisotropy.h"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>
#include <glm/glm.hpp>

#include "support/allocations.h"
#include "support/diffuse_cloud.h"
#include "support/worst.h"

namespace slosh::anisotropy_test {
namespace {

constexpr float spacing = 0.05f;

struct Ellipsoid {
    glm::vec3 centre, axis[3];
};

std::vector<Ellipsoid> ellipsoids_of(const Cloud& cloud, int workers = 2, const GlassBox& glass = {}) {
    Jobs jobs(workers);
    Anisotropy anisotropy;
    const DiffuseFluid f = cloud.fluid();
    const Ellipsoids found = anisotropy.find(f.x, f.y, f.z, spacing, glass, jobs);
    std::vector<Ellipsoid> all(cloud.count());
    for (size_t i = 0; i < all.size(); ++i)
        all[i] = {found.centre[i], {found.axes[0][i], found.axes[1][i], found.axes[2][i]}};
    return all;
}

TEST(Anisotropy, InsideALatticeEllipsoidsAreSpheresOfFullSize) {
    Cloud cloud(spacing);
    cloud.lattice(glm::vec3(-0.5f), glm::vec3(0.5f), {0, 0, 0});
    const std::vector<Ellipsoid> all = ellipsoids_of(cloud);
    int inside = 0;
    for (size_t i = 0; i < all.size(); ++i) {
        const glm::vec3 at = glm::abs(cloud.at(i));
        if (std::max({at.x, at.y, at.z}) > 0.3f) continue;
        ++inside;
        ASSERT_LT(glm::length(all[i].centre - cloud.at(i)), 1e-3f * spacing);
        for (const glm::vec3& axis : all[i].axis) ASSERT_NEAR(glm::length(axis), 1, 0.1);
    }
    EXPECT_EQ(inside, 12 * 12 * 12);
}

TEST(Anisotropy, AtAWallCornerEllipsoidsAreSpheresAndAtTheSurfaceFlat) {
    Cloud cloud(spacing);
    cloud.lattice(glm::vec3(-0.5f), glm::vec3(0.5f), {0, 0, 0});
    // The outermost particles are half a spacing from the glass on five sides; above them is air.
    GlassBox glass{glm::vec3(-0.5f), glm::vec3(0.5f)};
    glass.hi.y = 10;
    const std::vector<Ellipsoid> all = ellipsoids_of(cloud, 2, glass);
    int at_surface = 0;
    for (size_t i = 0; i < all.size(); ++i) {
        const glm::vec3 at = cloud.at(i), moved = all[i].centre - at;
        const bool inside = at.y < 0.3f;
        if (inside) {
            ASSERT_LT(glm::length(moved), 2e-3f * spacing) << i;
            for (const glm::vec3& axis : all[i].axis) ASSERT_NEAR(glm::length(axis), 1, 0.1) << i;
        } else if (at.y > 0.5f - 0.6f * spacing) {
            ++at_surface;
            ASSERT_LT(std::abs(moved.x) + std::abs(moved.z), 2e-3f * spacing) << "centres move straight down";
            ASSERT_LT(glm::length(all[i].axis[2]), 0.45f);
            ASSERT_GT(std::abs(all[i].axis[2].y), 0.999f * glm::length(all[i].axis[2]));
        }
    }
    EXPECT_EQ(at_surface, 20 * 20);
}

TEST(Anisotropy, OnASheetEllipsoidsAreFlat) {
    Cloud cloud(spacing);
    const glm::vec3 normal = glm::normalize(glm::vec3(1, 2, 0.5f));
    const glm::vec3 u = glm::normalize(glm::cross(normal, glm::vec3(0, 0, 1))), v = glm::cross(normal, u);
    for (int j = -10; j <= 10; ++j)
        for (int i = -10; i <= 10; ++i)
            cloud.add((u * static_cast<float>(i) + v * static_cast<float>(j)) * spacing, {});
    const std::vector<Ellipsoid> all = ellipsoids_of(cloud);
    const Ellipsoid& middle = all[all.size() / 2];
    const float longest = glm::length(middle.axis[0]), shortest = glm::length(middle.axis[2]);
    std::printf("half axes %.2f %.2f %.2f\n", static_cast<double>(longest),
                static_cast<double>(glm::length(middle.axis[1])), static_cast<double>(shortest));
    EXPECT_NEAR(longest, glm::length(middle.axis[1]), 1e-3f);
    EXPECT_NEAR(longest / shortest, Anisotropy::max_axis_ratio, 1e-3f);
    EXPECT_GT(std::abs(glm::dot(middle.axis[2] / shortest, normal)), 0.9999f);
}

TEST(Anisotropy, IsolatedParticlesAreSmallSpheresInPlace) {
    Cloud cloud(spacing);
    cloud.add({1, 2, 3}, {}), cloud.add({1.5f, 2, 3}, {}), cloud.add({1.5f + 0.5f * spacing, 2, 3}, {});
    for (const Ellipsoid& one : ellipsoids_of(cloud))
        for (const glm::vec3& axis : one.axis) EXPECT_FLOAT_EQ(glm::length(axis), Anisotropy::isolated_radius);
    EXPECT_EQ(ellipsoids_of(cloud)[0].centre, glm::vec3(1, 2, 3));
}

// The same covariance and its eigenvalues in double precision.
TEST(Anisotropy, AxesAgreeWithBruteForce) {
    Cloud cloud(spacing);
    cloud.scatter(4000, glm::vec3(0), glm::vec3(0.8f), [](Random&) { return glm::vec3(0); });
    const std::vector<Ellipsoid> all = ellipsoids_of(cloud);
    const double radius = static_cast<double>(Anisotropy::spacings * spacing);
    double worst_length = 0, worst_direction = 0;
    int clear = 0;
    for (size_t i = 0; i < all.size(); i += 7) {
        Eigen::Vector3d mean(0, 0, 0);
        Eigen::Matrix3d second = Eigen::Matrix3d::Zero();
        double weight = 0;
        int count = -1;
        for (size_t j = 0; j < all.size(); ++j) {
            const glm::dvec3 to = (glm::dvec3(cloud.at(j)) - glm::dvec3(cloud.at(i))) / radius;
            const Eigen::Vector3d q(to.x, to.y, to.z);
            const double r = q.norm();
            if (r >= 1) continue;
            const double w = 1 - r * r * r;
            weight += w, mean += w * q, second += w * q * q.transpose(), ++count;
        }
        if (count < static_cast<int>(Anisotropy::full_neighbours)) continue;
        mean /= weight;
        const Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> solved(second / weight - mean * mean.transpose());
        const Eigen::Vector3d sizes = solved.eigenvalues() / 0.15;
        for (int k = 0; k < 3; ++k) {
            const double expected = std::max(sizes[2 - k], sizes[2] / static_cast<double>(Anisotropy::max_axis_ratio));
            keep_worst(worst_length, std::abs(static_cast<double>(glm::length(all[i].axis[k])) - expected));
        }
        const glm::vec3 found = glm::normalize(all[i].axis[0]);
        const Eigen::Vector3d direction = solved.eigenvectors().col(2);
        if (sizes[2] < 1.2 * sizes[1]) continue;  // equal axes have no direction
        ++clear;
        const double along = static_cast<double>(found.x) * direction.x() +
                             static_cast<double>(found.y) * direction.y() +
                             static_cast<double>(found.z) * direction.z();
        keep_worst(worst_direction, 1 - std::abs(along));
    }
    std::printf("worst length %.1e, worst direction %.1e of %d\n", worst_length, worst_direction, clear);
    EXPECT_GT(clear, 50);
    EXPECT_LT(worst_length, 1e-4);
    EXPECT_LT(worst_direction, 1e-4);
}

TEST(Anisotropy, SameBitsForAnyNumberOfWorkersAndNoLaterAllocation) {
    Cloud cloud(spacing);
    cloud.scatter(3001, glm::vec3(0), glm::vec3(0.7f), [](Random&) { return glm::vec3(0); });
    const std::vector<Ellipsoid> expected = ellipsoids_of(cloud, 1);
    for (int workers = 2; workers <= 4; ++workers) {
        const std::vector<Ellipsoid> all = ellipsoids_of(cloud, workers);
        for (size_t i = 0; i < all.size(); ++i) {
            ASSERT_EQ(all[i].centre, expected[i].centre);
            for (int k = 0; k < 3; ++k) ASSERT_EQ(all[i].axis[k], expected[i].axis[k]);
        }
    }
    Jobs jobs(2);
    Anisotropy anisotropy;
    const DiffuseFluid f = cloud.fluid();
    anisotropy.find(f.x, f.y, f.z, spacing, {}, jobs);
    const uint64_t before = allocations();
    anisotropy.find(f.x, f.y, f.z, spacing, {}, jobs);
    EXPECT_EQ(allocations(), before);
}

TEST(Anisotropy, NonFiniteValuesAffectNoOtherParticle) {
    Cloud cloud(spacing);
    cloud.lattice(glm::vec3(-0.3f), glm::vec3(0.3f), {0, 0, 0});
    cloud.set(942, {std::nanf(""), 0.01f, 0.01f}, {});  // from the middle
    cloud.set(6, {0, 1e30f, -1e30f}, {});
    const std::vector<Ellipsoid> all = ellipsoids_of(cloud);
    for (size_t i = 0; i < all.size(); ++i)
        for (const glm::vec3& axis : all[i].axis) {
            ASSERT_TRUE(std::isfinite(axis.x + axis.y + axis.z)) << i;
            const glm::vec3 at = glm::abs(cloud.at(i));
            const bool inside = std::max({at.x, at.y, at.z}) < 0.15f;
            ASSERT_GT(glm::length(axis), inside ? 0.85f : 0.05f) << i;
        }
    EXPECT_TRUE(ellipsoids_of(Cloud(spacing)).empty());
}

}  // namespace
}  // namespace slosh::anisotropy_test
