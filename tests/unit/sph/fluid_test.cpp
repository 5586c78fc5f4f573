// Bodies push particles that they overlap out along their nearest side, which may lie beyond a wall.
#include <gtest/gtest.h>

#include "solvers/pcisph/pcisph.h"
#include "solvers/wcsph/wcsph.h"
#include "support/scenes.h"

namespace slosh::fluid_test {
namespace {

template <class Def>
void expect_inside(int dimensions, Walls walls, glm::vec3 body, glm::vec3 particle) {
    Scene scene;
    Def def;
    def.particles = 2;
    scene.solver = def;
    scene.domain.dimensions = dimensions;
    scene.domain.walls = walls;
    scene.domain.fluid = {fluid_box({-0.01f, 0, -0.01f}, {0.01f, 0.02f, 0.01f})};
    scene.domain.bodies = {{.half = {0.2f, 0.3f, 0.2f}, .position = body, .period = 1}};
    InitialParticles start;
    start.position = {particle, {0.1f, 0.1f, 0}};
    start.velocity = {{0, 0, 0}, {0, 0, 0}};
    start.kind = {0, 0};
    Jobs jobs(1);
    const auto solver = make_solver(scene, jobs, &start);
    for (int step = 0; step < 5; ++step) {
        solver->step(display_step, {}, {});
        const ParticleView p = solver->particles();
        for (size_t i = 0; i < 2; ++i) {
            const glm::vec3 at = glm::vec3(p.x[i], p.y[i], dimensions == 3 ? p.z[i] : 0.0f) - walls.centre;
            if (walls.shape == Shape::circle) EXPECT_LE(glm::length(at), walls.half.x * (1 + 1e-6f)) << step;
            else EXPECT_GE(at.y, -walls.half.y * (1 + 1e-6f)) << step;
        }
    }
}

TEST(ReturnInside, ParticlesThatABodyPushesThroughAWallComeBack) {
    const Walls box{.shape = Shape::box, .half = {1, 0.5f, 1}};
    const Walls circle{.shape = Shape::circle, .half = {1, 1, 1}};
    for (const int dimensions : {2, 3}) {
        expect_inside<WcsphDef>(dimensions, box, {0, -0.21f, 0}, {0, -0.49f, 0});
        expect_inside<WcsphDef>(dimensions, circle, {0, -0.71f, 0}, {0, -0.99f, 0});
        expect_inside<PcisphDef>(dimensions, box, {0, -0.21f, 0}, {0, -0.49f, 0});
        expect_inside<PcisphDef>(dimensions, circle, {0, -0.71f, 0}, {0, -0.99f, 0});
    }
}

}  // namespace
}  // namespace slosh::fluid_test
