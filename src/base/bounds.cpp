#include "base/bounds.h"

#include "base/simd.h"
#include "base/simd_array.h"

namespace slosh {

void find_bounds(std::span<const float> values, float& lo, float& hi) {
    Float4 lowest = splat(far_away), highest = splat(-far_away);
    size_t i = 0;
    for (; i + lanes <= values.size(); i += lanes) {
        const Float4 here = load(values.data() + i);
        lowest = min(here, lowest);
        highest = max(here, highest);
    }
    for (; i < values.size(); ++i) {
        lowest = min(splat(values[i]), lowest);
        highest = max(splat(values[i]), highest);
    }
    lo = max(reduce_min(lowest, far_away), -far_away);
    hi = min(-reduce_min(splat(0) - highest, far_away), far_away);
    if (!(hi >= lo)) lo = hi = 0;
}

}  // namespace slosh
