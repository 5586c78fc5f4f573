#include "app/panel/texts/texts.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace slosh {
namespace {

// Sorted by the English text.
struct Table {
    std::vector<std::pair<std::string, std::string>> texts;
    int version = 0;

    const std::string* find(std::string_view english) const {
        const auto at = std::lower_bound(texts.begin(), texts.end(), english,
                                         [](const auto& text, std::string_view key) { return text.first < key; });
        return at != texts.end() && at->first == english ? &at->second : nullptr;
    }
};

Table& table() {
    static Table table;
    return table;
}

}  // namespace

void set_panel_texts(std::span<const std::string_view> pairs) {
    auto& texts = table().texts;
    texts.clear();
    for (size_t i = 0; i + 1 < pairs.size(); i += 2) texts.emplace_back(pairs[i], pairs[i + 1]);
    std::sort(texts.begin(), texts.end());
    ++table().version;
}

int panel_texts_version() { return table().version; }

std::string panel_characters() {
    std::vector<std::string> found;
    for (const auto& [english, text] : table().texts)
        for (size_t i = 0; i < text.size(); i += length_of_character(text[i]))
            if (static_cast<unsigned char>(text[i]) >= 0x80)
                found.push_back(text.substr(i, length_of_character(text[i])));
    std::sort(found.begin(), found.end());
    found.erase(std::unique(found.begin(), found.end()), found.end());
    std::string all;
    for (const std::string& character : found) all += character;
    return all;
}

const char* translated(const char* english) {
    const std::string* text = table().find(english);
    return text ? text->c_str() : english;
}

std::string translated(std::string_view english) {
    const std::string* text = table().find(english);
    return text ? *text : std::string(english);
}

std::string label_of(std::string_view key) {
    if (const std::string* text = table().find("parameter " + std::string(key))) return *text;
    return spaced(key);
}

std::string spaced(std::string_view key) {
    std::string text(key);
    std::replace(text.begin(), text.end(), '-', ' ');
    return text;
}

std::string as_format(std::string_view text) {
    std::string format;
    for (const char c : text) format.append(c == '%' ? 2 : 1, c);
    return format;
}

}  // namespace slosh
