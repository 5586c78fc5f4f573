// Numbers as decimal text and back, right to the last bit: what strtof and printf's %g do. Those of the C library bring
// arithmetic of long doubles along, which would be a tenth of what an article downloads.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>

namespace slosh {

// Reads a whole text, "-1.5e-3", as a finite number. False for anything else ("", "1e999", "nan", "3 apples"), and for
// more than 64 characters: no sensible number is longer.
bool parse_number(std::string_view text, float& value);

// With at most that many significant digits, 1 to 17, as %.*g writes it.
std::string write_number(double value, int digits);

// Lower case, with leading zeros.
std::string write_hex(uint64_t value, int digits);

}  // namespace slosh
