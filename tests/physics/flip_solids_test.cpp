// PIC/FLIP with solids that cut through its cells. Every test prints its figure.
#include <gtest/gtest.h>

#include <cstdio>

#include "../unit/allocations.h"
#include "solvers/flip.h"
#include "solvers/measure.h"
#include "water.h"

namespace slosh::physics {
namespace {

FlipDef& def_of(Scene& scene) { return std::get<FlipDef>(scene.solver); }
std::string who(const Scene& scene) { return "flip, " + with_commas(scene.solver.particles()) + " particles"; }

constexpr float tank_radius = 0.5f;

// A round tank half full, eight particles in cells of this edge.
Scene round_tank(float edge, glm::vec3 cut = {0, 1, 0}) {
    Scene scene;
    FlipDef def;
    const float volume = 2.0943951f * tank_radius * tank_radius * tank_radius;
    def.particles = static_cast<int>(8 * volume / (edge * edge * edge));
    scene.solver = def;
    scene.domain.dimensions = 3;
    scene.domain.walls = {Shape::circle, glm::vec3(tank_radius), {0, 0, 0}};
    Fill half{Shape::circle, {0, 0, 0}, glm::vec3(tank_radius), 0, {0, 0, 0}, true};
    half.cut = cut;
    scene.domain.fluid = {half};
    return scene;
}

float farthest(const Particles& p, glm::vec3 middle) {
    float most = 0;
    for (size_t i = 0; i < static_cast<size_t>(p.count); ++i)
        most = std::max(most, std::hypot(p.x[i] - middle.x, p.y[i] - middle.y, p.z[i] - middle.z));
    return most;
}

TEST(FlipSolids, ARoundTankAtRestLiesStillUnderItsPressure) {
    for (const float edge : {1 / 16.0f, 1 / 32.0f}) {
        const Scene scene = round_tank(edge);
        Jobs jobs(2);
        const auto solver = make_solver(scene, jobs);
        // The rim of the first lattice falls in and makes waves, which go on for long: they are calmed first.
        Scene calming = scene;
        def_of(calming).flip = 0;
        retune(*solver, calming);
        run(*solver, 3);
        retune(*solver, scene);
        run(*solver, 2);
        double n = 0, sy = 0, sp = 0, syy = 0, syp = 0, fastest = 0;
        for (int i = 0; i < 120; ++i) {
            solver->step(display_step, {}, {});
            const Particles p = solver->particles();
            fastest = std::max(fastest, static_cast<double>(solver->stats().max_speed));
            for (size_t k = 0; k < static_cast<size_t>(p.count); ++k) {
                const double y = p.y[k], pressure = p.pressure[k];
                if (y > -0.1 * static_cast<double>(tank_radius)) continue;
                n += 1, sy += y, sp += pressure, syy += y * y, syp += y * pressure;
            }
            EXPECT_LT(farthest(p, {0, 0, 0}), tank_radius);
        }
        const double slope = (n * syp - sy * sp) / (n * syy - sy * sy), radius = static_cast<double>(tank_radius);
        const double floor = (sp - slope * sy) / n - slope * radius;
        expect_figure({"pressure at the bottom of a half full round tank at rest, of rho g R", who(scene), "1"},
                      floor / (1000 * 9.81 * radius), within(0.03, 1));
        expect_figure({"fastest particle of a round tank at rest, m/s", who(scene), "0"}, fastest, at_most(0.02));
    }
}

// Dragged about for ten seconds, then left alone.
TEST(FlipSolids, ARoundTankKeepsItsWater) {
    const Scene scene = round_tank(1 / 20.0f, {1, 2, 0});
    Jobs jobs(2);
    const auto solver = make_solver(scene, jobs);
    Motion motion;
    float out = 0, fastest = 0;
    for (int i = 0; i < 10 * 60; ++i) {
        const float t = static_cast<float>(i) * display_step;
        motion.velocity = {0.9f * std::sin(5 * t), 0.4f * std::sin(7 * t), 0.5f * std::sin(3 * t)};
        if (i % 100 == 50) motion.velocity *= 20;
        solver->step(display_step, {}, motion);
        motion.offset += motion.velocity * display_step;
        out = std::max(out, farthest(solver->particles(), motion.offset) - tank_radius);
        fastest = std::max(fastest, solver->stats().max_speed);
    }
    ASSERT_TRUE(solver->stats().finite);
    expect_figure({"outermost particle of a round tank that is thrown about, beyond its wall, m", who(scene), "0"},
                  static_cast<double>(out), at_most(1e-5));
    Scene calming = scene;
    def_of(calming).flip = 0;
    retune(*solver, calming);
    motion.velocity = {0, 0, 0};
    for (int i = 0; i < 8 * 60; ++i) solver->step(display_step, {}, motion);
    double sum = 0;
    const Particles p = solver->particles();
    for (const float y : p.y) sum += static_cast<double>(y - motion.offset.y);
    // The centre of mass of a half ball is 3/8 of the radius below the surface; more fluid lifts it by so much.
    const double bowl = 0.375 * static_cast<double>(tank_radius);
    std::printf("at most %.2f m/s, calm at %.3f m/s\n", static_cast<double>(fastest),
                static_cast<double>(solver->stats().max_speed));
    expect_figure({"volume in a round tank after 10 s of sloshing, of that at the start", who(scene), "1"},
                  1 + (sum / p.count + bowl) / bowl, within(0.03, 1));
}

TEST(FlipSolids, EveryPreconditionerSolvesForCutCells) {
    for (const std::string_view name : preconditioner_names) {
        Scene scene = round_tank(1 / 20.0f, {1, 1, 0});
        def_of(scene).max_iterations = 400;
        ASSERT_EQ(set_param(scene, "preconditioner", name).status, SetResult::ok);
        Jobs jobs(2);
        const auto solver = make_solver(scene, jobs);
        float iterations = 0, residual = 0;
        for (int i = 0; i < 30; ++i) {
            solver->step(display_step, {}, {});
            iterations = std::max(iterations, solver->stats().iterations);
            residual = std::max(residual, solver->grid().residuals.back());
        }
        std::printf("%s: at most %.1f iterations a sub-step\n", std::string(name).c_str(),
                    static_cast<double>(iterations));
        EXPECT_LE(residual, def_of(scene).tolerance) << name;
        EXPECT_LT(iterations, name == "multigrid" ? 12 : 400);
    }
}

TEST(FlipSolids, TheSameBitsForAnyNumberOfWorkersAndNoMemory) {
    Scene scene = round_tank(1 / 16.0f, {1, 1, 0});
    BodyDef wave;
    wave.half = {0.1f, 0.1f, 0.1f}, wave.position = {0, -0.3f, 0}, wave.sway = {0.1f, 0, 0}, wave.period = 0.7f;
    scene.domain.bodies = {wave};
    std::vector<uint64_t> ends;
    for (const int workers : {1, 2, 3}) {
        Jobs jobs(workers);
        const auto solver = make_solver(scene, jobs);
        for (int i = 0; i < 20; ++i) solver->step(display_step, {}, {});
        const uint64_t before = allocations();
        for (int i = 0; i < 20; ++i) solver->step(display_step, {}, {});
        EXPECT_EQ(allocations(), before);
        ends.push_back(state_hash(solver->particles()));
    }
    for (const uint64_t end : ends) EXPECT_EQ(end, ends[0]);
}

}  // namespace
}  // namespace slosh::physics
