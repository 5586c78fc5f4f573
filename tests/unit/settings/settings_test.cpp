#include "settings/settings.h"

#include <gtest/gtest.h>

#include <array>
#include <set>
#include <string>

namespace slosh::settings_test {
namespace {

Settings settings_of_first_scene() { return Settings::of(scenes().front()); }

TEST(Settings, EverySceneStartsWithItsOwnStyle) {
    for (const Scene& scene : scenes()) {
        Settings settings = Settings::of(scene);
        EXPECT_EQ(get_param(settings, "style"), scene.style) << scene.name;
        EXPECT_EQ(get_param(settings, "colour-by"), scene.colour_by) << scene.name;
        EXPECT_EQ(get_param(settings, "colour-map"), scene.colour_map) << scene.name;
        EXPECT_EQ(settings.render.blob_size, scene.blob_size) << scene.name;
    }
}

TEST(Settings, KeysAreKebabCaseAndUniqueInAScene) {
    for (const Scene& scene : scenes()) {
        Settings settings = Settings::of(scene);
        std::set<std::string> seen;
        for (const ParamInfo& info : list_params(settings)) {
            const std::string key(info.field.key);
            EXPECT_TRUE(seen.insert(key).second) << scene.name << " has " << key << " twice";
            EXPECT_EQ(key.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-"), key.npos) << key;
            EXPECT_FALSE(info.field.doc.empty()) << key;
        }
    }
}

// A density that makes more particles than a program has memory for is clamped to the largest that fits.
TEST(Settings, DensityOfPicFlipIsBoundedByTheNumberOfParticles) {
    for (const Scene& scene : scenes()) {
        if (scene.solver.name() != FlipDef::name) continue;
        for (const int most : {1000, 50'000, 200'000}) {
            Settings settings = Settings::of(scene, {.particles = most});
            const SetResult result = set_param(settings, "density", "4000000");
            EXPECT_EQ(result.status, SetResult::clamped) << scene.name;
            EXPECT_NE(result.message.find("is outside 0.."), std::string::npos) << result.message;
            const int particles = settings.scene.solver.particles_in(settings.scene.domain);
            EXPECT_LE(particles, most) << scene.name;
            EXPECT_GT(particles, most / 2) << scene.name;
        }
        Settings free = Settings::of(scene);
        EXPECT_EQ(set_param(free, "density", "4000000").status, SetResult::ok) << scene.name;
    }
}

TEST(Settings, RenamedKeysAreRefusedWithTheirPresentName) {
    const auto refused = [](std::string_view scene, std::string_view key, std::string_view text) {
        Settings settings = Settings::of(*find_scene(scene));
        const SetResult result = set_param(settings, key, text);
        EXPECT_EQ(result.status, SetResult::refused) << key;
        EXPECT_FALSE(result.rebuild) << key;
        return result.message;
    };
    EXPECT_EQ(refused("dam-break", "wall-drag", "1"), "unknown key \"wall-drag\": it is now \"no-slip\"");
    EXPECT_EQ(refused("flip-block", "least-in-cell", "4"),
              "unknown key \"least-in-cell\": it is now \"min-particles-per-cell\"");
    // A former choice is refused with the present ones.
    EXPECT_EQ(refused("curl-disc", "force", "printed"), "force: \"printed\" is not symmetric or asymmetric");
    // Each present name exists.
    for (const auto& [scene, key, text] :
         {std::array{"dam-break", "equation-of-state", "tait"}, std::array{"dam-break", "negative-pressure", "true"},
          std::array{"dam-break", "no-slip", "1"}, std::array{"curl-disc", "max-neighbours", "30"},
          std::array{"curl-disc", "force", "asymmetric"}, std::array{"tank-3d", "foam-air-min", "0.1"},
          std::array{"tank-3d", "foam-air-max", "0.5"}, std::array{"tank-3d", "foam-crest-min", "1"},
          std::array{"tank-3d", "foam-crest-max", "2"}, std::array{"tank-3d", "foam-energy-min", "0.1"},
          std::array{"tank-3d", "foam-energy-max", "0.9"}, std::array{"flip-block", "min-particles-per-cell", "4"},
          std::array{"flip-block", "max-particles-per-cell", "12"}}) {
        Settings settings = Settings::of(*find_scene(scene));
        EXPECT_EQ(set_param(settings, key, text).status, SetResult::ok) << key;
    }
}

TEST(Settings, ParticleLimitCanBeLowered) {
    Settings settings = Settings::of(scenes().front(), {.particles = 5000});
    const SetResult result = set_param(settings, "particles", "6000");
    EXPECT_EQ(result.status, SetResult::clamped);
    EXPECT_EQ(result.message, "particles: \"6000\" is outside 1..5000, using 5000");
    EXPECT_EQ(get_param(settings, "particles"), "5000");
    // Other parameters keep their range. Without a limit the range is that of the solver.
    EXPECT_EQ(set_param(settings, "seed", "900000").status, SetResult::ok);
    Settings unlimited = settings_of_first_scene();
    EXPECT_EQ(set_param(unlimited, "particles", "1000000").status, SetResult::ok);
}

// With a limit of memory the particles of any solver, and the grid of PIC/FLIP, fit into it.
TEST(Settings, ParticlesFitIntoTheMemory) {
    constexpr double bytes = 100e6;
    for (const Scene& scene : scenes()) {
        Settings settings = Settings::of(scene, {.particles = 2'000'000, .bytes = bytes});
        EXPECT_EQ(set_param(settings, "particles", "900000").status, SetResult::clamped) << scene.name;
        const auto taken = [&] {
            return settings.scene.solver.particles_in(scene.domain) *
                   settings.scene.solver.bytes_per_particle(scene.domain);
        };
        EXPECT_LE(taken(), bytes) << scene.name;
        EXPECT_GT(taken(), 0.7 * bytes) << scene.name;
        if (scene.solver.name() != FlipDef::name) continue;
        EXPECT_EQ(set_param(settings, "particles-per-cell", "4").status, SetResult::clamped) << scene.name;
        EXPECT_LE(taken(), bytes) << scene.name;
    }
}

TEST(Settings, ValuesRoundTripThroughText) {
    for (const Scene& scene : scenes()) {
        Settings settings = Settings::of(scene);
        for (const ParamInfo& info : list_params(settings)) {
            const SetResult result = set_param(settings, info.field.key, info.value);
            EXPECT_EQ(result.status, SetResult::ok) << scene.name << ": " << result.message;
            EXPECT_FALSE(result.rebuild) << info.field.key << " did not change";
            EXPECT_EQ(get_param(settings, info.field.key), info.value);
        }
    }
}

TEST(Settings, ChoicesAreSetByName) {
    Settings settings = settings_of_first_scene();
    EXPECT_EQ(set_param(settings, "style", "points").status, SetResult::ok);
    EXPECT_EQ(RenderSettings::style_names[static_cast<size_t>(settings.render.style)], "points");
    const SetResult refused = set_param(settings, "style", "oil");
    EXPECT_EQ(refused.status, SetResult::refused);
    for (std::string_view part : {"style", "oil", "points", "metaballs"})
        EXPECT_NE(refused.message.find(part), std::string::npos) << refused.message;
    EXPECT_EQ(get_param(settings, "style"), "points");
}

TEST(Settings, OutOfRangeIsClampedWithAWarning) {
    Settings settings = settings_of_first_scene();
    const SetResult result = set_param(settings, "blob-threshold", "7");
    EXPECT_EQ(result.status, SetResult::clamped);
    EXPECT_FLOAT_EQ(settings.render.blob_threshold, 0.95f);
    for (std::string_view part : {"blob-threshold", "7", "0.05", "0.95"})
        EXPECT_NE(result.message.find(part), std::string::npos) << result.message;
}

TEST(Settings, InvalidNumbersAreRefusedAndChangeNothing) {
    Settings settings = settings_of_first_scene();
    for (std::string_view text : {"", "nan", "NaN", "inf", "1e999", "0x10", " 1", "1 ", "1,5", "three", "--1"}) {
        const SetResult result = set_param(settings, "point-size", text);
        EXPECT_EQ(result.status, SetResult::refused) << '"' << text << '"';
        EXPECT_NE(result.message.find("point-size"), std::string::npos);
        EXPECT_EQ(settings.render.point_size, settings_of_first_scene().render.point_size);
    }
}

TEST(Settings, LongValuesGetAShortMessage) {
    Settings settings = settings_of_first_scene();
    const std::string text(10'000'000, '9');
    for (std::string_view key : {"particles", "point-size", "style"}) {
        const SetResult result = set_param(settings, key, text);
        EXPECT_EQ(result.status, SetResult::refused);
        EXPECT_LT(result.message.size(), 300u);
    }
    EXPECT_LT(set_param(settings, text, "1").message.size(), 300u);
}

TEST(Settings, AnUnknownKeyIsRefusedByName) {
    Settings settings = settings_of_first_scene();
    const SetResult result = set_param(settings, "viscocity", "1");
    EXPECT_EQ(result.status, SetResult::refused);
    EXPECT_NE(result.message.find("viscocity"), std::string::npos);
}

TEST(Settings, ParticleCountNeedsARebuild) {
    Settings settings = settings_of_first_scene();
    EXPECT_TRUE(set_param(settings, "particles", "700").rebuild);
    EXPECT_FALSE(set_param(settings, "gravity-y", "-10").rebuild);
}

}  // namespace
}  // namespace slosh::settings_test
