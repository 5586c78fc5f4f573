// Replaces sscanf in Dear ImGui, which parses the text of sliders with it (tools/cmake/libraries.cmake): the sscanf of
// the C library would link the arithmetic of long doubles (base/decimal.h).
#include <algorithm>
#include <cstdarg>
#include <string_view>

#include "base/decimal.h"

// Parses one number, "%d" into an int or "%f" into a float, with blanks around it. Returns the count of parsed numbers.
extern "C" int slosh_sscanf(const char* typed, const char* format, ...) {
    std::string_view text = typed;
    while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
    while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
    float value = 0;
    if (!slosh::parse_number(text, value)) return 0;
    std::va_list to;
    va_start(to, format);
    const std::string_view conversion = format;
    const bool is_supported = conversion == "%d" || conversion == "%f";
    // Integers above 2^24 are rounded to floats; no parameter is that large.
    if (conversion == "%d") *va_arg(to, int*) = static_cast<int>(std::clamp(value, -2e9f, 2e9f));
    if (conversion == "%f") *va_arg(to, float*) = value;
    va_end(to);
    return is_supported ? 1 : 0;
}
