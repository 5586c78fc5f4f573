// The adaptive smoothing lengths of all particles (sph/adaptive_support.h). The density ratio of the particles is
// sorted with them, and the lengths are computed from it after every sort.
#pragma once
#include "sph/adaptive_support.h"
#include "sph/fluid.h"

namespace slosh::sph {

// Particles with a density ratio between `min_ratio` and `max_ratio` have the length at rest.
struct AdaptiveSupportBounds {
    float max_scale = max_h_scale;  // in lengths at rest
    float min_ratio = 1, max_ratio = 1;
};

template <int D>
class AdaptiveSupport {
public:
    void start(Fluid<D>& fluid, const AdaptiveSupportBounds& bounds = {}) {
        for (SimdArray<float>* column : {&h_scale_, &cutoff_}) fluid.add(*column, Carry::recomputed, 1);
        for (SimdArray<float>* column : {&length_, &neighbours_}) fluid.add(*column, Carry::until_sort, 1);
        h_ = fluid.h;
        bounds_ = bounds;
        max_h_scale_ = min_h_scale_ = 1;
    }

    // Computes the lengths from the density ratios, sorts by cells for the largest one, and lists the pairs within the
    // larger of their two lengths, or within that at rest.
    void sort(Fluid<D>& fluid, bool hash, glm::vec3 offset, Jobs& jobs) {
        const ParticleArrays<D>& p = fluid.particles;
        find_scale_bounds(p);
        fluid.sort_into_cells(hash, offset, h_ * max_h_scale_, jobs);
        jobs.for_range(p.count, cheap_block, [&](int begin, int end) {
            for (int i = begin; i < end; ++i) {
                h_scale_[i] = std::min(target_h_scale(p.density_ratio[i]), max_h_scale_);
                length_[i] = h_ * h_scale_[i];
                cutoff_[i] = h_ * list_margin * std::max(h_scale_[i], 1.0f);
            }
        });
        fluid.build_lists(h_ * max_h_scale_, jobs, cutoff_.data());
    }
    // Takes the density ratio and the neighbour count of slot i from a density sum. Under-relaxed by a factor below 1,
    // since the density depends on the length.
    void update(ParticleArrays<D>& p, int i, float density_ratio, float neighbours, float relaxation) {
        p.density_ratio[i] = p.density_ratio[i] > 0
                                 ? p.density_ratio[i] + relaxation * (density_ratio - p.density_ratio[i])
                                 : density_ratio;  // it was unknown (0): emitted in this step
        neighbours_[i] = neighbours;
    }
    // W_ii of a particle relative to that of the length at rest.
    float self_weight(int i) const {
        const float inv = 1 / h_scale_[i];
        return inv * inv * (D == 3 ? inv : 1);
    }
    const float* h_scales() const { return h_scale_.data(); }
    float max_h_scale() const { return max_h_scale_; }  // at least 1
    float min_h_scale() const { return min_h_scale_; }
    std::span<const float> lengths() const { return length_.view(); }
    std::span<const float> neighbours() const { return neighbours_.view(); }

    float mean_neighbours() const {
        double total = 0;
        for (const float n : neighbours()) total += static_cast<double>(n);
        return static_cast<float>(total / std::max<double>(neighbours_.size(), 1));
    }

private:
    void find_scale_bounds(const ParticleArrays<D>& p) {
        float min_ratio = 1, max_ratio = 1;
        for (int i = 0; i < p.count; ++i) {
            const float density_ratio = p.density_ratio[i] > 0 ? p.density_ratio[i] : 1;
            min_ratio = std::min(min_ratio, density_ratio);
            max_ratio = std::max(max_ratio, density_ratio);
        }
        max_h_scale_ = std::min(target_h_scale(min_ratio), bounds_.max_scale);
        min_h_scale_ = target_h_scale(max_ratio);
    }
    // In multiples of the length at rest, which particles of unknown density (ratio 0) have.
    float target_h_scale(float density_ratio) const {
        if (!(density_ratio > 0) || (density_ratio > bounds_.min_ratio && density_ratio < bounds_.max_ratio)) return 1;
        return h_scale_at<D>(density_ratio > 1 ? density_ratio / bounds_.max_ratio : density_ratio / bounds_.min_ratio);
    }

    float h_ = 1;
    AdaptiveSupportBounds bounds_;
    SimdArray<float> h_scale_, length_, cutoff_, neighbours_;
    float max_h_scale_ = 1, min_h_scale_ = 1;
};

}  // namespace slosh::sph
