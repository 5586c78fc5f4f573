// Where particles are along one axis.
#pragma once
#include <span>

namespace slosh {

// The smallest and the largest value of those that are finite and within +-far_away; 0 and 0 if there are none.
void find_bounds(std::span<const float> values, float& lo, float& hi);

}  // namespace slosh
