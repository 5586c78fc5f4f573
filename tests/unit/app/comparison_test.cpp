// Two simulations side by side: what is taken for a difference, and that the second is what it would be alone.
#include "app/comparison.h"

#include <gtest/gtest.h>

#include "analysis/stats.h"

namespace slosh {
namespace {

Settings settings_of(const char* scene, const char* particles) {
    Settings settings = Settings::of(*find_scene(scene));
    EXPECT_EQ(set_param(settings, "particles", particles).status, SetResult::ok);
    return settings;
}

TEST(Comparison, IsTheSimulationThatItWouldBeAlone) {
    struct Case {
        const char *scene, *text, *key, *value;
    };
    for (const Case& c :
         {Case{"flip-dam-break", "preconditioner:none", "preconditioner", "none"},
          Case{"flip-dam-break", "particles:1500", "particles", "1500"},
          Case{"dam-break", "viscosity:0.2", "viscosity", "0.2"}, Case{"blobs", "gravity-y=-3", "gravity-y", "-3"}}) {
        const Settings first = settings_of(c.scene, "900");
        Jobs jobs(2);
        Comparison comparison;
        ASSERT_EQ(comparison.set(c.text, first).status, SetResult::ok) << c.text;
        EXPECT_FALSE(comparison.started());
        comparison.start(first, GravityTilt(), jobs);
        Settings own = first;
        ASSERT_EQ(set_param(own, c.key, c.value).status, SetResult::ok);
        const auto alone = make_solver(own.scene, jobs), before = make_solver(first.scene, jobs);
        for (int i = 0; i < 6; ++i) {
            comparison.step(1 / 60.0f, {}, {});
            alone->step(1 / 60.0f, {}, {}), before->step(1 / 60.0f, {}, {});
        }
        EXPECT_EQ(state_hash(comparison.particles()), state_hash(alone->particles())) << c.text;
        EXPECT_NE(state_hash(comparison.particles()), state_hash(before->particles())) << c.text;
        EXPECT_EQ(comparison.differences(comparison.settings()), std::string(c.key) + " " + c.value);
        EXPECT_EQ(comparison.differences(first), std::string(c.key) + " " + get_param(own = first, c.key));
        EXPECT_FALSE(comparison.broken());
    }
}

TEST(Comparison, FollowsTheFirstButForWhatIsDifferent) {
    Settings first = settings_of("flip-dam-break", "900");
    Jobs jobs(1);
    Comparison comparison;
    ASSERT_EQ(comparison.set("flip:0.5, tolerance = 0.01", first).status, SetResult::ok);
    EXPECT_EQ(comparison.text(), "flip:0.5, tolerance = 0.01");
    comparison.start(first, GravityTilt(), jobs);
    EXPECT_EQ(comparison.differences(comparison.settings()), "flip 0.5, tolerance 0.01");
    set_param(first, "flip", "0.9"), set_param(first, "cfl", "2");
    comparison.set_parameters(first, GravityTilt());
    EXPECT_EQ(get_param(comparison.settings(), "flip"), "0.5");
    EXPECT_EQ(get_param(comparison.settings(), "cfl"), "2");
}

TEST(Comparison, RefusesByName) {
    const Settings first = settings_of("flip-dam-break", "900");
    Comparison comparison;
    ASSERT_EQ(comparison.set("flip:0.5", first).status, SetResult::ok);
    for (const auto& [text, named] : {std::pair<const char*, const char*>{"flip", "\"flip\" is no key:value"},
                                      {"flip:0.4,", nullptr},
                                      {",flip:0.4", "\"\" is no key:value"},
                                      {"flipp:0.4", "flipp"},
                                      {"flip:fast", "flip"},
                                      {"preconditioner:best", "preconditioner"},
                                      {"scene:blobs", "scene"},
                                      {"compare:flip:1", "compare"}}) {
        const SetResult result = comparison.set(text, first);
        if (!named) {
            EXPECT_EQ(result.status, SetResult::ok) << text;
            ASSERT_EQ(comparison.set("flip:0.5", first).status, SetResult::ok);
            continue;
        }
        EXPECT_EQ(result.status, SetResult::refused) << text;
        EXPECT_TRUE(result.message.starts_with("compare: ")) << result.message;
        EXPECT_NE(result.message.find(named), std::string::npos) << result.message;
        EXPECT_EQ(comparison.text(), "flip:0.5") << "as it was";
    }
    const SetResult clamped = comparison.set("flip:7", first);
    EXPECT_EQ(clamped.status, SetResult::clamped);
    EXPECT_NE(clamped.message.find("flip: \"7\""), std::string::npos) << clamped.message;
    EXPECT_EQ(comparison.set("flip:1", settings_of("flip-dam-break", "100001")).status, SetResult::refused);
    const SetResult many = comparison.set("particles:200000", first);
    EXPECT_EQ(many.status, SetResult::clamped) << many.message;
}

}  // namespace
}  // namespace slosh
