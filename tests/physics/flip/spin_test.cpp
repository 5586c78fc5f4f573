// Rotating water in PIC/FLIP: what is left of its angular momentum. Every test prints its figure.
#include <gtest/gtest.h>

#include "solvers/flip/flip.h"
#include "support/figure.h"
#include "support/water.h"

namespace slosh::physics::spin_test {
namespace {

// A ball of water of `radius` that turns at 1 rad/s about z, without gravity, in a round tank of 1 m.
Scene turning_ball(float radius, const char* transfer, int particles = 20000) {
    Scene scene;
    FlipDef def;
    def.particles = particles;
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

InitialParticles turning_particles(const Scene& scene) {
    InitialParticles start = seed_particles(scene.domain, scene.solver.particles(), 1, 1);
    for (size_t i = 0; i < start.position.size(); ++i)
        start.velocity[i] = {-start.position[i].y, start.position[i].x, 0};
    return start;
}

// The change over its start, after some seconds; never above 0 between.
double spin_change(const Scene& scene, int seconds) {
    InitialParticles start = turning_particles(scene);
    Jobs jobs(1);
    const auto solver = make_solver(scene, jobs, &start);
    const double before = spin(solver->particles());
    for (int s = 0; s < seconds; ++s) {
        run(*solver, 1);
        EXPECT_LT(spin(solver->particles()), before) << "spin from nowhere";
    }
    return spin(solver->particles()) / before - 1;
}

// To let particles move along straight lines for a step and to make their velocity free of divergence then costs
// (omega dt)^2 / 2 a step, 0.8 % in a second with steps of a frame: most of what is lost.
TEST(FlipSpin, LastsInARoundTank) {
    expect_figure({"spin of a full round tank after 10 s, change", "flip, 20,000 particles", "0"},
                  spin_change(turning_ball(1, "flip"), 10), within(0.1, 0));
    expect_figure({"spin of a full round tank after 4 s, change", "flip, 5,000 particles", "0"},
                  spin_change(turning_ball(1, "flip", 5000), 4), within(0.05, 0));
    expect_figure({"spin of a full round tank after 4 s, change", "flip, 20,000 particles, APIC", "0"},
                  spin_change(turning_ball(1, "apic"), 4), within(0.06, 0));
}

TEST(FlipSpin, LastsWithShorterSteps) {
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

TEST(FlipSpin, LastsInAFreeBall) {
    expect_figure({"spin of a free ball of water after 1 s, change", "flip, 20,000 particles", "0"},
                  spin_change(turning_ball(0.5f, "flip"), 1), within(0.01, 0));
}

}  // namespace
}  // namespace slosh::physics::spin_test
