// Conversion between numbers and decimal text, correctly rounded, as by strtof and printf's %g. The C library's
// versions link long-double arithmetic, which would be a tenth of the download of an article with one simulation.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>

namespace slosh {

// Reads a whole text, "-1.5e-3", as a finite number. False for anything else ("", "1e999", "nan", "3 apples"), and for
// more than 64 characters: no sensible number is longer.
bool parse_number(std::string_view text, float& value);

// The value with so many significant digits.
float rounded(float value, int digits);

// Text with at most `digits` significant digits, 1 to 17, as printf's %.*g writes it.
std::string write_number(double value, int digits);

// `digits` hexadecimal digits in lower case, with leading zeros.
std::string write_hex(uint64_t value, int digits);

}  // namespace slosh
