#include "base/colour.h"

#include <algorithm>

namespace slosh {
namespace {

constexpr std::string_view separators = ", \t\n\r\f";

int hex_digit(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    const char lower = static_cast<char>(c | 32);
    return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

// One colour without separators.
bool parse_colour(std::string_view text, Colour& colour) {
    if ((text.size() != 4 && text.size() != 7) || text[0] != '#') return false;
    const size_t digits = text.size() / 3;  // per channel
    uint8_t channels[3];
    for (size_t i = 0; i < 3; ++i) {
        const int high = hex_digit(text[1 + i * digits]), low = hex_digit(text[(i + 1) * digits]);
        if (high < 0 || low < 0) return false;
        channels[i] = static_cast<uint8_t>(16 * high + low);
    }
    colour = {channels[0], channels[1], channels[2]};
    return true;
}

}  // namespace

bool parse_colours(std::string_view text, int max_count, ColourList& list) {
    ColourList read;
    for (size_t at = 0; (at = text.find_first_not_of(separators, at)) != text.npos;) {
        const size_t end = std::min(text.find_first_of(separators, at), text.size());
        if (read.count == std::min(max_count, ColourList::capacity)) return false;
        if (!parse_colour(text.substr(at, end - at), read.colours[static_cast<size_t>(read.count++)])) return false;
        at = end;
    }
    list = read;
    return true;
}

std::string format_colours(const ColourList& list) {
    constexpr char digits[] = "0123456789abcdef";
    std::string text;
    for (const Colour c : list.used()) {
        text += text.empty() ? "#" : ", #";
        for (const uint8_t channel : {c.r, c.g, c.b}) (text += digits[channel >> 4]) += digits[channel & 15];
    }
    return text;
}

}  // namespace slosh
