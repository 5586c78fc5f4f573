// The presets of every scene: valid, different from the scene, and calm.
#include "settings/presets.h"

#include <gtest/gtest.h>

#include <set>

#include "settings/settings.h"
#include "support/guarded_run.h"

namespace slosh::presets_test {
namespace {

TEST(Presets, EverySceneHasThreeThatSetItsOwnParametersToOtherValues) {
    for (const Scene& scene : scenes()) {
        const std::vector<Preset> presets = presets_of(scene);
        EXPECT_GE(presets.size(), 3u) << scene.name;
        std::set<std::string_view> names;
        for (const Preset& preset : presets) {
            EXPECT_FALSE(preset.name.empty()) << scene.name;
            EXPECT_TRUE(names.insert(preset.name).second) << scene.name << ": " << preset.name << " twice";
            EXPECT_FALSE(preset.settings.empty()) << scene.name << ": " << preset.name;
            Settings settings = Settings::of(scene);
            for (const auto& [key, value] : preset.settings) {
                const std::string before = get_param(settings, key);
                const SetResult result = set_param(settings, key, value);
                EXPECT_EQ(result.status, SetResult::ok) << scene.name << ": " << result.message;
                EXPECT_NE(get_param(settings, key), before) << scene.name << ": " << preset.name << ": " << key;
            }
        }
    }
}

TEST(Presets, AllRunWithoutInstability) {
    Jobs jobs(2);
    for (const Scene& scene : scenes())
        for (const Preset& preset : presets_of(scene)) {
            Settings settings = Settings::of(scene);
            set_param(settings, "particles", scene.domain.dimensions == 3 ? "1500" : "800");
            for (const auto& [key, value] : preset.settings) set_param(settings, key, value);
            const std::unique_ptr<Solver> solver = make_solver(settings.scene, jobs);
            const Instability instability = guarded_run(settings.scene, *solver, 60, jobs);
            EXPECT_FALSE(instability) << scene.name << ": " << preset.name << ": " << describe(instability, scene.unit);
        }
}

TEST(MainParameters, EverySceneDeclaresFourToSixOfItsOwn) {
    for (const Scene& scene : scenes()) {
        Settings settings = Settings::of(scene);
        std::set<std::string_view> keys;
        for (const std::string_view key : main_keys(scene)) {
            EXPECT_FALSE(get_param(settings, key).empty()) << scene.name << ": " << key;
            EXPECT_TRUE(keys.insert(key).second) << scene.name << ": " << key << " twice";
        }
        EXPECT_GE(keys.size(), 4u) << scene.name;
        EXPECT_LE(keys.size(), 6u) << scene.name;
    }
}

}  // namespace
}  // namespace slosh::presets_test
