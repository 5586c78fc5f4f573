// Rotating water in PIC/FLIP: what is left of its angular momentum. Every test prints its figure.
#include <gtest/gtest.h>

#include "solvers/flip/flip.h"
#include "support/figure.h"
#include "support/water.h"

namespace slosh::physics::spin_test {
namespace {

// A ball of water of `radius` that turns about z, without gravity, in a round tank of 1 m.
Scene turning_ball(float radius, const char* transfer, int particles = 20000, float flip = FlipDef().flip) {
    Scene scene;
    FlipDef def;
    def.particles = particles, def.flip = flip;
    scene.solver = def;
    scene.domain.dimensions = 3;
    scene.domain.walls = {Shape::circle, {1, 1, 1}, {0, 0, 0}};
    scene.domain.fluid = {
        {.shape = Shape::circle, .centre = {0, 0, 0}, .half = glm::vec3(radius), .kind = 0, .lattice = true}};
    scene.domain.gravity = {0, 0, 0};
    EXPECT_EQ(set_param(scene, "transfer", transfer).status, SetResult::ok);
    return scene;
}

double spin(const ParticleView& p) {
    double sum = 0;
    for (size_t i = 0; i < p.x.size(); ++i)
        sum += static_cast<double>(p.x[i]) * p.vy[i] - static_cast<double>(p.y[i]) * p.vx[i];
    return sum / p.count;
}

// `rate`: rad/s.
InitialParticles turning_particles(const Scene& scene, float rate = 1) {
    InitialParticles start = seed_particles(scene.domain, scene.solver.particles(), 1, 1);
    for (size_t i = 0; i < start.position.size(); ++i)
        start.velocity[i] = rate * glm::vec3(-start.position[i].y, start.position[i].x, 0);
    return start;
}

// The change over its start, after some seconds; never above 0 between.
double spin_change(const Scene& scene, int seconds, float rate = 1) {
    InitialParticles start = turning_particles(scene, rate);
    Jobs jobs(1);
    const auto solver = make_solver(scene, jobs, &start);
    const double before = spin(solver->particles());
    for (int s = 0; s < seconds; ++s) {
        run(*solver, 1);
        EXPECT_LT(spin(solver->particles()), before) << "spin from nowhere";
    }
    return spin(solver->particles()) / before - 1;
}

TEST(FlipSpin, LastsInARoundTank) {
    expect_figure({"spin of a full round tank after 10 s, change", "flip, 20,000 particles", "0"},
                  spin_change(turning_ball(1, "flip"), 10), within(0.02, 0));
    expect_figure({"spin of a full round tank after 4 s, change", "flip, 20,000 particles, APIC", "0"},
                  spin_change(turning_ball(1, "apic"), 4), within(0.02, 0));
    expect_figure({"spin of a full round tank after 4 s, change", "flip, 20,000 particles, no share of PIC", "0"},
                  spin_change(turning_ball(1, "flip", 20000, 1), 4), within(0.005, 0));
}

// Where the wall lies in its cells depends on the count.
TEST(FlipSpin, IsNeverGainedAtAnyCount) {
    double worst = 0;
    for (const int particles : {3000, 5000, 8000, 9000, 12000, 40000})
        worst = std::min(worst, spin_change(turning_ball(1, "flip", particles), 10));
    expect_figure({"spin of a full round tank after 10 s, change", "flip, 3,000 to 40,000 particles", "0"}, worst,
                  within(0.02, 0));
}

// Steps of a frame are of second order: faster water loses little more.
TEST(FlipSpin, LastsAtHigherSpeeds) {
    expect_figure({"spin of a full round tank after 4 s, change", "flip, 20,000 particles, 4 rad/s", "0"},
                  spin_change(turning_ball(1, "flip"), 4, 4), within(0.02, 0));
    Scene scene = turning_ball(1, "flip");
    def_of<FlipDef>(scene).substeps = 4;
    expect_figure(
        {"spin of a full round tank after 4 s, change", "flip, 20,000 particles, four sub-steps a frame", "0"},
        spin_change(scene, 4), within(0.025, 0));
}

// Without a share of FLIP every sub-step brakes what the faces beside the wall and at the surface miss.
TEST(FlipSpin, IsKeptByTheTransfersAlone) {
    for (const float radius : {0.5f, 1.0f}) {
        Scene scene = turning_ball(radius, "flip");
        def_of<FlipDef>(scene).flip = 0;
        InitialParticles start = turning_particles(scene);
        Jobs jobs(1);
        const auto solver = make_solver(scene, jobs, &start);
        const double before = spin(solver->particles());
        solver->step(1e-4f, {}, {});
        expect_figure(
            {"spin that a PIC step takes, of the whole",
             radius < 1 ? "flip, free ball, 20,000 particles" : "flip, full round tank, 20,000 particles", "0"},
            1 - spin(solver->particles()) / before, within(0.002, 0));
    }
}

// A bowl of water that turns about the vertical, with a share of PIC from the default to the whole: beside the wall is
// a film, where the fluid does not turn rigidly. Its energy is that of the start at most.
TEST(FlipSpin, IsNotGainedByAFilmOnTheWall) {
    constexpr float radius = 0.5f;
    double spin_gain = -1, energy_gain = -1;
    for (const float flip : {0.0f, 0.5f, 0.8f, 0.9f, FlipDef().flip}) {
        Scene scene = turning_ball(radius, "flip", 6000, flip);
        scene.domain.walls.half = glm::vec3(radius);
        scene.domain.fluid[0].cut = {0, 1, 0};
        scene.domain.gravity = Domain().gravity;
        InitialParticles start = seed_particles(scene.domain, scene.solver.particles(), 1, 1);
        for (size_t i = 0; i < start.position.size(); ++i)
            start.velocity[i] = 6.0f * glm::vec3(start.position[i].z, 0, -start.position[i].x);
        Jobs jobs(1);
        const auto solver = make_solver(scene, jobs, &start);
        const auto measure = [&](double& energy) {
            const ParticleView p = solver->particles();
            double sum = 0;
            energy = 0;
            for (size_t i = 0; i < p.x.size(); ++i) {
                const glm::dvec3 v(p.vx[i], p.vy[i], p.vz[i]);
                sum += static_cast<double>(p.z[i]) * v.x - static_cast<double>(p.x[i]) * v.z;
                energy += 0.5 * glm::dot(v, v) - static_cast<double>(scene.domain.gravity.y * p.y[i]);
            }
            energy /= p.count;
            return sum;
        };
        double energy_before, energy;
        const double before = measure(energy_before);
        for (int s = 0; s < 5; ++s) {
            run(*solver, 1);
            spin_gain = std::max(spin_gain, measure(energy) / before - 1);
            energy_gain = std::max(energy_gain, energy - energy_before);
        }
    }
    expect_figure({"spin of a turning bowl of water in 5 s, gained", "flip, share of PIC 0.05 to 1", "0"}, spin_gain,
                  at_most(0));
    expect_figure({"energy of a turning bowl of water in 5 s, gained, J/kg", "flip, share of PIC 0.05 to 1", "0"},
                  energy_gain, at_most(0));
}

TEST(FlipSpin, LastsInAFreeBall) {
    expect_figure({"spin of a free ball of water after 1 s, change", "flip, 20,000 particles", "0"},
                  spin_change(turning_ball(0.5f, "flip"), 1), within(0.01, 0));
}

}  // namespace
}  // namespace slosh::physics::spin_test
