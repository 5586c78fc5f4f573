// PIC/FLIP on the GPU against theory and against the CPU path, with the bars of the CPU path (tests/physics/flip).
#include <functional>
#include <glm/geometric.hpp>
#include <numeric>

#include "analysis/stats.h"
#include "base/math.h"
#include "base/random.h"
#include "gpu/flip_tank.h"
#include "support/dam_break.h"
#include "support/line_fit.h"
#include "support/measures.h"
#include "support/worst.h"

namespace slosh::gpu::flip_physics_test {
namespace {

struct FlipOnGpu : GpuTest {
    Jobs jobs{1};

    std::unique_ptr<Solver> make(const Scene& scene, const InitialParticles* start = nullptr) {
        const InitialParticles seeded =
            start ? *start
                  : seed_particles(scene.domain, std::get<FlipDef>(scene.solver).start_particles(scene.domain), 1,
                                   static_cast<uint64_t>(scene.seed));
        return make_flip_gpu(*device, std::get<FlipDef>(scene.solver), scene.domain, seeded, jobs);
    }
    void step(Solver& solver, float dt = display_step, std::span<const PointerForce> forces = {},
              const Motion& container = {}) {
        solver.step(dt, forces, container);
        device->wait();
    }
    void run_for(Solver& solver, float seconds) {
        for (int i = 0; i < static_cast<int>(seconds * 60 + 0.5f); ++i) step(solver);
    }
};

// A box of water on the floor of a box. `edge`, m: of cells with eight particles.
Scene water(glm::vec3 tank, glm::vec3 fluid, float edge) {
    const float cells = fluid.x * fluid.y * fluid.z / (edge * edge * edge);
    return box_scene<FlipDef>(3, tank, fluid, static_cast<int>(cells * 8 + 0.5f));
}

glm::dvec3 mean_velocity(const ParticleView& p) {
    glm::dvec3 sum(0);
    for (size_t i = 0; i < p.x.size(); ++i) sum += glm::dvec3(p.vx[i], p.vy[i], p.vz[i]);
    return sum / static_cast<double>(p.count);
}

double energy(const ParticleView& p) {  // J/kg, kinetic and potential
    double sum = 0;
    for (size_t i = 0; i < p.x.size(); ++i)
        sum += 0.5 * static_cast<double>(p.vx[i] * p.vx[i] + p.vy[i] * p.vy[i] + p.vz[i] * p.vz[i]) +
               9.81 * static_cast<double>(p.y[i]);
    return sum / p.count;
}

TEST_F(FlipOnGpu, StepsAreThoseOfTheCpu) {
    const Scene scene = scene_with("flip-dam-break", {{"particles", "4000"}});
    InitialParticles start = state_after(scene, 20, jobs);
    const auto mine = make(scene, &start);
    const auto theirs = make_solver(scene, jobs, &start);
    for (int n = 0; n < 5; ++n) {
        step(*mine), theirs->step(display_step, {}, {});
        EXPECT_EQ(mine->stats().substeps, theirs->stats().substeps) << n;
    }
    const InitialParticles a = state_of(mine->particles()), b = state_of(theirs->particles());
    ASSERT_EQ(a.count(), b.count());
    double worst = 0, sum = 0;
    for (size_t i = 0; i < a.position.size(); ++i) {
        const auto away = static_cast<double>(glm::length(a.position[i] - b.position[i]));
        keep_worst(worst, away), sum += away / a.count();
    }
    std::printf("after 5 steps: mean %g m, largest %g m; spacing %g m; iterations %g and %g\n", sum, worst,
                static_cast<double>(2 * mine->particles().radius), static_cast<double>(mine->stats().iterations),
                static_cast<double>(theirs->stats().iterations));
    // The pressures differ by the tolerance of the solve.
    EXPECT_LT(sum, 1e-3 * static_cast<double>(2 * mine->particles().radius));
    EXPECT_NEAR(static_cast<double>(mine->stats().kinetic_energy / theirs->stats().kinetic_energy), 1, 1e-3);
}

TEST_F(FlipOnGpu, TwoRunsHaveTheSameBits) {
    const Scene scene = scene_with("flip-double-splash", {{"particles", "3000"}});
    uint64_t hash[2];
    for (uint64_t& h : hash) {
        const auto solver = make(scene);
        run_for(*solver, 0.5f);
        h = state_hash(solver->particles());
    }
    EXPECT_EQ(hash[0], hash[1]);
}

TEST_F(FlipOnGpu, BlockFallsFreely) {
    Scene scene = water({1, 2, 1}, {0.5f, 0.5f, 0.5f}, 1 / 12.0f);
    scene.domain.fluid[0].centre = {0.5f, 1.6f, 0.5f};
    const auto solver = make(scene);
    const double before = physics::mean_height(solver->particles());
    run_for(*solver, 0.4f);
    const ParticleView p = solver->particles();
    const double fallen = before - physics::mean_height(p), t = 24 / 60.0;
    double worst = 0;
    for (const float v : p.vy) keep_worst(worst, std::abs(static_cast<double>(v) + 9.81 * t));
    std::printf("fell %.5f m, theory %.5f; worst velocity error %g\n", fallen, 0.5 * 9.81 * t * t, worst);
    EXPECT_NEAR(fallen, 0.5 * 9.81 * t * t, 1e-4);
    EXPECT_NEAR(mean_velocity(p).y, -9.81 * t, 1e-5);
    EXPECT_LT(worst, 0.05);
}

TEST_F(FlipOnGpu, TankAtRestHasHydrostaticPressureAndNoMotion) {
    const Scene scene = water({0.5f, 0.75f, 0.5f}, {0.5f, 0.5f, 0.5f}, 1 / 12.0f);
    const auto solver = make(scene);
    run_for(*solver, 2);
    LineFit pressure_over_y;
    double fastest = 0, height = 0;
    for (int n = 0; n < 30; ++n) {
        step(*solver);
        const ParticleView p = solver->particles();
        height += physics::mean_height(p) / 30;
        keep_worst(fastest, static_cast<double>(solver->stats().max_speed));
        for (size_t k = 0; k < p.x.size(); ++k)
            if (p.y[k] < 0.45f) pressure_over_y.add(static_cast<double>(p.y[k]), static_cast<double>(p.pressure[k]));
    }
    const double ratio = pressure_over_y.intercept() / (1000 * 9.81 * 2 * height);
    std::printf("floor pressure %.4f of rho g H, fastest %.4f m/s\n", ratio, fastest);
    EXPECT_NEAR(ratio, 1, 0.02);
    EXPECT_LT(fastest, 0.02);
    EXPECT_NEAR(height, 0.25, 0.005);
}

TEST_F(FlipOnGpu, FirstSloshingModeHasThePeriodOfLinearTheory) {
    const Scene scene = water({1, 0.75f, 0.125f}, {1, 0.5f, 0.125f}, 1 / 16.0f);
    const auto solver = make(scene);
    run_for(*solver, 0.5f);
    const auto& def = std::get<FlipDef>(scene.solver);
    Domain tilted = scene.domain;
    tilted.gravity.x = 0.8f;
    auto& flip = static_cast<SolverFor<FlipDef>&>(*solver);
    flip.set_parameters(def, tilted);
    run_for(*solver, 0.3f);
    flip.set_parameters(def, scene.domain);
    std::vector<double> crossings;
    double last = 0, t = 0;
    for (int i = 0; i < 4 * 60; ++i) {
        step(*solver);
        t += 1 / 60.0;
        const ParticleView p = solver->particles();
        const double x = std::accumulate(p.x.begin(), p.x.end(), 0.0) / p.count - 0.5;
        if (last < 0 && x >= 0) crossings.push_back(t - 1 / 60.0 * x / (x - last));
        last = x;
    }
    ASSERT_GE(crossings.size(), 3u);
    const double period = (crossings.back() - crossings.front()) / static_cast<double>(crossings.size() - 1);
    const double ratio = 2 * pi_d / period / std::sqrt(9.81 * pi_d * std::tanh(pi_d / 2));
    std::printf("sloshing mode: omega %.4f of linear theory\n", ratio);
    EXPECT_NEAR(ratio, 1, 0.03);
}

TEST_F(FlipOnGpu, VolumeIsKeptInThirtySecondsOfSloshing) {
    const Scene scene = water({1, 1, 0.25f}, {1, 0.4f, 0.25f}, 1 / 12.0f);
    const auto solver = make(scene);
    const double start = physics::mean_height(solver->particles());
    Motion motion;
    for (int i = 0; i < 27 * 60; ++i) {
        motion.velocity.x = 0.5f * std::sin(5.2f * static_cast<float>(i) * display_step);
        step(*solver, display_step, {}, motion);
        motion.offset += motion.velocity * display_step;
    }
    motion.velocity.x = 0;
    FlipDef calming = std::get<FlipDef>(scene.solver);
    calming.flip = 0;
    static_cast<SolverFor<FlipDef>&>(*solver).set_parameters(calming, scene.domain);
    for (int i = 0; i < 3 * 60; ++i) step(*solver, display_step, {}, motion);
    const double ratio = physics::mean_height(solver->particles()) / start;
    std::printf("volume %.4f, calm %.3f m/s\n", ratio, static_cast<double>(solver->stats().max_speed));
    EXPECT_NEAR(ratio, 1, 0.02);
}

TEST_F(FlipOnGpu, DamBreakFrontIsThatOfTheCpu) {
    const glm::vec3 depth(0, 0, 0.125f);
    const Scene scene = water(physics::column_tank + depth, physics::column + depth, physics::column_width / 12);
    const auto front = [](const ParticleView& p) {
        std::vector<float> x;
        for (size_t k = 0; k < p.x.size(); ++k)
            if (p.y[k] < 0.2f * physics::column_width) x.push_back(p.x[k]);
        if (x.size() < 9) return 0.0f;
        std::nth_element(x.begin(), x.begin() + 8, x.end(), std::greater<>());
        return x[8];
    };
    const auto mine = make(scene), theirs = make_solver(scene, jobs);
    double worst = 0, first_energy = energy(mine->particles()), last_energy = first_energy;
    for (int i = 0; i < 36; ++i) {
        step(*mine), theirs->step(display_step, {}, {});
        keep_worst(worst, static_cast<double>(std::abs(front(mine->particles()) - front(theirs->particles()))));
        keep_worst(last_energy, energy(mine->particles()));
    }
    std::printf("front differs by %.4f of the column's width, energy at most %.4f of the start\n",
                worst / static_cast<double>(physics::column_width), last_energy / first_energy);
    EXPECT_LT(worst, 0.03 * static_cast<double>(physics::column_width));
    EXPECT_LE(last_energy, 1.001 * first_energy);
}

struct FlipOnGpuMomentum : FlipOnGpu, testing::WithParamInterface<FlipDef::Transfer> {};

TEST_P(FlipOnGpuMomentum, IsConservedInFreeFlight) {
    Scene scene = water(glm::vec3(4), glm::vec3(1), 0.2f);
    scene.domain.fluid[0].centre = scene.domain.walls.centre;
    scene.domain.gravity = {0, 0, 0};
    def_of<FlipDef>(scene).transfer = GetParam(), def_of<FlipDef>(scene).substeps = 8;
    InitialParticles start = seed_particles(scene.domain, scene.solver.particles(), 1, 1);
    Random random(7);
    double square = 0;
    for (glm::vec3& v : start.velocity) {
        for (int d = 0; d < 3; ++d) v[d] = random.uniform(-0.3f, 0.3f);
        square += static_cast<double>(glm::dot(v, v)) / start.count();
    }
    const auto solver = make(scene, &start);
    const glm::dvec3 before = mean_velocity(solver->particles());
    for (int i = 0; i < 15; ++i) step(*solver);
    const double drift = glm::length(mean_velocity(solver->particles()) - before) / std::sqrt(square);
    std::printf("momentum drift %.2e of m v_rms\n", drift);
    EXPECT_LT(drift, 1e-5);
}

INSTANTIATE_TEST_SUITE_P(Transfers, FlipOnGpuMomentum,
                         testing::Values(FlipDef::Transfer::blend, FlipDef::Transfer::apic));

}  // namespace
}  // namespace slosh::gpu::flip_physics_test
