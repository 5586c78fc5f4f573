#include "app/panel/texts/texts.h"

#include <gtest/gtest.h>

#include <array>

#include "base/wording.h"

namespace slosh::panel_texts_test {
namespace {

void set(std::initializer_list<std::string_view> pairs) { set_panel_texts({pairs.begin(), pairs.size()}); }

TEST(PanelTexts, AreEnglishWithoutATable) {
    set({});
    EXPECT_STREQ(translated("Reset all"), "Reset all");
    EXPECT_EQ(label_of("near-stiffness"), "near stiffness");
    EXPECT_EQ(panel_characters(), "");
}

TEST(PanelTexts, AreFoundByTheirEnglishForm) {
    const int before = panel_texts_version();
    set({"Search", "Suchen", "drag", "ziehen", "parameter drag", "Reibung", "parameter gravity-y", "Schwerkraft y"});
    EXPECT_GT(panel_texts_version(), before);
    EXPECT_STREQ(translated("Search"), "Suchen");
    EXPECT_EQ(translated(std::string_view("drag")), "ziehen");
    EXPECT_EQ(label_of("drag"), "Reibung") << "a parameter and a choice of one name are two texts";
    EXPECT_EQ(label_of("gravity-y"), "Schwerkraft y");
    EXPECT_STREQ(translated("Searching"), "Searching");
    set({"Search"});
    EXPECT_STREQ(translated("Search"), "Search") << "an English text without another";
}

TEST(PanelTexts, CharactersBeyondAsciiAreListedOnce) {
    set({"a", "Kräfte für Größen", "b", "Ärger für 気体", "c", "1 µm"});
    EXPECT_EQ(panel_characters(), "µÄßäöü体気");
    set({"a", "broken \xc3"});
    EXPECT_EQ(panel_characters(), "\xc3") << "a text that ends within a character";
    set({});
}

TEST(PanelTexts, FormatsWriteTheirText) {
    EXPECT_EQ(as_format("100 % {}"), "100 %% {}");
    EXPECT_EQ(filled(as_format("100 % {}"), {"%d"}), "100 %% %d");
}

}  // namespace
}  // namespace slosh::panel_texts_test
