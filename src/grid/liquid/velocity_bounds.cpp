#include "grid/liquid/velocity_bounds.h"

#include <algorithm>
#include <limits>

#include "grid/transfer_weights.h"

namespace slosh {

void VelocityBounds::reserve(int capacity) {
    least_.reserve(static_cast<size_t>(capacity / particle_block + 1) * bounds);
}

void VelocityBounds::begin(const FlipParticles& p) {
    seen_ = p.count;
    least_.resize(static_cast<size_t>((p.count + particle_block - 1) / particle_block) * bounds);
}

void VelocityBounds::see(const FlipParticles& p, int begin, int end) {
    constexpr float infinity = std::numeric_limits<float>::infinity();
    const float* v[3] = {p.v[0].data(), p.v[1].data(), p.v[2].data()};
    Float4 least[bounds];
    for (Float4& l : least) l = splat(infinity);
    for (int i = begin; i < end; i += lanes) {
        const Int4 beyond = first_lanes(end - i) == 0;
        const Float4 none = mask_and_nonneg(beyond, splat(infinity));
        SLOSH_UNROLL for (int d = 0; d < 3; ++d) {
            const Float4 here = load(v[d] + i);
            least[d] = min(here + none, least[d]), least[3 + d] = min(none - here, least[3 + d]);
        }
    }
    for (int n = 0; n < bounds; ++n)
        least_[static_cast<size_t>(begin / particle_block * bounds + n)] = reduce_min(least[n], infinity);
}

void VelocityBounds::shift(glm::vec3 by) {
    for (size_t at = 0; at < least_.size(); at += bounds)
        for (int d = 0; d < 3; ++d) {
            const auto axis = static_cast<size_t>(d);
            least_[at + axis] += by[d], least_[at + axis + 3] -= by[d];
        }
}

float VelocityBounds::max_cells_a_second(const MacFrame& frame, const FlipParticles& p, Jobs& jobs) {
    if (seen_ != p.count) {
        begin(p);
        jobs.for_range(p.count, particle_block, [&](int begin, int end) { see(p, begin, end); });
    }
    float most = 0;
    for (size_t n = 0; n < least_.size(); ++n) {
        const size_t axis = n % 3;
        const float wall = n % bounds < 3 ? frame.velocity[axis] : -frame.velocity[axis];
        most = std::max(most, (wall - least_[n]) * frame.inv_edge[axis]);
    }
    return most;
}

}  // namespace slosh
