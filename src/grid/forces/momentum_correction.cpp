#include "grid/forces/momentum_correction.h"

#include "grid/extrapolate.h"

namespace slosh {
namespace {

bool touches_walls(const MacGrid& grid, const Faces& weight) {
    bool touches = false;
    for (int axis = 0; axis < 3; ++axis)
        for_wall_faces(grid, axis, [&](int at, int) { touches |= weight.axis[axis][at] > 0; });
    return touches;
}

}  // namespace

void MomentumCorrection::begin(const MacGrid& grid, const Faces& weight, const FlipParticles& p, Jobs& jobs) {
    in_free_fall_ = p.count > 0 && !touches_walls(grid, weight);
    if (in_free_fall_) mean_before_ = mean_velocity(p, jobs);
}

glm::vec3 MomentumCorrection::end(glm::vec3 expected_gain, FlipParticles& p, Jobs& jobs) {
    if (!in_free_fall_) return {0, 0, 0};
    const Sum after = mean_velocity(p, jobs);
    glm::vec3 missing;
    for (int d = 0; d < 3; ++d) {
        const auto axis = static_cast<size_t>(d);
        missing[d] = static_cast<float>(mean_before_[axis] + static_cast<double>(expected_gain[d]) - after[axis]);
    }
    jobs.for_range(p.count, particle_block, [&](int begin, int end) {
        for (int d = 0; d < 3; ++d)
            for (int i = begin; i < end; ++i) p.v[d][i] += missing[d];
    });
    return missing;
}

MomentumCorrection::Sum MomentumCorrection::mean_velocity(const FlipParticles& p, Jobs& jobs) {
    block_sums_.resize(static_cast<size_t>((p.count + particle_block - 1) / particle_block));
    jobs.for_range(p.count, particle_block, [&](int begin, int end) {
        Sum sum{};
        for (size_t d = 0; d < 3; ++d)
            for (int i = begin; i < end; ++i) sum[d] += static_cast<double>(p.v[d][i]);
        block_sums_[static_cast<size_t>(begin / particle_block)] = sum;
    });
    Sum mean{};
    for (const Sum& sum : block_sums_)
        for (size_t d = 0; d < 3; ++d) mean[d] += sum[d];
    for (double& m : mean) m /= p.count;
    return mean;
}

}  // namespace slosh
