// The texts of the panel in the language of the page. The code has them in English, and their English form finds them
// in a table that the page gives. The label of a parameter is found as "parameter KEY".
#pragma once
#include <span>
#include <string>
#include <string_view>

namespace slosh {

// Replaces the table: English and translated texts in turn.
void set_panel_texts(std::span<const std::string_view>);
// Grows with each call of set_panel_texts().
int panel_texts_version();
// The characters beyond ASCII of the table, each once, in UTF-8.
std::string panel_characters();

// The text of the table, valid until the next set_panel_texts(); without one the English text itself.
const char* translated(const char* english);
std::string translated(std::string_view english);
// Of a parameter; without a translation spaced(key).
std::string label_of(std::string_view key);
// "near-stiffness" with spaces in place of hyphens.
std::string spaced(std::string_view key);
// For a text that is translated where it is drawn.
constexpr const char* marked(const char* english) { return english; }

// The text as a format of printf that writes it.
std::string as_format(std::string_view text);

// The number of bytes of the UTF-8 character that begins with this byte, at least 1.
constexpr size_t length_of_character(char first) {
    const auto byte = static_cast<unsigned char>(first);
    return byte < 0xc0 ? 1 : byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4;
}

}  // namespace slosh
