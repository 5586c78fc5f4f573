// Round numbers for the ends of scales.
#pragma once
#include <cmath>

namespace slosh {

// The smallest of {1, 2, 5} times a power of ten that is not below the value: the scale changes rarely while the value
// fluctuates. 1 for NaN, infinity and values <= 0.
inline double rounded_up(double value) {
    if (!(value > 1e-30 && value < 1e30)) return 1;
    constexpr double tolerance = 0.9999;  // for rounding errors of pow() and of the value
    const double power = std::pow(10.0, std::floor(std::log10(value)));
    for (const double digit : {1.0, 2.0, 5.0})
        if (digit * power >= value * tolerance) return digit * power;
    return 10 * power;
}

}  // namespace slosh
