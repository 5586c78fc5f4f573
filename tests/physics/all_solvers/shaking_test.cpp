// A user who shakes any tank, as hard as a hand can: no simulation ends.
#include <gtest/gtest.h>

#include <algorithm>

#include "settings/energy_guard.h"
#include "support/scenes.h"

namespace slosh::physics::shaking_test {
namespace {

class Shaking : public ::testing::TestWithParam<std::string> {};

TEST_P(Shaking, StopsNoSimulation) {
    Jobs jobs(1);
    for (const char* particles : {"400", "1500"})
        for (const float rate : {1.0f, 3.0f, 10.0f}) {  // widths of the view in a second
            Scene scene = *find_scene(GetParam());
            ASSERT_NE(set_param(scene, "particles", particles).status, SetResult::refused);
            const float speed = rate * scene.view.width;
            const auto solver = make_solver(scene, jobs);
            run(*solver, 0.5f);
            EnergyGuard guard;
            guard.start(scene);
            Motion motion;
            float fastest = 0;
            for (int i = 0; i < 60; ++i) {
                const glm::vec3 direction = i < 8    ? glm::vec3(1, 0.25f, 0)
                                            : i < 20 ? glm::vec3(-1, 0, 0)
                                            : i < 28 ? glm::vec3(0.5f, -0.5f, 0)
                                                     : glm::vec3(0);
                motion.velocity = speed * direction;
                solver->set_runaway_speed(
                    guard.begin_step(*solver, {.container = motion, .gravity = scene.domain.gravity}, jobs));
                solver->step(display_step, {}, motion);
                motion.offset += motion.velocity * display_step;
                const Instability found = guard.end_step(solver->particles(), jobs);
                ASSERT_FALSE(found) << particles << " particles, shaken at " << speed << ", step " << i;
                fastest = std::max(fastest, solver->stats().max_speed);
            }
            std::printf("%s, %s particles, shaken at %g: fastest particle %.1f times as fast\n", GetParam().c_str(),
                        particles, static_cast<double>(speed), static_cast<double>(fastest / speed));
        }
}

std::vector<std::string> names() {
    std::vector<std::string> names;
    for (const SceneTitle& scene : all_scenes()) names.emplace_back(scene.name);
    return names;
}

INSTANTIATE_TEST_SUITE_P(Scenes, Shaking, ::testing::ValuesIn(names()), [](const auto& test) {
    std::string name = test.param;
    std::replace(name.begin(), name.end(), '-', '_');
    return name;
});

}  // namespace
}  // namespace slosh::physics::shaking_test
