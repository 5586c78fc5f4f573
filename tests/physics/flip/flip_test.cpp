// PIC/FLIP against theory and experiment. Every test prints its figure.
#include <gtest/gtest.h>

#include <cstdio>
#include <functional>

#include "analysis/stats.h"
#include "base/random.h"
#include "solvers/flip/flip.h"
#include "support/dam_break.h"
#include "support/measures.h"
#include "support/water.h"
#include "support/worst.h"

namespace slosh::physics::flip_flip_test {
namespace {

// A box of water on the floor of a box. `edge`, m: of cells with eight particles.
Scene flip_box(glm::vec3 tank, glm::vec3 fluid, float edge) {
    const float cells = fluid.x * fluid.y * fluid.z / (edge * edge * edge);
    Scene scene = box_scene<FlipDef>(3, tank, fluid, static_cast<int>(cells * 8 + 0.5f));
    def_of<FlipDef>(scene).particles_per_cell = 8;
    return scene;
}

TEST(FlipPhysics, TankAtRestHasHydrostaticPressureAndNoMotion) {
    for (const float edge : {1 / 12.0f, 1 / 24.0f}) {
        const Scene scene = flip_box({0.5f, 1, 0.5f}, {0.5f, 0.5f, 0.5f}, edge);
        Jobs jobs(1);
        const auto solver = make_solver(scene, jobs);
        run(*solver, 4);
        const Settled rest = measure_settled(*solver, 0.5f, 60);
        expect_figure({"pressure at the floor of a tank at rest, of rho g H", flip_label(scene), "1"},
                      rest.floor_pressure, within(0.02, 1));
        expect_figure({"fastest particle of a tank at rest, m/s", flip_label(scene), "0"}, rest.fastest, at_most(0.02));
    }
}

TEST(FlipPhysics, FirstSloshingModeHasThePeriodOfLinearTheory) {
    for (const float edge : {1 / 20.0f, 1 / 32.0f}) {
        const Scene scene = flip_box({1, 1, 0.25f}, {1, 0.5f, 0.25f}, edge);
        expect_figure({"first sloshing mode of a box, omega over that of linear theory", flip_label(scene), "1"},
                      sloshing_ratio(scene), within(0.03, 1));
    }
}

// x of the ninth foremost particle near the floor, which is more robust than the foremost where the tank is several
// cells thick.
double ninth_foremost(const ParticleView& p) {
    std::vector<float> x;
    for (size_t k = 0; k < p.x.size(); ++k)
        if (p.y[k] < 0.2f * column_width) x.push_back(p.x[k]);
    if (x.size() < 9) return 0;
    std::nth_element(x.begin(), x.begin() + 8, x.end(), std::greater<>());
    return static_cast<double>(x[8]);
}

TEST(FlipPhysics, DamBreakFrontFollowsMartinAndMoyce) {
    for (const float edge : {column_width / 16, column_width / 20}) {
        const glm::vec3 depth(0, 0, 0.125f);
        Scene scene = flip_box(column_tank + depth, column + depth, edge);
        def_of<FlipDef>(scene).wall_friction = 0.06f;
        expect_front(flip_label(scene), "wall friction 0.06", dam_break(scene, ninth_foremost));
    }
}

// After a minute of forced sloshing and some time at rest the fluid is as high as at the start.
TEST(FlipPhysics, VolumeIsConservedInAMinuteOfSloshing) {
    const Scene scene = flip_box({1, 1, 0.5f}, {1, 0.4f, 0.5f}, 1 / 16.0f);
    Jobs jobs(1);
    const auto solver = make_solver(scene, jobs);
    const double start = mean_height(solver->particles());
    Motion motion;
    for (int i = 0; i < 60 * 60; ++i) {
        motion.velocity.x = 0.5f * std::sin(5.2f * static_cast<float>(i) * display_step);
        solver->step(display_step, {}, motion);
        motion.offset += motion.velocity * display_step;
    }
    motion.velocity.x = 0;
    Scene calming = scene;
    def_of<FlipDef>(calming).flip = 0;  // pure PIC damps the waves, which FLIP keeps for minutes
    set_parameters(*solver, calming);
    for (int i = 0; i < 15 * 60; ++i) solver->step(display_step, {}, motion);
    std::printf("calm: %.3f m/s\n", static_cast<double>(solver->stats().max_speed));
    expect_figure({"volume after 60 s of sloshing, of that at the start", flip_label(scene), "1"},
                  mean_height(solver->particles()) / start, within(0.02, 1));
}

// A solver of the scene whose particles start with the given velocity field.
std::unique_ptr<Solver> start_with(const Scene& scene, Jobs& jobs,
                                   const std::function<glm::vec3(glm::vec3)>& velocity) {
    InitialParticles start = seed_particles(scene.domain, scene.solver.particles(), 1, 1);
    for (size_t i = 0; i < start.position.size(); ++i) start.velocity[i] = velocity(start.position[i]);
    return make_solver(scene, jobs, &start);
}

// A block in the middle of its tank, without gravity.
Scene floating_block(float tank, float block, float edge) {
    Scene scene = flip_box(glm::vec3(tank), glm::vec3(block), edge);
    scene.domain.fluid[0].centre = scene.domain.walls.centre;
    scene.domain.gravity = {0, 0, 0};
    return scene;
}

glm::dvec3 momentum(const ParticleView& p) {
    glm::dvec3 sum(0);
    for (size_t i = 0; i < p.x.size(); ++i) sum += glm::dvec3(p.vx[i], p.vy[i], p.vz[i]);
    return sum / static_cast<double>(p.count);
}

glm::dvec3 angular_momentum(const ParticleView& p, glm::dvec3 centre) {
    glm::dvec3 sum(0);
    for (size_t i = 0; i < p.x.size(); ++i)
        sum += glm::cross(glm::dvec3(p.x[i], p.y[i], p.z[i]) - centre, glm::dvec3(p.vx[i], p.vy[i], p.vz[i]));
    return sum / static_cast<double>(p.count);
}

class FlipFlyingBlock : public ::testing::TestWithParam<FlipDef::Transfer> {};

TEST_P(FlipFlyingBlock, ConservesMomentum) {
    Scene scene = floating_block(4, 1, 0.2f);
    def_of<FlipDef>(scene).substeps = 8, def_of<FlipDef>(scene).transfer = GetParam();
    Jobs jobs(1);
    Random random(7);
    const auto solver = start_with(scene, jobs, [&](glm::vec3) {
        glm::vec3 v;
        for (int d = 0; d < 3; ++d) v[d] = random.uniform(-0.3f, 0.3f);
        return v;
    });
    const auto rms = [](const ParticleView& p) {
        double sum = 0;
        for (size_t i = 0; i < p.x.size(); ++i)
            sum += static_cast<double>(p.vx[i] * p.vx[i] + p.vy[i] * p.vy[i] + p.vz[i] * p.vz[i]) / p.count;
        return std::sqrt(sum);
    };
    const glm::dvec3 before = momentum(solver->particles());
    const double speed = rms(solver->particles());
    for (int i = 0; i < 125; ++i) solver->step(display_step, {}, {});
    const glm::dvec3 gained = momentum(solver->particles()) - before;
    const Stats stats = solver->stats();
    for (int d = 0; d < 3; ++d)
        ASSERT_TRUE(stats.lo[d] > 0.3f && stats.hi[d] < 3.7f) << "the block must not touch a wall";
    const bool affine = GetParam() == FlipDef::Transfer::apic;
    expect_figure({"momentum drift in 1,000 sub-steps without gravity and walls, of m v_rms",
                   flip_label(scene) + (affine ? ", APIC" : ""), "0"},
                  std::sqrt(glm::dot(gained, gained)) / speed, at_most(1e-5));
    // APIC averages the random velocities within a cell away: only the small means of the 5^3 cells remain.
    EXPECT_GT(rms(solver->particles()) / speed, affine ? 0.003 : 0.05);
}

INSTANTIATE_TEST_SUITE_P(FlipPhysics, FlipFlyingBlock,
                         ::testing::Values(FlipDef::Transfer::blend, FlipDef::Transfer::apic));

// Uniform velocity through the grid: the transfers must keep magnitude and direction.
TEST(FlipPhysics, FreeBlockMovesInAStraightLine) {
    Scene scene = floating_block(2, 0.5f, 1 / 16.0f);
    def_of<FlipDef>(scene).volume_correction = 0;
    Jobs jobs(1);
    const auto solver = start_with(scene, jobs, [](glm::vec3) { return glm::vec3(0.3f, 0.2f, -0.1f); });
    const double before = mean_height(solver->particles());
    run(*solver, 2);
    const ParticleView p = solver->particles();
    double worst = 0;
    for (size_t i = 0; i < p.x.size(); ++i)
        keep_worst(worst, static_cast<double>(std::hypot(p.vx[i] - 0.3f, p.vy[i] - 0.2f, p.vz[i] + 0.1f)));
    expect_figure({"a block that flies for 2 s, largest change of a velocity, m/s", flip_label(scene), "0"}, worst,
                  at_most(1e-4));
    EXPECT_NEAR(mean_height(p) - before, 0.4, 1e-4);
}

TEST(FlipPhysics, RotatingBlockConservesAngularMomentum) {
    double lost_on_coarser_grid = 1;
    for (const float edge : {1 / 24.0f, 1 / 48.0f}) {
        const Scene scene = floating_block(1, 0.5f, edge);
        Jobs jobs(1);
        const glm::vec3 centre(0.5f);
        const auto solver =
            start_with(scene, jobs, [&](glm::vec3 x) { return glm::cross(glm::vec3(0, 0, 1), x - centre); });
        const double before = angular_momentum(solver->particles(), centre).z;
        run(*solver, 1);
        const double lost = 1 - angular_momentum(solver->particles(), centre).z / before;
        std::printf("%s lost %.4f\n", flip_label(scene).c_str(), lost);
        EXPECT_EQ(solver->stats().substeps, 1);
        EXPECT_LT(lost, 0.75 * lost_on_coarser_grid);
        lost_on_coarser_grid = lost;
        if (edge == 1 / 48.0f)
            expect_figure({"angular momentum that a turning block loses in 1 s at 5 % PIC", flip_label(scene), "0"},
                          lost, within(0.02, 0));
    }
}

TEST(FlipPhysics, ApicConservesAngularMomentumBetterThanPic) {
    double lost[2];
    const char* const names[] = {"PIC", "APIC"};
    for (const int affine : {0, 1}) {
        Scene scene = floating_block(1, 0.5f, 1 / 24.0f);
        def_of<FlipDef>(scene).flip = 0;
        def_of<FlipDef>(scene).transfer = affine ? FlipDef::Transfer::apic : FlipDef::Transfer::blend;
        Jobs jobs(1);
        const glm::vec3 centre(0.5f);
        const auto solver =
            start_with(scene, jobs, [&](glm::vec3 x) { return glm::cross(glm::vec3(0, 0, 1), x - centre); });
        const double before = angular_momentum(solver->particles(), centre).z;
        run(*solver, 1);
        lost[affine] = 1 - angular_momentum(solver->particles(), centre).z / before;
        expect_figure(
            {"angular momentum that a turning block loses in 1 s", flip_label(scene) + ", " + names[affine], "0"},
            lost[affine], affine ? within(0.03, 0) : at_most(0.15));
    }
    EXPECT_LT(lost[1], 0.5 * lost[0]);
}

TEST(FlipPhysics, ContainerAtConstantVelocityLeavesTheFluidAtRest) {
    const Scene scene = flip_box({1, 1, 1}, {1, 0.5f, 1}, 1 / 8.0f);
    Jobs jobs(1);
    Motion motion;
    motion.velocity = {0.7f, 0.1f, -0.4f};
    const auto solver = start_with(scene, jobs, [&](glm::vec3) { return motion.velocity; });
    float fastest = 0;
    for (int i = 0; i < 240; ++i) {
        solver->step(display_step, {}, motion);
        motion.offset += motion.velocity * display_step;
        const ParticleView p = solver->particles();
        for (size_t k = 0; k < p.x.size(); ++k)
            keep_worst(fastest, std::hypot(p.vx[k] - 0.7f, p.vy[k] - 0.1f, p.vz[k] + 0.4f));
    }
    expect_figure({"fastest particle in a container at constant velocity, relative to it, m/s", flip_label(scene), "0"},
                  static_cast<double>(fastest), at_most(0.02));
}

// Sudden displacements of the container: every particle stays inside, and the fluid comes to rest again.
TEST(FlipPhysics, JerksOfTheContainerKeepEveryParticleInside) {
    const Scene scene = flip_box({1, 1, 1}, {1, 0.5f, 1}, 1 / 8.0f);
    for (const uint64_t seed : {1, 2, 3, 4, 5, 6}) {
        Jobs jobs(1);
        const auto solver = make_solver(scene, jobs);
        Motion motion;
        Random random(seed);
        bool inside = true;
        float gained = 0, last = 0;
        for (int i = 0; i < 120; ++i) {
            const float max_speed = i % 20 == 19 ? 600.0f : 6.0f;  // m/s; 600: ten widths in a frame
            motion.velocity = {0, 0, 0};
            if (i % 10 == 9)
                for (int d = 0; d < 3; ++d) motion.velocity[d] = random.uniform(-max_speed, max_speed);
            solver->step(display_step, {}, motion);
            motion.offset += motion.velocity * display_step;
            const Stats stats = solver->stats();
            ASSERT_TRUE(stats.finite);
            // The gain of speed is bounded by a multiple of the container's speed. Fluid still fast from the jerk
            // before gains some by itself.
            const float jerk = std::sqrt(glm::dot(motion.velocity, motion.velocity));
            if (jerk > 0) keep_worst(gained, (stats.max_speed - last) / std::max(jerk, 0.1f * last));
            last = stats.max_speed;
            for (int d = 0; d < 3; ++d) {
                const float tolerance = 1e-5f * std::abs(motion.offset[d]);
                inside &=
                    stats.lo[d] >= motion.offset[d] - tolerance && stats.hi[d] <= motion.offset[d] + 1 + tolerance;
            }
        }
        motion.velocity = {0, 0, 0};
        for (int i = 0; i < 300; ++i) solver->step(display_step, {}, motion);
        std::printf("after jerks everything is %s, fastest %.2f m/s, a jerk adds at most %.2f times its speed\n",
                    inside ? "inside" : "outside", static_cast<double>(solver->stats().max_speed),
                    static_cast<double>(gained));
        EXPECT_TRUE(inside);
        EXPECT_LT(gained, 3);
        EXPECT_LT(solver->stats().max_speed, 3);
    }
}

// A hundred times the gravity of the scene: the block falls many cells in a display step.
TEST(FlipPhysics, StrongGravityGainsNoEnergy) {
    double worst = 0;
    for (const char* particles : {"3000", "10000", "30000"})
        for (const float gravity : {-1000.0f, 1000.0f}) {
            Scene scene = scene_with("flip-block", {{"particles", particles}});
            scene.domain.gravity = {0, gravity, 0};
            Jobs jobs(1);
            const auto solver = make_solver(scene, jobs);
            // J/kg, over the end of the tank that the fluid falls to.
            const double lowest = static_cast<double>(scene.domain.walls.centre.y) +
                                  std::copysign(static_cast<double>(scene.domain.walls.half.y), gravity);
            const auto energy = [&] {
                const ParticleView p = solver->particles();
                double kinetic = 0;
                for (size_t i = 0; i < p.x.size(); ++i)
                    kinetic += static_cast<double>(p.vx[i] * p.vx[i] + p.vy[i] * p.vy[i] + p.vz[i] * p.vz[i]) / 2;
                return kinetic / p.count - static_cast<double>(gravity) * (mean_height(p) - lowest);
            };
            const double start = energy();
            double highest = start;
            for (int i = 0; i < 60; ++i) {
                solver->step(display_step, {}, {});
                const double now = energy();
                if (!(now <= highest)) highest = now;
            }
            const double gained = highest / start - 1;
            std::printf("%s particles, %g m/s2: gains %.4f\n", particles, static_cast<double>(gravity), gained);
            if (!(gained <= worst)) worst = gained;
        }
    expect_figure({"energy gained in 1 s at 1,000 m/s2, of that at the start", "flip, 3,000 to 30,000 particles", "0"},
                  worst, at_most(0.01));
}

}  // namespace
}  // namespace slosh::physics::flip_flip_test
