#include "app/state/settings_history.h"

#include <gtest/gtest.h>

namespace slosh::settings_history_test {
namespace {

std::string text_of(const std::vector<SettingsHistory::Change>& changes) {
    std::string text;
    for (const auto& [key, before, after] : changes) text += key + ":" + before + ">" + after + " ";
    return text;
}

TEST(SettingsHistory, TakesBackGroupsAndMakesThemAgain) {
    SettingsHistory history;
    EXPECT_TRUE(history.undo().empty());
    history.record("a", "1", "2", 0);
    history.record("a", "2", "3", 500);  // the same drag
    history.record("b", "x", "y", 900);  // the same preset
    history.record("a", "3", "3", 950);  // no change
    history.record("a", "3", "4", 5000);
    EXPECT_EQ(text_of(history.undo()), "a:3>4 ");
    EXPECT_EQ(text_of(history.undo()), "b:x>y a:1>3 ");
    EXPECT_FALSE(history.can_undo());
    EXPECT_EQ(text_of(history.redo()), "a:1>3 b:x>y ");
    EXPECT_TRUE(history.can_redo());
    history.record("c", "0", "1", 5100);  // what was taken back is gone
    EXPECT_FALSE(history.can_redo());
    EXPECT_EQ(text_of(history.undo()), "c:0>1 ");
    history.clear();
    EXPECT_FALSE(history.can_undo() || history.can_redo());
}

TEST(SettingsHistory, ForgetsTheOldest) {
    SettingsHistory history;
    for (int i = 0; i < 250; ++i) history.record("a", std::to_string(i), std::to_string(i + 1), 10000.0 * i);
    int count = 0;
    while (!history.undo().empty()) ++count;
    EXPECT_EQ(count, 100);
}

// Strokes in quick succession are taken back one by one, and not with a slider before or after them.
TEST(SettingsHistory, AStrokeIsAChangeOfItsOwn) {
    SettingsHistory history;
    history.record("a", "1", "2", 1000);
    history.record_alone("drawing", "", "one", 1100);
    history.record_alone("drawing", "one", "two", 1200);
    history.record_alone("drawing", "two", "two", 1250);  // no change
    history.record("a", "2", "3", 1300);
    history.record("a", "3", "4", 1400);
    EXPECT_EQ(text_of(history.undo()), "a:2>4 ");
    EXPECT_EQ(text_of(history.undo()), "drawing:one>two ");
    EXPECT_EQ(text_of(history.undo()), "drawing:>one ");
    EXPECT_EQ(text_of(history.undo()), "a:1>2 ");
    EXPECT_FALSE(history.can_undo());
}

}  // namespace
}  // namespace slosh::settings_history_test
