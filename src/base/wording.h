// Messages in the language of a reader: texts with places {} for numbers and names.
#pragma once
#include <initializer_list>
#include <string>
#include <string_view>

namespace slosh {

// The text with its places {} filled in turn: a translation is not trusted with formats of printf.
std::string filled(std::string_view text, std::initializer_list<std::string_view> words);

// A language: the form of an English text, and the name of a parameter.
struct Wording {
    const char* (*text)(const char* english);
    std::string (*parameter)(std::string_view key);
};

// English; parameters have their keys, as authors write them.
inline constexpr Wording plain_english{[](const char* english) { return english; },
                                       [](std::string_view key) { return std::string(key); }};

}  // namespace slosh
