// Bounds of particle positions along one axis.
#pragma once
#include <span>

namespace slosh {

// Minimum and maximum of the values that are finite and within +-far_away; both 0 if there are none.
void find_bounds(std::span<const float> values, float& lo, float& hi);

}  // namespace slosh
