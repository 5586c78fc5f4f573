#include "base/profile.h"

#include <gtest/gtest.h>

#include <thread>

namespace slosh::profile_test {
namespace {

TEST(Profile, PhasesKeepTheirOrderAndAddUp) {
    Profile profile;
    EXPECT_TRUE(profile.stages().empty());
    profile.add("sort", 1);
    profile.add("force", 2);
    profile.add("sort", 0.5);
    ASSERT_EQ(profile.stages().size(), 2u);
    EXPECT_EQ(profile.stages()[0].name, "sort");
    EXPECT_EQ(profile.stages()[0].ms, 1.5);
    EXPECT_EQ(profile.stages()[1].name, "force");
    EXPECT_EQ(profile.stages()[1].ms, 2);
}

TEST(Profile, EachStepStartsAtZero) {
    Profile profile;
    profile.add("sort", 1);
    profile.add("force", 2);
    profile.begin_step();
    ASSERT_EQ(profile.stages().size(), 2u) << "a stage that does not happen in every step keeps its place";
    for (const StageTime& stage : profile.stages()) EXPECT_EQ(stage.ms, 0);
    profile.add("force", 3);
    EXPECT_EQ(profile.stages()[1].ms, 3);
}

TEST(Profile, AScopeMeasuresItself) {
    Profile profile;
    const auto start = Profile::Clock::now();
    {
        const auto whole = profile.scope("whole");
        const auto part = profile.scope("part");
        EXPECT_TRUE(profile.stages().empty()) << "added when the scope ends";
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    const double elapsed = Profile::milliseconds_since(start);
    ASSERT_EQ(profile.stages().size(), 2u);
    const StageTime part = profile.stages()[0], whole = profile.stages()[1];
    EXPECT_EQ(part.name, "part") << "the inner one ends first";
    EXPECT_GE(part.ms, 4.9);
    EXPECT_GE(whole.ms, part.ms);
    EXPECT_LE(whole.ms, elapsed);
}

}  // namespace
}  // namespace slosh::profile_test
