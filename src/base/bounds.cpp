#include "base/bounds.h"

#include "base/simd.h"
#include "base/simd_array.h"

namespace slosh {

void find_bounds(std::span<const float> values, float& lo, float& hi) {
    Float4 least = splat(far_away), most = splat(-far_away);
    size_t i = 0;
    for (; i + lanes <= values.size(); i += lanes) {
        const Float4 here = load(values.data() + i);
        least = min(here, least), most = max(here, most);
    }
    for (; i < values.size(); ++i) least = min(splat(values[i]), least), most = max(splat(values[i]), most);
    lo = max(reduce_min(least, far_away), -far_away);
    hi = min(-reduce_min(splat(0) - most, far_away), far_away);
    if (!(hi >= lo)) lo = hi = 0;
}

}  // namespace slosh
