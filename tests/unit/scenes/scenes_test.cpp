#include "scenes/scenes.h"

#include <gtest/gtest.h>

#include <string>

#include "settings/settings.h"

namespace slosh::scenes_test {
namespace {

TEST(Scenes, AllScenesAreBuiltAndEachSolverHasAFamily) {
    std::string names;
    for (const Scene& scene : scenes()) {
        names += (names.empty() ? "" : ", ") + std::string(scene.name);
        EXPECT_FALSE(scene.family.empty()) << scene.name;
        EXPECT_EQ(find_scene(scene.name), &scene);
    }
    EXPECT_EQ(all_scene_names(), names);
}

}  // namespace
}  // namespace slosh::scenes_test
