// Adaptive smoothing lengths in mueller_sph: uniform neighbour counts, conserved momentum, equal bits for any number of
// workers.
#include <gtest/gtest.h>

#include "analysis/stats.h"
#include "base/random.h"
#include "solvers/mueller/mueller_sph.h"
#include "sph/adaptive_support.h"
#include "support/neighbour_counts.h"
#include "support/scenes.h"

namespace slosh::physics::adaptive_smoothing_test {
namespace {

TEST(MuellerAdaptive, SmoothingLengthIsTheRootOfTheDensity) {
    double worst = 0;
    for (float ratio = 0.01f; ratio < 40; ratio *= 1.01f) {
        const double expected_2d = std::clamp(std::pow(static_cast<double>(ratio), -0.5), 0.5, 2.0),
                     expected_3d = std::clamp(std::pow(static_cast<double>(ratio), -1.0 / 3), 0.5, 2.0);
        worst = std::max({worst, std::abs(static_cast<double>(h_scale_at<2>(ratio)) / expected_2d - 1),
                          std::abs(static_cast<double>(h_scale_at<3>(ratio)) / expected_3d - 1)});
    }
    std::printf("smoothing length: largest relative error %.1e\n", worst);
    EXPECT_LT(worst, 1e-6);
    EXPECT_EQ(h_scale_at<2>(1), 1);
    EXPECT_EQ(h_scale_at<3>(1), 1);
    EXPECT_EQ(h_scale_at<3>(std::nanf("")), max_h_scale);
}

// A pool so soft that its own weight doubles the density at the floor.
TEST(MuellerAdaptive, NeighbourCountIsTheSameAtAnyDepth) {
    for (const bool adaptive : {true, false}) {
        Scene scene;
        MuellerSphDef def;
        def.particles = 1600;
        def.smoothing = 3.1f;
        def.adaptive = adaptive;
        def.stiffness = 12;
        for (float& nu : def.viscosity) nu = 0.05f;
        def.walls = MuellerSphDef::WallModel::density;
        def.drag = 1;
        scene.solver = def;
        scene.domain.gravity = {0, -10, 0};
        scene.domain.walls = {Shape::box, {1, 1, 0}, {0, 0, 0}};
        scene.domain.fluid = {fluid_box({-1, -1, 0}, {1, 1, 0})};
        Jobs jobs(1);
        const auto solver = make_solver(scene, jobs);
        run(*solver, 5);
        const ParticleView p = solver->particles();
        std::vector<float> heights(p.y.begin(), p.y.end());
        std::sort(heights.begin(), heights.end());
        const double surface = static_cast<double>(heights[heights.size() * 98 / 100]),
                     target = lattice_neighbours(def.smoothing, 2);
        const NeighbourCounts c = count_inside(p, [&](double x, double y, double, double h) {
            return std::abs(x) < 1 - h && y > h - 1 && y < surface - h;
        });
        const auto [least, most] = std::minmax_element(p.density.begin(), p.density.end());
        std::printf("pool, %s: %.0f to %.0f neighbours, %.1f on average, target %.1f; density %.0f to %.0f\n",
                    adaptive ? "adaptive" : "one length", c.min, c.max, c.mean, target, static_cast<double>(*least),
                    static_cast<double>(*most));
        EXPECT_GT(c.inside, 300);
        if (adaptive) {
            EXPECT_GT(c.min, 0.8 * target);
            EXPECT_LT(c.max, 1.2 * target);
            EXPECT_NEAR(static_cast<double>(solver->stats().mean_neighbours), c.mean, 0.2 * c.mean);
        } else {
            EXPECT_GT(c.max, 1.2 * target) << "with one length the counts differ";
        }
    }
}

// A drop that starts compressed: at the start, and while its pressure expands it.
TEST(MuellerAdaptive, NeighbourCountIsConstantInASpreadingDrop) {
    for (const int dimensions : {2, 3}) {
        Scene scene;
        MuellerSphDef def;
        def.particles = dimensions == 2 ? 1200 : 2500;
        def.smoothing = dimensions == 2 ? 3.1f : 2.6f;
        def.adaptive = true;
        def.stiffness = 4;
        for (float& nu : def.viscosity) nu = 0.05f;
        scene.solver = def;
        scene.domain.dimensions = dimensions;
        scene.domain.gravity = {0, 0, 0};
        scene.domain.walls = {Shape::box, glm::vec3(5), {0, 0, 0}};
        scene.domain.fluid = {{.shape = Shape::circle, .half = glm::vec3(1), .kind = 0, .lattice = true}};
        InitialParticles start = seed_particles(scene.domain, def.particles, 1, 1);
        for (glm::vec3& x : start.position) x *= dimensions == 2 ? 0.8f : 0.87f;  // 1.5 times the density
        Jobs jobs(1);
        const auto solver = make_solver(scene, jobs, &start);
        const double target = lattice_neighbours(def.smoothing, dimensions);
        solver->step(0, {}, {});
        for (const float seconds : {0.0f, 0.15f, 0.3f}) {
            run(*solver, seconds);
            const ParticleView p = solver->particles();
            std::vector<double> radii;
            const auto radius_at = [](double x, double y, double z) { return std::sqrt(x * x + y * y + z * z); };
            for (size_t i = 0; i < static_cast<size_t>(p.count); ++i)
                radii.push_back(radius_at(static_cast<double>(p.x[i]), static_cast<double>(p.y[i]),
                                          dimensions == 3 ? static_cast<double>(p.z[i]) : 0));
            std::sort(radii.begin(), radii.end());
            const double surface = radii[radii.size() * 98 / 100];
            const NeighbourCounts c = count_inside(
                p, [&](double x, double y, double z, double h) { return radius_at(x, y, z) < surface - h; });
            std::printf("%dD drop of radius %.2f: %.0f to %.0f neighbours in %d, %.1f on average, target %.1f\n",
                        dimensions, surface, c.min, c.max, c.inside, c.mean, target);
            EXPECT_GT(c.inside, 100);
            EXPECT_GT(c.min, 0.8 * target);
            EXPECT_LT(c.max, 1.2 * target);
        }
    }
}

TEST(MuellerAdaptive, MomentumIsConservedWithoutGravityAndWalls) {
    for (const int dimensions : {2, 3})
        for (const bool one_kind : {true, false}) {
            Scene scene;
            MuellerSphDef def;
            def.particles = dimensions == 3 ? 400 : 1000;
            def.adaptive = true;
            def.stiffness = 10;
            def.substeps = 10;
            def.pressure = MuellerSphDef::Pressure::with_sign;
            for (float& nu : def.viscosity) nu = 0.01f;
            if (!one_kind) {
                def.rest_density[1] = 500;
                def.rest_density[3] = 1500;
                def.viscosity[2] = 0.2f;
            }
            scene.solver = def;
            scene.domain.dimensions = dimensions;
            scene.domain.gravity = {0, 0, 0};
            scene.domain.walls = {Shape::box, glm::vec3(20), {0, 0, 0}};
            scene.domain.fluid = {{Shape::box, {0, 0, 0}, glm::vec3(0.5f), one_kind ? 0 : FluidRegion::mixed}};
            InitialParticles start = seed_particles(scene.domain, def.particles, 4, 7);
            Random random(7);
            for (glm::vec3& v : start.velocity)
                for (int d = 0; d < dimensions; ++d) v[d] = random.uniform(-1, 1);
            Jobs jobs(1);
            const auto solver = make_solver(scene, jobs, &start);
            const auto momentum = [&](double& rms) {
                const ParticleView p = solver->particles();
                glm::dvec3 sum(0);
                double mass = 0, squares = 0;
                for (size_t i = 0; i < static_cast<size_t>(p.count); ++i) {
                    const glm::dvec3 v(p.vx[i], p.vy[i], dimensions == 3 ? p.vz[i] : 0.0f);
                    const auto m = static_cast<double>(def.rest_density[p.kind[i]]);
                    sum += m * v;
                    squares += m * (v.x * v.x + v.y * v.y + v.z * v.z);
                    mass += m;
                }
                rms = std::sqrt(squares / mass);
                return sum / mass;
            };
            double before_rms, after_rms;
            const glm::dvec3 before = momentum(before_rms);
            for (int s = 0; s < 100; ++s) solver->step(display_step, {}, {});
            const glm::dvec3 gained = momentum(after_rms) - before;
            const double drift =
                std::sqrt(gained.x * gained.x + gained.y * gained.y + gained.z * gained.z) / before_rms;
            std::printf("%dD, %s: momentum drift in 1,000 sub-steps %.2e of m v_rms (v_rms %.2f, then %.2f)\n",
                        dimensions, one_kind ? "one kind" : "four kinds", drift, before_rms, after_rms);
            EXPECT_LT(drift, 1e-5);
            EXPECT_GT(after_rms, 0.02 * before_rms);
            EXPECT_LT(after_rms, 10 * before_rms);
        }
}

TEST(MuellerAdaptive, SameBitsForAnyNumberOfWorkers) {
    for (const int dimensions : {2, 3}) {
        uint64_t first = 0;
        for (const int workers : {1, 2, 3, 4}) {
            Scene scene =
                scene_with("curl-disc", {{"particles", "1500"}, {"adaptive-smoothing", "true"}, {"time-scale", "0.1"}});
            scene.domain.dimensions = dimensions;
            Jobs jobs(workers);
            const auto solver = make_solver(scene, jobs);
            run(*solver, 0.1f);
            const uint64_t hash = state_hash(solver->particles());
            if (workers == 1) first = hash;
            EXPECT_EQ(hash, first) << dimensions << "D, " << workers << " workers";
        }
    }
}

TEST(MuellerAdaptive, OnlyAdaptiveSolversReportSmoothingLengths) {
    for (const char* adaptive : {"true", "false"}) {
        const Scene scene = scene_with("curl-disc", {{"particles", "800"}, {"adaptive-smoothing", adaptive}});
        Jobs jobs(1);
        const auto solver = make_solver(scene, jobs);
        run(*solver, 0.1f);
        const ParticleView p = solver->particles();
        const size_t expected = *adaptive == 't' ? 800 : 0;
        EXPECT_EQ(p.smoothing.size(), expected);
        EXPECT_EQ(p.neighbours.size(), expected);
        for (const float h : p.smoothing) {
            EXPECT_GE(h, 0.499f * p.support);
            EXPECT_LE(h, 2.001f * p.support);
        }
    }
}

}  // namespace
}  // namespace slosh::physics::adaptive_smoothing_test
