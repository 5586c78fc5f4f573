// Colours, and lists of colours as text: "#0af, #102030".
#pragma once
#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace slosh {

struct Colour {
    uint8_t r, g, b;  // sRGB
    bool operator==(const Colour&) const = default;
};

struct ColourList {
    static constexpr int capacity = 7;
    std::array<Colour, capacity> colours{};
    int count = 0;

    bool empty() const { return count == 0; }
    std::span<const Colour> used() const { return std::span(colours).first(static_cast<size_t>(count)); }
    bool operator==(const ColourList&) const = default;
};

// Reads up to `max_count` colours in hexadecimal, #rgb or #rrggbb, separated by commas or blanks. An empty text is an
// empty list. Returns false, and leaves the list as it is, for any other text.
bool parse_colours(std::string_view text, int max_count, ColourList&);

std::string format_colours(const ColourList&);  // "#00aaff, #102030"

}  // namespace slosh
