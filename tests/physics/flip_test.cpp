// PIC/FLIP against what is known of water. Every test prints its figure.
#include <gtest/gtest.h>

#include <cstdio>

#include "dam_break.h"
#include "solvers/flip.h"
#include "water.h"

namespace slosh::physics {
namespace {

FlipDef& def_of(Scene& scene) { return std::get<FlipDef>(scene.solver); }

// A box of water in a box; `across` the cell's edge.
Scene flip_box(glm::vec3 tank, glm::vec3 fluid, float edge, float per_cell = 8) {
    const float cells = fluid.x * fluid.y * fluid.z / (edge * edge * edge);
    Scene scene = box_scene<FlipDef>(3, tank, fluid, static_cast<int>(cells * per_cell + 0.5f));
    def_of(scene).particles_per_cell = per_cell;
    return scene;
}

std::string who(const Scene& scene) {
    return "flip, " + with_commas(scene.solver.particles()) + " particles";
}

double mean_height(const Particles& p) {
    double sum = 0;
    for (const float y : p.y) sum += static_cast<double>(y);
    return sum / p.count;
}

TEST(FlipPhysics, ATankAtRestLiesStillUnderItsPressure) {
    for (const float edge : {1 / 12.0f, 1 / 24.0f}) {
        const Scene scene = flip_box({0.5f, 1, 0.5f}, {0.5f, 0.5f, 0.5f}, edge);
        Jobs jobs(2);
        const auto solver = make_solver(scene, jobs);
        run(*solver, 4);
        const Settled rest = watch_settled(*solver, 0.5f, 60);
        std::printf("compression %.4f, error %.4f, mean height %.4f\n", rest.compression, rest.density_error,
                    mean_height(solver->particles()));
        expect_figure({"pressure at the floor of a tank at rest, of rho g H", who(scene), "1"}, rest.floor_pressure,
                      within(0.02, 1));
        expect_figure({"fastest particle of a tank at rest, m/s", who(scene), "0"}, rest.fastest, at_most(0.02));
    }
}

TEST(FlipPhysics, FirstSloshingModeHasItsPeriod) {
    for (const float edge : {1 / 16.0f, 1 / 32.0f}) {
        Scene scene = flip_box({1, 1, 0.25f}, {1, 0.5f, 0.25f}, edge);
        expect_figure({"first sloshing mode of a box, omega over that of linear theory", who(scene), "1"},
                      sloshing_ratio(scene), within(0.03, 1));
    }
}

// Dragged to and fro for a while, then left alone: what lies in the tank is as high as at the start.
TEST(FlipPhysics, VolumeIsKeptThroughSloshing) {
    Scene scene = flip_box({1, 1, 0.5f}, {1, 0.4f, 0.5f}, 1 / 16.0f);
    Jobs jobs(2);
    const auto solver = make_solver(scene, jobs);
    Motion motion;
    float t = 0;
    const double start = mean_height(solver->particles());
    for (int i = 0; i < 60 * 60; ++i) {
        motion.velocity = {i < 40 * 60 ? 0.5f * std::sin(5.2f * t) : 0.0f, 0, 0};
        solver->step(display_step, {}, motion);
        motion.offset += motion.velocity * display_step, t += display_step;
        if (i % 300 == 299) std::printf("%.0f s: %.4f  speed %.2f\n", double(t), mean_height(solver->particles()) / start, double(solver->stats().max_speed));
    }
    expect_figure({"volume after 60 s of sloshing, of that at the start", who(scene), "1"},
                  mean_height(solver->particles()) / start, within(0.02, 1));
}

}  // namespace
}  // namespace slosh::physics
