// Sentences that explain a parameter or a scene: the panel, the listings and docs/parameters.md show them. A page
// without the panel shows none, and is linked so that it downloads none.
#pragma once
#include <string_view>

namespace slosh {

// True in docs.cpp, false in docs_stub.cpp; a program is linked with one of the two.
extern const bool has_docs;

class Doc : public std::string_view {
public:
    Doc() = default;
    template <size_t N>
    Doc(const char (&text)[N]) : std::string_view(has_docs ? std::string_view(text, N - 1) : std::string_view()) {}
};

}  // namespace slosh
