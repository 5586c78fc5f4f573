// Where particles are along one axis.
#pragma once
#include <span>

#include "base/simd.h"
#include "base/simd_array.h"

namespace slosh {

// The least and the greatest of what is a number and not out of the world; 0 and 0 where nothing is.
inline void find_bounds(std::span<const float> values, float& lo, float& hi) {
    Float4 least = splat(far_away), most = splat(-far_away);
    size_t i = 0;
    for (; i + lanes <= values.size(); i += lanes) {
        const Float4 here = load(values.data() + i);
        least = min(here, least), most = max(here, most);
    }
    for (; i < values.size(); ++i) least = min(splat(values[i]), least), most = max(splat(values[i]), most);
    lo = far_away, hi = -far_away;
    for (int lane = 0; lane < lanes; ++lane) lo = min(least[lane], lo), hi = max(most[lane], hi);
    lo = max(lo, -far_away), hi = min(hi, far_away);
    if (!(hi >= lo)) lo = hi = 0;
}

}  // namespace slosh
