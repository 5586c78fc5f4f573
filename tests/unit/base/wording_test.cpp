#include "base/wording.h"

#include <gtest/gtest.h>

namespace slosh::wording_test {
namespace {

TEST(Wording, PlacesAreFilledInTurn) {
    EXPECT_EQ(filled("{} is attracted by {}: {}", {"1", "2", "+0.50"}), "1 is attracted by 2: +0.50");
    EXPECT_EQ(filled("no place", {"1"}), "no place");
    EXPECT_EQ(filled("{} and {}", {"1"}), "1 and {}");
    EXPECT_EQ(filled("%s %n {}", {"%d"}), "%s %n %d");
    EXPECT_EQ(filled("{} and {}", {"{}", "2"}), "{} and 2") << "a word is not a text with places";
}

TEST(Wording, PlainEnglishLeavesTextsAndKeys) {
    EXPECT_STREQ(plain_english.text("take more substeps"), "take more substeps");
    EXPECT_EQ(plain_english.parameter("sound-speed"), "sound-speed");
}

}  // namespace
}  // namespace slosh::wording_test
