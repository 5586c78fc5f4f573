// The smoothing lengths of all particles of an SPH solver (sph/adaptive_support.h). They follow from the particles'
// `density_ratio` after every sort; nothing else is carried from step to step.
#pragma once
#include "sph/adaptive_support.h"
#include "sph/fluid.h"

namespace slosh::sph {

// Between the two density ratios a particle has the smoothing length at rest.
struct AdaptiveSupportBounds {
    float max_scale = max_h_scale;  // in lengths at rest
    float widen_below = 1, narrow_above = 1;
};

template <int D>
class AdaptiveSupport {
public:
    void start(Fluid<D>& fluid, const AdaptiveSupportBounds& bounds = {}) {
        for (SimdArray<float>* column : {&h_scale_, &length_, &reach_, &neighbours_})
            fluid.add(*column, Carry::recomputed, 1);
        h_ = fluid.h, bounds_ = bounds;
        max_h_scale_ = min_h_scale_ = 1;
    }

    // Sorts into cells of the largest length, finds the lengths, and builds the neighbour list: two particles are
    // neighbours within the longer of their lengths and that at rest.
    void sort(Fluid<D>& fluid, bool hash, glm::vec3 offset, Jobs& jobs) {
        const ParticleArrays<D>& p = fluid.particles;
        find_bounds(p);
        fluid.sort_into_cells(hash, offset, h_ * max_h_scale_, jobs);
        jobs.for_range(p.count, cheap_block, [&](int begin, int end) {
            for (int i = begin; i < end; ++i) {
                h_scale_[i] = std::min(scale_for(p.density_ratio[i]), max_h_scale_);
                length_[i] = h_ * h_scale_[i], reach_[i] = h_ * list_margin * std::max(h_scale_[i], 1.0f);
            }
        });
        fluid.build_lists(h_ * max_h_scale_, jobs, reach_.data());
    }
    // Stores the density sum of slot i. The density depends on the length: a relaxation below 1 changes the ratio only
    // by that fraction.
    void note(ParticleArrays<D>& p, int i, float density_ratio, float neighbours, float relaxation) {
        p.density_ratio[i] = p.density_ratio[i] > 0
                                 ? p.density_ratio[i] + relaxation * (density_ratio - p.density_ratio[i])
                                 : density_ratio;  // 0: just emitted
        neighbours_[i] = neighbours;
    }
    // What a particle adds to its own density, for a kernel that is 1 there at rest.
    float self_weight(int i) const {
        const float inverse = 1 / h_scale_[i];
        return inverse * inverse * (D == 3 ? inverse : 1);
    }
    const float* h_scales() const { return h_scale_.data(); }
    float max_h_scale() const { return max_h_scale_; }  // not below 1
    float min_h_scale() const { return min_h_scale_; }
    std::span<const float> lengths() const { return length_.view(); }
    std::span<const float> neighbours() const { return neighbours_.view(); }

    float mean_neighbours() const {
        double sum = 0;
        for (const float n : neighbours()) sum += static_cast<double>(n);
        return static_cast<float>(sum / std::max<double>(neighbours_.size(), 1));
    }

private:
    void find_bounds(const ParticleArrays<D>& p) {
        float min_ratio = 1, max_ratio = 1;
        for (int i = 0; i < p.count; ++i) {
            const float density_ratio = p.density_ratio[i] > 0 ? p.density_ratio[i] : 1;
            min_ratio = std::min(min_ratio, density_ratio), max_ratio = std::max(max_ratio, density_ratio);
        }
        max_h_scale_ = std::min(scale_for(min_ratio), bounds_.max_scale), min_h_scale_ = scale_for(max_ratio);
    }
    // In lengths at rest. A ratio of 0 is not known yet.
    float scale_for(float density_ratio) const {
        if (!(density_ratio > 0) || (density_ratio > bounds_.widen_below && density_ratio < bounds_.narrow_above))
            return 1;
        return h_scale_at<D>(density_ratio > 1 ? density_ratio / bounds_.narrow_above
                                               : density_ratio / bounds_.widen_below);
    }

    float h_ = 1;  // smoothing length at rest, m
    AdaptiveSupportBounds bounds_;
    SimdArray<float> h_scale_;                 // length / length at rest
    SimdArray<float> length_;                  // m
    SimdArray<float> reach_;                   // of the neighbour search, m
    SimdArray<float> neighbours_;              // their number
    float max_h_scale_ = 1, min_h_scale_ = 1;  // of all particles
};

}  // namespace slosh::sph
