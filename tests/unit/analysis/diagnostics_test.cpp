#include "analysis/diagnostics.h"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <chrono>
#include <cmath>
#include <functional>
#include <limits>

#include "analysis/stats.h"
#include "base/random.h"
#include "scenes/scene.h"
#include "support/worst.h"

namespace slosh::diagnostics_test {
namespace {

using Vector = Eigen::Vector3d;

// Particles at random positions in a box of side 1, with a velocity by position.
struct Cloud {
    std::vector<float> x[3], v[3];
    ParticleFields view;

    Cloud(int dimensions, int count, float support, const std::function<Vector(Vector)>& flow, uint64_t seed = 7) {
        Random random(seed);
        for (int i = 0; i < count; ++i) {
            Vector at(0, 0, 0);
            for (int d = 0; d < dimensions; ++d) at[d] = static_cast<double>(random.uniform());
            const Vector to = flow(at);
            for (int d = 0; d < dimensions; ++d)
                x[d].push_back(static_cast<float>(at[d])), v[d].push_back(static_cast<float>(to[d]));
        }
        view = {count, dimensions, x[0], x[1], x[2], v[0], v[1], v[2], support};
    }
    Vector at(int i) const { return vector(x, i); }
    Vector velocity(int i) const { return vector(v, i); }

private:
    Vector vector(const std::vector<float>* from, int i) const {
        Vector out(0, 0, 0);
        for (int d = 0; d < view.dimensions; ++d) out[d] = static_cast<double>(from[d][static_cast<size_t>(i)]);
        return out;
    }
};

Vector swirl(Vector p) { return {std::sin(5 * p.y()) + p.z(), std::cos(4 * p.x()) * p.z(), p.x() * p.y()}; }

int neighbours_by_hand(const Cloud& cloud, int i) {
    int found = 0;
    for (int j = 0; j < cloud.view.count; ++j) {
        // Rounded as in the pass, so that particles at the radius fall on the same side.
        float r2 = 0;
        for (int d = 0; d < cloud.view.dimensions; ++d) {
            const float dx = cloud.x[d][static_cast<size_t>(j)] - cloud.x[d][static_cast<size_t>(i)];
            r2 += dx * dx;
        }
        found += j != i && r2 < cloud.view.support * cloud.view.support;
    }
    return found;
}

// The same fit by Eigen, in double precision.
double curl_by_hand(const Cloud& cloud, int i) {
    const int n = cloud.view.dimensions;
    const auto h = static_cast<double>(Diagnostics::fit_radius * cloud.view.support);
    Eigen::MatrixXd moment = Eigen::MatrixXd::Zero(n, n), flow = Eigen::MatrixXd::Zero(n, n);
    int found = 0;
    for (int j = 0; j < cloud.view.count; ++j) {
        const Vector dx = cloud.at(j) - cloud.at(i), dv = cloud.velocity(j) - cloud.velocity(i);
        const double q2 = dx.squaredNorm() / (h * h);
        if (q2 >= 1) continue;
        ++found;
        const double w = (1 - q2) * (1 - q2);
        moment += w * dx.head(n) * dx.head(n).transpose();
        flow += w * dv.head(n) * dx.head(n).transpose();
    }
    if (found < Diagnostics::min_fitted) return 0;
    const Eigen::MatrixXd g = flow * moment.inverse();
    if (n == 2) return g(1, 0) - g(0, 1);
    return Vector(g(2, 1) - g(1, 2), g(0, 2) - g(2, 0), g(1, 0) - g(0, 1)).norm();
}

TEST(Diagnostics, NeighbourCountsAgreeWithBruteForce) {
    for (int dimensions : {2, 3}) {
        const Cloud cloud(dimensions, 1500, dimensions == 2 ? 0.07f : 0.17f, swirl);
        Jobs jobs(2);
        Diagnostics diagnostics;
        const std::span<const float> found = diagnostics.neighbours(cloud.view, jobs);
        ASSERT_EQ(found.size(), 1500u);
        double total = 0;
        for (int i = 0; i < 1500; ++i) {
            EXPECT_EQ(found[static_cast<size_t>(i)], static_cast<float>(neighbours_by_hand(cloud, i)))
                << "particle " << i;
            total += static_cast<double>(found[static_cast<size_t>(i)]);
        }
        EXPECT_GT(total / 1500, 10) << "there is something to count";
    }
}

TEST(Diagnostics, VorticityAgreesWithABruteForceFit) {
    for (int dimensions : {2, 3}) {
        const Cloud cloud(dimensions, 1500, dimensions == 2 ? 0.125f : 0.25f, swirl);
        Jobs jobs(2);
        Diagnostics diagnostics;
        const std::span<const float> found = diagnostics.vorticity(cloud.view, jobs);
        double worst = 0, mean = 0;
        for (int i = 0; i < 1500; ++i) {
            const double by_hand = curl_by_hand(cloud, i);
            keep_worst(worst, std::abs(static_cast<double>(found[static_cast<size_t>(i)]) - by_hand));
            mean += std::abs(by_hand) / 1500;
        }
        std::printf("%dD: mean vorticity %.2f, worst difference from brute force %.1e\n", dimensions, mean, worst);
        EXPECT_GT(mean, 0.5);
        EXPECT_LT(worst, 2e-3);
    }
}

TEST(Diagnostics, VorticityOfARigidRotationIsTwiceItsRate) {
    const auto planar = [](Vector p) { return Vector(-3 * p.y(), 3 * p.x(), 0); };
    const Vector rate(1, -2, 2);
    const auto spatial = [&](Vector p) -> Vector { return rate.cross(p); };
    Jobs jobs;
    Diagnostics diagnostics;
    const Cloud disc(2, 800, 0.2f, planar), ball(3, 1500, 0.4f, spatial);
    for (float w : diagnostics.vorticity(disc.view, jobs)) EXPECT_NEAR(w, 6, 2e-3);
    for (float w : diagnostics.vorticity(ball.view, jobs)) EXPECT_NEAR(w, 6, 5e-3);
}

TEST(Diagnostics, VorticityOfUniformFlowAndOfIsolatedParticlesIsZero) {
    Jobs jobs;
    Diagnostics diagnostics;
    const auto straight = [](Vector) { return Vector(2, 1, -1); };
    for (float w : diagnostics.vorticity(Cloud(3, 600, 0.3f, straight).view, jobs)) EXPECT_NEAR(w, 0, 1e-5);
    for (int dimensions : {2, 3}) {
        const Cloud few(dimensions, 3, 1e-4f, swirl);
        for (float w : diagnostics.vorticity(few.view, jobs)) EXPECT_EQ(w, 0);
        for (float n : diagnostics.neighbours(few.view, jobs)) EXPECT_EQ(n, 0);
    }
}

TEST(Diagnostics, SameForAnyNumberOfWorkersAndNonFiniteValuesAffectNoOtherParticle) {
    Cloud cloud(3, 2000, 0.2f, swirl);
    Jobs one(1), three(3);
    Diagnostics a, b;
    const std::span<const float> alone = a.vorticity(cloud.view, one), together = b.vorticity(cloud.view, three);
    EXPECT_TRUE(std::equal(alone.begin(), alone.end(), together.begin()));
    cloud.x[1][17] = std::numeric_limits<float>::quiet_NaN();
    cloud.v[0][18] = std::numeric_limits<float>::infinity();
    const std::span<const float> found = a.neighbours(cloud.view, one);
    EXPECT_EQ(found[17], 0);
    EXPECT_EQ(found[500], static_cast<float>(neighbours_by_hand(cloud, 500)));
    a.vorticity(cloud.view, one);
}

// Measuring does not change a run, and is fast enough for every frame.
TEST(Diagnostics, DiagnosticsDoNotChangeTheState) {
    const Scene* scene = find_scene("tank-3d");
    ASSERT_TRUE(scene);
    Jobs jobs(2);
    Diagnostics diagnostics;
    const auto run = [&](bool measured) {
        const auto solver = make_solver(*scene, jobs);
        for (int i = 0; i < 3; ++i) {
            solver->step(1.0f / 60, {}, {});
            const ParticleView p = solver->particles();
            if (!measured) continue;
            const ParticleFields view{p.count, p.dimensions, p.x, p.y, p.z, p.vx, p.vy, p.vz, p.support};
            diagnostics.neighbours(view, jobs);
            const auto start = std::chrono::steady_clock::now();
            diagnostics.vorticity(view, jobs);
            const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - start;
            std::printf("vorticity of %d particles in 3D: %.2f ms\n", p.count, took.count());
        }
        return state_hash(solver->particles());
    };
    EXPECT_EQ(run(false), run(true));
}

TEST(Diagnostics, DisplacementIsInFractionsOfTheSupportPerSubstep) {
    for (const int dimensions : {2, 3}) {
        const Cloud cloud(dimensions, 3000, 0.1f, swirl);
        Jobs jobs(2);
        Diagnostics diagnostics;
        const std::span<const float> found = diagnostics.courant(cloud.view, 0.004f, jobs);
        ASSERT_EQ(found.size(), 3000u);
        for (int i = 0; i < 3000; ++i)
            ASSERT_NEAR(static_cast<double>(found[static_cast<size_t>(i)]), cloud.velocity(i).norm() * 0.004 / 0.1,
                        1e-6);
    }
}

TEST(Diagnostics, DistanceToTheNearestBody) {
    for (const int dimensions : {2, 3}) {
        const Cloud cloud(dimensions, 3000, 0.1f, swirl);
        Body ball;
        ball.shape = BodyShape::ball, ball.half = {0.2f, 0.2f, 0.2f}, ball.position = {0.3f, 0.5f, 0.5f};
        Body other = ball;
        other.half = {0.1f, 0.1f, 0.1f}, other.position = {0.7f, 0.5f, 0.5f};
        if (dimensions == 2) ball.position.z = other.position.z = 0;
        const Body both[] = {ball, other};
        Jobs jobs(2);
        Diagnostics diagnostics;
        const std::span<const float> found = diagnostics.bodies(cloud.view, both, jobs);
        int touched[3] = {};
        for (int i = 0; i < 3000; ++i) {
            const Vector at = cloud.at(i);
            double best = 0.1;
            int nearest = 0;
            for (int b = 0; b < 2; ++b) {
                const glm::vec3 p = both[b].position;
                const Vector offset =
                    at - Vector(static_cast<double>(p.x), static_cast<double>(p.y), static_cast<double>(p.z));
                const double distance = offset.norm() - static_cast<double>(both[b].half.x);
                if (std::abs(distance - best) < 1e-6) nearest = -1;  // too near to tell
                else if (distance < best) best = distance, nearest = b + 1;
            }
            if (nearest < 0) continue;
            ASSERT_EQ(static_cast<int>(found[static_cast<size_t>(i)]), nearest) << at.transpose();
            ++touched[nearest];
        }
        for (const int count : touched) EXPECT_GT(count, 30);
        for (const float none : diagnostics.bodies(cloud.view, {}, jobs)) ASSERT_EQ(none, 0);
    }
}

}  // namespace
}  // namespace slosh::diagnostics_test
