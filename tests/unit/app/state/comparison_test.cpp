// The parameters in which the second simulation of a split view differs.
#include "app/state/comparison.h"

#include <gtest/gtest.h>

namespace slosh::comparison_test {
namespace {

Settings settings_of(const char* scene, const char* particles) {
    Settings settings = Settings::of(*find_scene(scene));
    EXPECT_EQ(set_param(settings, "particles", particles).status, SetResult::ok);
    return settings;
}

TEST(Comparison, SetsItsPairsAndDescribesThem) {
    Settings settings = settings_of("flip-dam-break", "900");
    constexpr const char* text = "flip:0.5, tolerance = 0.01";
    ASSERT_EQ(check_comparison(text, settings).status, SetResult::ok);
    EXPECT_EQ(describe_comparison(text, settings),
              "flip " + get_param(settings, "flip") + ", tolerance " + get_param(settings, "tolerance"));
    apply_comparison(text, settings);
    EXPECT_EQ(get_param(settings, "flip"), "0.5");
    EXPECT_EQ(describe_comparison(text, settings), "flip 0.5, tolerance 0.01");
    EXPECT_EQ(describe_comparison("", settings), "");
}

TEST(Comparison, RefusesInvalidPairsByName) {
    const Settings first = settings_of("flip-dam-break", "900");
    for (const auto& [text, named] :
         {std::pair<const char*, const char*>{"flip", "\"flip\" is not of the form key:value"},
          {"flip:0.4,", nullptr},
          {",flip:0.4", "\"\" is not of the form key:value"},
          {"flipp:0.4", "flipp"},
          {"flip:fast", "flip"},
          {"preconditioner:best", "preconditioner"},
          {"scene:blobs", "scene"},
          {"compare:flip:1", "compare"}}) {
        const SetResult result = check_comparison(text, first);
        if (!named) {
            EXPECT_EQ(result.status, SetResult::ok) << text;
            continue;
        }
        EXPECT_EQ(result.status, SetResult::refused) << text;
        EXPECT_TRUE(result.message.starts_with("compare: ")) << result.message;
        EXPECT_NE(result.message.find(named), std::string::npos) << result.message;
    }
    const SetResult clamped = check_comparison("flip:7", first);
    EXPECT_EQ(clamped.status, SetResult::clamped);
    EXPECT_NE(clamped.message.find("flip: \"7\""), std::string::npos) << clamped.message;
    EXPECT_EQ(check_comparison("flip:1", settings_of("flip-dam-break", "100001")).status, SetResult::refused);
    const SetResult many = check_comparison("particles:200000", first);
    EXPECT_EQ(many.status, SetResult::clamped) << many.message;
}

}  // namespace
}  // namespace slosh::comparison_test
