// Mueller SPH: conservation, containment, and the order of its integrators. Every test prints its figure.
#include <gtest/gtest.h>

#include <string>

#include "analysis/stats.h"
#include "base/random.h"
#include "solvers/mueller/mueller_sph.h"
#include "support/figure.h"
#include "support/measures.h"
#include "support/worst.h"

namespace slosh::physics::mueller_sph_test {
namespace {

// A cube (square) of fluid, 1 wide, in the middle of a container without gravity.
Scene cube_scene(int dimensions, int particles, Shape walls, float half) {
    Scene scene;
    MuellerSphDef def;
    def.particles = particles;
    scene.solver = def;
    scene.domain.dimensions = dimensions;
    scene.domain.gravity = {0, 0, 0};
    scene.domain.walls = {walls, {half, half, dimensions == 3 ? half : 0}, {0, 0, 0}};
    scene.domain.fluid = {{.half = glm::vec3(0.5f), .kind = 0}};
    return scene;
}

// Particles with random velocities, each component up to `speed`.
InitialParticles with_random_velocities(const Scene& scene, float speed, uint64_t seed) {
    InitialParticles start = seed_particles(scene.domain, scene.solver.particles(), 4, seed);
    Random random(seed);
    for (glm::vec3& v : start.velocity)
        for (int d = 0; d < scene.domain.dimensions; ++d) v[d] = random.uniform(-speed, speed);
    return start;
}

// Per unit of mass.
struct MeanMotion {
    glm::dvec3 momentum{0};
    double rms = 0;  // root mean square speed
};

MeanMotion motion_of(const ParticleView& p, const MuellerSphDef& def) {
    MeanMotion m;
    double mass = 0;
    for (size_t i = 0; i < static_cast<size_t>(p.count); ++i) {
        const glm::dvec3 v(p.vx[i], p.vy[i], p.dimensions == 3 ? p.vz[i] : 0.0f);
        const auto weight = static_cast<double>(def.rest_density[p.kind[i]] / def.rest_density[0]);
        m.momentum += weight * v;
        m.rms += weight * (v.x * v.x + v.y * v.y + v.z * v.z);
        mass += weight;
    }
    return {m.momentum / mass, std::sqrt(m.rms / mass)};
}

struct FreeCase {
    int dimensions;
    bool one_kind;
    int max_neighbours;
};

class MuellerMomentum : public ::testing::TestWithParam<FreeCase> {};

TEST_P(MuellerMomentum, IsConservedWithoutGravityAndWalls) {
    const FreeCase& c = GetParam();
    Scene scene = cube_scene(c.dimensions, c.dimensions == 3 ? 400 : 1000, Shape::box, 500);
    MuellerSphDef& def = def_of<MuellerSphDef>(scene);
    def.stiffness = 10;
    def.substeps = 10;
    def.pressure = MuellerSphDef::Pressure::with_sign;
    def.max_neighbours = c.max_neighbours;
    def.viscosity[0] = def.viscosity[1] = def.viscosity[2] = def.viscosity[3] = 0.01f;
    scene.domain.fluid[0].kind = c.one_kind ? 0 : FluidRegion::mixed;
    if (!c.one_kind) {
        def.rest_density[1] = 500;
        def.rest_density[3] = 1500;
        def.viscosity[2] = 0.2f;
    }
    const InitialParticles start = with_random_velocities(scene, 1, 7);
    Jobs jobs(1);
    const auto solver = make_solver(scene, jobs, &start);
    const MeanMotion before = motion_of(solver->particles(), def);
    for (int s = 0; s < 100; ++s) solver->step(display_step, {}, {});
    const MeanMotion after = motion_of(solver->particles(), def);
    const glm::dvec3 gained = after.momentum - before.momentum;
    const double drift = std::sqrt(gained.x * gained.x + gained.y * gained.y + gained.z * gained.z) / before.rms;
    const std::string label = "mueller_sph " + std::to_string(c.dimensions) + "D, " +
                              (c.one_kind ? "one kind" : "four kinds") + ", cap " + std::to_string(c.max_neighbours);
    expect_figure({"momentum drift in 1,000 sub-steps without gravity and walls, of m v_rms", label, "0"}, drift,
                  at_most(1e-5));
    EXPECT_GT(after.rms, 0.02 * before.rms);
    EXPECT_LT(after.rms, 10 * before.rms);
}

INSTANTIATE_TEST_SUITE_P(Free, MuellerMomentum,
                         ::testing::Values(FreeCase{2, true, 100}, FreeCase{3, true, 100}, FreeCase{2, false, 100},
                                           FreeCase{2, true, 20}, FreeCase{3, false, 24}));

class MuellerWalls : public ::testing::TestWithParam<std::pair<int, Shape>> {};

TEST_P(MuellerWalls, ParticlesStayInsideAtAnySpeed) {
    const auto [dimensions, shape] = GetParam();
    Scene scene = cube_scene(dimensions, 400, shape, 1);
    def_of<MuellerSphDef>(scene).substeps = 3;
    def_of<MuellerSphDef>(scene).viscosity[0] = 0;
    Jobs jobs(1);
    double farthest = 0;
    for (const float speed : {1.0f, 1e3f, 1e6f, 1e12f, 1e17f}) {
        const InitialParticles start = with_random_velocities(scene, speed, 5);
        const auto solver = make_solver(scene, jobs, &start);
        Motion motion;
        for (int s = 0; s < 40; ++s) {
            // Every fourth step the container jumps by many widths, in alternating directions.
            motion.offset += motion.velocity * display_step;
            motion.velocity = s % 4 == 0 ? glm::vec3{(s % 8 ? -1 : 1) * 1000.0f, 300.0f, 0} : glm::vec3{0};
            solver->step(display_step, {}, motion);
            const glm::vec3 now = motion.offset + motion.velocity * display_step;
            const ParticleView p = solver->particles();
            for (size_t i = 0; i < static_cast<size_t>(p.count); ++i) {
                const double x = static_cast<double>(p.x[i] - now.x), y = static_cast<double>(p.y[i] - now.y);
                const double z = dimensions == 3 ? static_cast<double>(p.z[i] - now.z) : 0;
                const double out = shape == Shape::circle ? std::sqrt(x * x + y * y + z * z)
                                                          : std::max({std::abs(x), std::abs(y), std::abs(z)});
                ASSERT_TRUE(out <= 1.0001) << out << " from the middle at speed " << speed << ", step " << s;
                keep_worst(farthest, out);
            }
        }
    }
    std::printf("%dD %s: farthest at %.6f of the half width\n", dimensions, shape == Shape::box ? "box" : "round",
                farthest);
    EXPECT_GT(farthest, 0.9);
}

INSTANTIATE_TEST_SUITE_P(Shapes, MuellerWalls,
                         ::testing::Values(std::pair{2, Shape::circle}, std::pair{2, Shape::box},
                                           std::pair{3, Shape::circle}, std::pair{3, Shape::box}));

TEST(MuellerPhysics, ReflectionKeepsTheSpeedThatDampingLeaves) {
    for (const Shape shape : {Shape::circle, Shape::box})
        for (const float damping : {0.5f, 0.75f, 0.95f}) {
            Scene scene = cube_scene(2, 1, shape, 1);
            def_of<MuellerSphDef>(scene).wall_damping = damping;
            def_of<MuellerSphDef>(scene).substeps = 1;
            InitialParticles start;
            start.position = {{0.95f, 0, 0}};
            start.velocity = {{60, 6, 0}};
            start.kind = {0};
            Jobs jobs(1);
            const auto solver = make_solver(scene, jobs, &start);
            solver->step(display_step, {}, {});
            const ParticleView p = solver->particles();
            // v -= 2 (v.n) n * damping. For the round wall n points to the position before the reflection, (1.95, 0.1).
            const double nx = shape == Shape::box ? 1 : 1.95 / std::hypot(1.95, 0.1), ny = std::sqrt(1 - nx * nx);
            const double out = 60 * nx + 6 * ny;
            EXPECT_NEAR(p.vx[0], 60 - 2 * out * nx * static_cast<double>(damping), 1e-3);
            EXPECT_NEAR(p.vy[0], 6 - 2 * out * ny * static_cast<double>(damping), 1e-3);
            const auto from = static_cast<double>(shape == Shape::box ? p.x[0] : std::hypot(p.x[0], p.y[0]));
            EXPECT_LE(from, 1.000001);
            EXPECT_GE(from, 0.99);
        }
}

// Positions after 0.1 s against those with very short sub-steps: half the sub-step divides the error by 2^order.
TEST(MuellerPhysics, VerletAndRk2AreSecondOrderAndEulerIsFirst) {
    const auto positions = [](const char* integrator, int substeps) {
        Scene scene = cube_scene(2, 200, Shape::box, 50);
        EXPECT_EQ(set_param(scene, "integrator", integrator).status, SetResult::ok);
        MuellerSphDef& def = def_of<MuellerSphDef>(scene);
        def.stiffness = 4;
        def.viscosity[0] = 0;
        def.pressure = MuellerSphDef::Pressure::with_sign;
        def.substeps = substeps;
        def.smoothing = 3.1f;
        const InitialParticles start = with_random_velocities(scene, 0.3f, 2);
        Jobs jobs(1);
        const auto solver = make_solver(scene, jobs, &start);
        for (int s = 0; s < 6; ++s) solver->step(display_step, {}, {});
        const ParticleView p = solver->particles();
        std::vector<glm::dvec3> by_id(static_cast<size_t>(p.count));
        for (size_t i = 0; i < by_id.size(); ++i) by_id[p.id[i]] = {p.x[i], p.y[i], 0};
        return by_id;
    };
    const auto exact = positions("rk2", 256);
    const auto error = [&](const char* integrator, int substeps) {
        const auto at = positions(integrator, substeps);
        double sum = 0;
        for (size_t i = 0; i < at.size(); ++i) {
            const glm::dvec3 d = at[i] - exact[i];
            sum += d.x * d.x + d.y * d.y;
        }
        return std::sqrt(sum / static_cast<double>(at.size()));
    };
    for (const auto& [integrator, min_ratio, max_ratio] :
         {std::tuple{"verlet", 3.2, 5.0}, {"rk2", 3.2, 5.0}, {"taylor", 1.6, 2.6}, {"euler", 1.6, 2.6}}) {
        const double coarse = error(integrator, 4), fine = error(integrator, 8);
        std::printf("%s: off by %.1e of the width, %.1e with half the step: %.2f times less\n", integrator, coarse,
                    fine, coarse / fine);
        EXPECT_GT(coarse / fine, min_ratio) << integrator;
        EXPECT_LT(coarse / fine, max_ratio) << integrator;
    }
}

// A parabolic profile v_x = U y^2 accelerates by 2 nu U, independent of the density.
TEST(MuellerPhysics, EachPhaseHasItsViscosity) {
    for (const int dimensions : {2, 3})
        for (int kind = 0; kind < MuellerSphDef::kinds; ++kind) {
            Scene scene = cube_scene(dimensions, dimensions == 3 ? 8000 : 1600, Shape::box, 5);
            MuellerSphDef& def = def_of<MuellerSphDef>(scene);
            const float rho[] = {1000, 800, 1200, 20}, nu[] = {1, 0.3f, 0.01f, 2};
            std::copy(rho, rho + 4, def.rest_density);
            std::copy(nu, nu + 4, def.viscosity);
            def.smoothing = dimensions == 3 ? 2.8f : 4;  // where sums over a lattice are close to their integrals
            def.stiffness = 0;
            def.substeps = 1;
            def.integrator = MuellerSphDef::Integrator::euler;
            scene.domain.fluid[0].kind = kind;
            scene.domain.fluid[0].lattice = true;
            InitialParticles start = seed_particles(scene.domain, scene.solver.particles(), 4, 1);
            for (size_t i = 0; i < start.position.size(); ++i)
                start.velocity[i].x = start.position[i].y * start.position[i].y;
            Jobs jobs(1);
            const auto solver = make_solver(scene, jobs, &start);
            constexpr float dt = 1e-3f;
            solver->step(dt, {}, {});
            const ParticleView p = solver->particles();
            double gained = 0, inner = 0;
            for (size_t s = 0; s < static_cast<size_t>(p.count); ++s) {
                const glm::vec3 from = start.position[p.id[s]];
                if (std::max({std::abs(from.x), std::abs(from.y), std::abs(from.z)}) > 0.3f) continue;
                gained += static_cast<double>(p.vx[s] - start.velocity[p.id[s]].x) / static_cast<double>(dt);
                ++inner;
            }
            const double ratio = gained / inner / (2 * static_cast<double>(nu[kind]));
            expect_figure({"viscosity: acceleration of a parabolic profile, over 2 nu U",
                           "mueller_sph " + std::to_string(dimensions) + "D, worst of four kinds", "1"},
                          ratio, within(0.05, 1));
        }
}

// With automatic sub-steps and both wall models the disc loses most of its speed and stays inside.
TEST(MuellerPhysics, DiscCalmsDownUnderGravity) {
    for (const char* walls : {"reflect", "density"}) {
        Scene scene = scene_with("curl-disc", {{"particles", "2000"}, {"gravity-y", "-20"}, {"walls", walls}});
        Jobs jobs(1);
        const auto solver = make_solver(scene, jobs);
        run(*solver, 25);
        const Stats s = solver->stats();
        const ParticleView p = solver->particles();
        const double rms = rms_speed(p);
        std::printf("walls %s: v_rms %.2f u/s after 3 s of fluid, density error %.3f, %d sub-steps\n", walls, rms,
                    static_cast<double>(s.mean_density_error), s.substeps);
        EXPECT_TRUE(s.finite);
        EXPECT_LT(rms, 10);  // of 46 at the start
        EXPECT_TRUE(inside_circle(p, {0, 0, 0}, 5));
    }
}

TEST(MuellerPhysics, NeighbourLimitAffectsOnlyParticlesAboveIt) {
    // A cap above all neighbour counts changes no bit; one below them does.
    const auto speed_with_cap = [](const char* cap) {
        Scene scene = scene_with("curl-disc", {{"particles", "1500"}, {"max-neighbours", cap}});
        Jobs jobs(1);
        const auto solver = make_solver(scene, jobs);
        run(*solver, 0.1f);
        return rms_speed(solver->particles());
    };
    EXPECT_EQ(speed_with_cap("100"), speed_with_cap("95"));
    EXPECT_NE(speed_with_cap("100"), speed_with_cap("20"));
    Scene scene = *find_scene("curl-disc");
    EXPECT_EQ(set_param(scene, "max-neighbours", "0").status, SetResult::clamped);
}

}  // namespace
}  // namespace slosh::physics::mueller_sph_test
