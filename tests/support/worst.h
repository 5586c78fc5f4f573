// The largest and the smallest of some measured values, for a bar above or below them. Unlike std::max and std::min
// they do not lose NaN: no bar holds for it.
#pragma once
#include <initializer_list>
#include <limits>
#include <type_traits>

namespace slosh {

template <class T>
constexpr void keep_worst(T& worst, std::type_identity_t<T> value) {
    if (worst == worst && !(value <= worst)) worst = value;
}

template <class T>
constexpr void keep_least(T& least, std::type_identity_t<T> value) {
    if (least == least && !(value >= least)) least = value;
}

namespace worst_check {
constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double worst_of(std::initializer_list<double> values) {
    double worst = 0;
    for (const double value : values) keep_worst(worst, value);
    return worst;
}
constexpr double least_of(std::initializer_list<double> values) {
    double least = 1;
    for (const double value : values) keep_least(least, value);
    return least;
}
static_assert(worst_of({0.5, 2, 1}) == 2 && least_of({0.5, -2, 1}) == -2);
static_assert(worst_of({-1, -2}) == 0 && least_of({3, 2}) == 1);
static_assert(!(worst_of({2, nan, 1}) <= 1e9) && !(worst_of({nan}) <= 1e9) && !(worst_of({1, nan}) <= 1e9));
static_assert(!(least_of({0, nan, 1}) >= -1e9) && !(least_of({nan}) >= -1e9));
}  // namespace worst_check

}  // namespace slosh
