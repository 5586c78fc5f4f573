#include "settings/random_settings.h"

#include <gtest/gtest.h>

#include <set>

#include "support/guarded_run.h"

namespace slosh::random_settings_test {
namespace {

TEST(RandomSettings, AreValidAndDependOnTheSeedOnly) {
    for (const Scene& scene : scenes()) {
        std::set<std::string> different;
        for (uint64_t seed = 0; seed < 50; ++seed) {
            Settings settings = Settings::of(scene);
            std::string text;
            for (const auto& [key, value] : random_settings(scene, seed)) {
                EXPECT_EQ(set_param(settings, key, value).status, SetResult::ok)
                    << scene.name << ": " << key << "=" << value;
                text += key + "=" + value + " ";
            }
            EXPECT_EQ(text.find("particles="), text.npos) << scene.name;
            different.insert(text);
            EXPECT_EQ(random_settings(scene, seed), random_settings(scene, seed));
        }
        EXPECT_GT(different.size(), 40u) << scene.name;
    }
}

TEST(RandomSettings, RunWithoutInstability) {
    Jobs jobs(2);
    for (const Scene& scene : scenes())
        for (uint64_t seed = 1; seed <= 3; ++seed) {
            Settings settings = Settings::of(scene);
            set_param(settings, "particles", scene.domain.dimensions == 3 ? "1500" : "800");
            std::string text;
            for (const auto& [key, value] : random_settings(scene, seed)) {
                set_param(settings, key, value);
                text += key + "=" + value + " ";
            }
            const std::unique_ptr<Solver> solver = make_solver(settings.scene, jobs);
            const Instability instability = guarded_run(settings.scene, *solver, 60, jobs);
            EXPECT_FALSE(instability) << scene.name << ": " << text << describe(instability, scene.unit);
        }
}

}  // namespace
}  // namespace slosh::random_settings_test
