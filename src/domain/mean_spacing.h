// The mean distance of particles.
#pragma once
#include <algorithm>

#include "base/math.h"

namespace slosh {

// Of `count` particles that fill a volume, in 2D an area. T: float or double.
template <class T>
T mean_spacing(T volume, int count, int dimensions) {
    return edge_of(volume / static_cast<T>(std::max(count, 1)), dimensions);
}

}  // namespace slosh
