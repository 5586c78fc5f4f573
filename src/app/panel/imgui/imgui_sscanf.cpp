// Dear ImGui reads what is typed into a slider by sscanf, which is this function while it is compiled
// (tools/cmake/libraries.cmake): the C library's brings arithmetic of long doubles along (base/decimal.h).
#include <algorithm>
#include <cstdarg>
#include <string_view>

#include "base/decimal.h"

// One number, "%d" into an int or "%f" into a float, with blanks around it. The number of numbers, as sscanf.
extern "C" int slosh_sscanf(const char* typed, const char* format, ...) {
    std::string_view text = typed;
    while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
    while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
    float value = 0;
    if (!slosh::parse_number(text, value)) return 0;
    std::va_list to;
    va_start(to, format);
    const std::string_view wanted = format;
    const bool known = wanted == "%d" || wanted == "%f";
    // Whole numbers beyond 2^24 are rounded to floats on their way; no parameter is.
    if (wanted == "%d") *va_arg(to, int*) = static_cast<int>(std::clamp(value, -2e9f, 2e9f));
    if (wanted == "%f") *va_arg(to, float*) = value;
    va_end(to);
    return known ? 1 : 0;
}
