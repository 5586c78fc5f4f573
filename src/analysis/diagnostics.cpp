#include "analysis/diagnostics.h"

#include <algorithm>
#include <limits>

#include "analysis/diagnostics_passes.h"

namespace slosh {

extern template void Diagnostics::count_neighbours<2>(float, Jobs&);
extern template void Diagnostics::count_neighbours<3>(float, Jobs&);
extern template void Diagnostics::find_curl<2>(float, Jobs&);
extern template void Diagnostics::find_curl<3>(float, Jobs&);

namespace {

constexpr int diagnostics_block = 2048;  // particles per task

}  // namespace

std::span<const float> Diagnostics::neighbours(const ParticleFields& fluid, Jobs& jobs) {
    sort(fluid, fluid.support, false, jobs);
    if (fluid.dimensions == 2) count_neighbours<2>(fluid.support, jobs);
    else count_neighbours<3>(fluid.support, jobs);
    return values_;
}

std::span<const float> Diagnostics::vorticity(const ParticleFields& fluid, Jobs& jobs) {
    const float radius = fit_radius * fluid.support;
    sort(fluid, radius, true, jobs);
    if (fluid.dimensions == 2) find_curl<2>(radius, jobs);
    else find_curl<3>(radius, jobs);
    return values_;
}

std::span<const float> Diagnostics::courant(const ParticleFields& fluid, float substep, Jobs& jobs) {
    values_.assign(static_cast<size_t>(fluid.count), 0);
    const bool is_3d = fluid.dimensions == 3;
    jobs.for_range(fluid.count, diagnostics_block, [&](int begin, int end) {
        for (auto i = static_cast<size_t>(begin); i < static_cast<size_t>(end); ++i) {
            const float vz = is_3d ? fluid.vz[i] : 0,
                        v2 = fluid.vx[i] * fluid.vx[i] + fluid.vy[i] * fluid.vy[i] + vz * vz;
            values_[i] = __builtin_sqrtf(v2) * substep / fluid.support;
        }
    });
    return values_;
}

void Diagnostics::sort(const ParticleFields& fluid, float radius, bool with_velocity, Jobs& jobs) {
    const std::span<const float> x[3] = {fluid.x, fluid.y, fluid.z}, v[3] = {fluid.vx, fluid.vy, fluid.vz};
    const auto count = static_cast<size_t>(fluid.count);
    values_.assign(count, 0);
    glm::vec3 lo(0), hi(0);
    for (int d = 0; d < fluid.dimensions; ++d) {
        lo[d] = std::numeric_limits<float>::max();
        hi[d] = std::numeric_limits<float>::lowest();
        // Comparisons with NaN are false: such positions do not count.
        for (size_t i = 0; i < count; ++i) {
            const float at = x[d][i];
            lo[d] = at < lo[d] ? at : lo[d];
            hi[d] = at > hi[d] ? at : hi[d];
        }
        if (!(hi[d] >= lo[d])) lo[d] = hi[d] = 0;
    }
    cells_.build(fluid.dimensions, {lo, hi}, radius * cell_margin,
                 {fluid.count, fluid.x.data(), fluid.y.data(), fluid.z.data()}, jobs);
    const std::span<const uint32_t> order = cells_.order();
    for (int d = 0; d < fluid.dimensions; ++d) {
        if (x_[d].size() != fluid.count) x_[d].assign(fluid.count);
        if (v_[d].size() != fluid.count) v_[d].assign(fluid.count);
        jobs.for_range(fluid.count, diagnostics_block, [&](int begin, int end) {
            for (int slot = begin; slot < end; ++slot) {
                const size_t i = order[static_cast<size_t>(slot)];
                x_[d][slot] = x[d][i];
                if (with_velocity) v_[d][slot] = v[d][i];
            }
        });
        x_[d].pad_with(far_away);
    }
}

}  // namespace slosh
