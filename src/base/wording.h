// Messages in the language of a reader: texts with places {} for numbers and names.
#pragma once
#include <initializer_list>
#include <string>
#include <string_view>

namespace slosh {

// The text with its places {} filled in turn: a translation is not trusted with formats of printf.
// Not inlined: a message is rare, and each copy makes the modules larger.
[[gnu::noinline]] inline std::string filled(std::string_view text, std::initializer_list<std::string_view> words) {
    std::string all;
    for (const std::string_view word : words) {
        const size_t place = text.find("{}");
        if (place == text.npos) break;
        all.append(text.substr(0, place)).append(word);
        text.remove_prefix(place + 2);
    }
    return all.append(text);
}

// A language: the form of an English text, and the name of a parameter.
struct Wording {
    const char* (*text)(const char* english);
    std::string (*parameter)(std::string_view key);
};

// English; parameters have their keys, as authors write them.
inline constexpr Wording plain_english{[](const char* english) { return english; },
                                       [](std::string_view key) { return std::string(key); }};

}  // namespace slosh
