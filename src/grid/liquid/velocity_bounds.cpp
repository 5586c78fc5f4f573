#include "grid/liquid/velocity_bounds.h"

#include <algorithm>

#include "grid/transfer_weights.h"

namespace slosh {

float VelocityRange::max_cell_rate(const MacFrame& frame) const {
    float rate = 0;
    for (int d = 0; d < 3; ++d) {
        rate = std::max(rate, (frame.velocity[d] - min[d]) * frame.inv_edge[d]);
        rate = std::max(rate, (max[d] - frame.velocity[d]) * frame.inv_edge[d]);
    }
    return rate;
}

void VelocityBounds::reserve(int capacity) { blocks_.reserve(static_cast<size_t>(capacity / particle_block + 1)); }

void VelocityBounds::begin(const FlipParticles& p) {
    blocks_.resize(static_cast<size_t>((p.count + particle_block - 1) / particle_block));
}

void VelocityBounds::add_block(const FlipParticles& p, int begin, int end, bool stopped) {
    constexpr float infinity = VelocityRange::infinity;
    const float* v[3] = {p.v[0].data(), p.v[1].data(), p.v[2].data()};
    // Maxima as minima of -v, so that one masking with +infinity serves both.
    Float4 min_v[3], min_minus_v[3];
    for (int d = 0; d < 3; ++d) min_v[d] = min_minus_v[d] = splat(infinity);
    for (int i = begin; i < end; i += lanes) {
        const Int4 beyond = first_lanes(end - i) == 0;
        const Float4 none = mask_and_nonneg(beyond, splat(infinity));
        SLOSH_UNROLL for (int d = 0; d < 3; ++d) {
            const Float4 here = load(v[d] + i);
            min_v[d] = min(here + none, min_v[d]);
            min_minus_v[d] = min(none - here, min_minus_v[d]);
        }
    }
    VelocityRange& block = blocks_[static_cast<size_t>(begin / particle_block)];
    for (int d = 0; d < 3; ++d) {
        block.min[d] = reduce_min(min_v[d], infinity);
        block.max[d] = -reduce_min(min_minus_v[d], infinity);
    }
    block.count = end - begin;
    block.stopped = stopped;
}

VelocityRange VelocityBounds::total() const {
    VelocityRange all;
    for (const VelocityRange& block : blocks_) {
        for (int d = 0; d < 3; ++d) {
            all.min[d] = std::min(all.min[d], block.min[d]);
            all.max[d] = std::max(all.max[d], block.max[d]);
        }
        all.count += block.count;
        all.stopped |= block.stopped;
    }
    return all;
}

VelocityRange VelocityBounds::measure(const FlipParticles& p, Jobs& jobs) {
    begin(p);
    jobs.for_range(p.count, particle_block, [&](int first, int end) { add_block(p, first, end); });
    return total();
}

}  // namespace slosh
