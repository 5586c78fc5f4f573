#include "settings/instability.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "support/few_particles.h"

namespace slosh::instability_test {
namespace {

constexpr glm::vec3 still{0, 0, 0};
constexpr float nan = std::numeric_limits<float>::quiet_NaN(), inf = std::numeric_limits<float>::infinity();

TEST(Instability, FindsNonFiniteValuesInEveryField) {
    const FewParticles stable;
    EXPECT_FALSE(detect_instability(stable.view(), still, 10));
    EXPECT_FALSE(detect_instability(stable.view(2), still, 10));
    for (auto part : {&FewParticles::x, &FewParticles::y, &FewParticles::z, &FewParticles::vx, &FewParticles::vy,
                      &FewParticles::vz})
        for (const float bad : {nan, inf, -inf}) {
            FewParticles few;
            (few.*part)[1] = bad;
            const Instability found = detect_instability(few.view(), still, 10);
            EXPECT_EQ(found.what, Instability::not_finite);
            EXPECT_EQ(describe(found, "m"), "the position or velocity of particle 8 is NaN or infinite");
        }
    FewParticles few;
    few.bodies[1].angular_velocity.z = nan;
    EXPECT_EQ(describe(detect_instability(few.view(), still, 10), "m"),
              "the position or velocity of body 1 is NaN or infinite");
}

TEST(Instability, FindsExcessiveSpeeds) {
    FewParticles few;
    few.vx[2] = -9.9f;
    EXPECT_FALSE(detect_instability(few.view(), still, 10));
    EXPECT_TRUE(detect_instability(few.view(), {1, 0, 0}, 10)) << "10.9 in a moving container";
    few.vx[2] = -1e7f;
    EXPECT_EQ(describe(detect_instability(few.view(), still, 10), "m"), "the speed of particle 9 is 1e+07 m/s");
    few.vx[2] = 0;
    few.bodies[0].velocity = {0, 3000, 0};
    EXPECT_EQ(describe(detect_instability(few.view(), still, 10), "m"), "the speed of body 0 is 3e+03 m/s");
}

TEST(Instability, NamesTheParameterFarthestFromItsDefault) {
    Settings settings = Settings::of(*find_scene("dam-break"));
    EXPECT_EQ(suspect_parameters(settings), "");
    EXPECT_EQ(suggest_remedy(settings), "take more substeps");
    const auto set = [&](const char* key, const char* text) {
        EXPECT_EQ(set_param(settings, key, text).status, SetResult::ok) << key;
    };
    set("style", "points");
    set("point-size", "2");
    set("push-limit", "3");
    EXPECT_EQ(suspect_parameters(settings), "") << "render and interaction settings are not considered";
    set("substeps", "1");
    EXPECT_EQ(suspect_parameters(settings), "substeps (1, by default 0)");
    set("sound-speed", "1000");
    set("cfl", "0.7");
    set("gravity-y", "-12");
    const std::string named = suspect_parameters(settings);
    EXPECT_NE(named.find("sound-speed (1000, by default 0)"), named.npos) << named;
    EXPECT_EQ(std::count(named.begin(), named.end(), '('), 3) << named;
    EXPECT_EQ(named.find("gravity"), named.npos) << named;
}

TEST(Instability, IsDescribedInTheWordsOfTheReader) {
    Settings settings = Settings::of(*find_scene("dam-break"));
    ASSERT_EQ(set_param(settings, "substeps", "1").status, SetResult::ok);
    const Instability fast{.what = Instability::runaway, .number = 17, .speed = 1e7f};
    EXPECT_EQ(describe_failure(fast, 12, settings),
              "The simulation became unstable at step 12: the speed of particle 17 is 1e+07 m/s. To go on, change "
              "substeps (1, by default 0), then reset.");
    const Wording shorter{[](const char* english) {
                              return std::string_view(english).starts_with("The simulation") ? "{}: {}; {}"
                                     : std::string_view(english).starts_with("the speed")    ? "{} {} {}"
                                                                                             : english;
                          },
                          [](std::string_view key) { return "<" + std::string(key) + ">"; }};
    EXPECT_EQ(describe_failure(fast, 12, settings, shorter), "12: 17 1e+07 m; change <substeps> (1, by default 0)");
}

}  // namespace
}  // namespace slosh::instability_test
