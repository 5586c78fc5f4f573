// A user who shakes any tank, as hard as a hand can: no simulation ends.
#include <gtest/gtest.h>

#include "support/case_name.h"
#include "support/shaking.h"

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
            const Shaken shaken = shake(scene, *solver, speed, 60, jobs);
            ASSERT_FALSE(shaken.found) << particles << " particles, shaken at " << speed;
            std::printf("%s, %s particles, shaken at %g: fastest particle %.1f times as fast\n", GetParam().c_str(),
                        particles, static_cast<double>(speed), static_cast<double>(shaken.fastest / speed));
        }
}

INSTANTIATE_TEST_SUITE_P(Scenes, Shaking, ::testing::ValuesIn(all_scene_cases()), name_of_scene_case);

}  // namespace
}  // namespace slosh::physics::shaking_test
