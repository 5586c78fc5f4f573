#include "sph/body_coupling.h"

#include <gtest/gtest.h>

#include <glm/geometric.hpp>

#include "solvers/pcisph/pcisph.h"
#include "solvers/wcsph/wcsph.h"
#include "support/bodies.h"
#include "support/water.h"

namespace slosh::body_coupling_test {
namespace {

// The mean velocity along x of the water beside a rock, over some seconds after its container has stopped.
template <class Def>
double drift_beside_rock(float container_speed) {
    Scene scene = box_scene<Def>(2, {1, 0.5f, 0}, {1, 0.4f, 0}, 800);
    BodyDef rock = body_def(BodyShape::ball, {0.15f, 0, 0}, {0.5f, 0.2f, 0});
    rock.period = 1;  // kinematic
    def_of<Def>(scene).viscosity = 0.01f;
    scene.domain.bodies = {rock};
    Jobs jobs(1);
    const auto solver = make_solver(scene, jobs);
    Motion container{.velocity = {container_speed, 0, 0}};
    for (int i = 0; i < 30; ++i) {
        solver->step(display_step, {}, container);
        container.offset += container.velocity * display_step;
    }
    container.velocity = {0, 0, 0};
    double sum = 0;
    int counted = 0;
    for (int i = 0; i < 600; ++i) {
        solver->step(display_step, {}, container);
        const ParticleView p = solver->particles();
        if (i < 300) continue;
        for (size_t k = 0; k < static_cast<size_t>(p.count); ++k) {
            const glm::vec3 from = glm::vec3(p.x[k], p.y[k], 0) - p.bodies[0].position;
            if (glm::length(from) < 0.22f) sum += static_cast<double>(p.vx[k]), ++counted;
        }
    }
    EXPECT_GT(counted, 0) << "there is water beside the rock";
    return sum / std::max(counted, 1);
}

TEST(BodyCoupling, ARockStandsStillWhenItsContainerHasStopped) {
    EXPECT_LT(std::abs(drift_beside_rock<WcsphDef>(1)), 0.005);
    EXPECT_LT(std::abs(drift_beside_rock<PcisphDef>(1)), 0.005);
}

}  // namespace
}  // namespace slosh::body_coupling_test
