// The smoothing lengths of all particles (sph/adaptive_support.h), as the passes of an SPH solver keep them:
// `density_ratio` of the particles goes with them when they are sorted, the lengths are found from it after every sort.
#pragma once
#include "sph/adaptive_support.h"
#include "sph/fluid.h"

namespace slosh::sph {

// What lies offset `thin` and `dense`, in rest densities, has the length at rest.
struct AdaptiveSupportBounds {
    float most = max_h_scale, thin = 1, dense = 1;
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

    // Sorts by cells for the widest length, and lists who is within reach of whom with the longer of their lengths, or
    // with that at rest. The lengths are those that the ratios ask for.
    void sort(Fluid<D>& fluid, bool hash, glm::vec3 offset, Jobs& jobs) {
        const ParticleArrays<D>& p = fluid.particles;
        find_bounds(p);
        fluid.sort_into_cells(hash, offset, h_ * max_h_scale_, jobs);
        jobs.for_range(p.count, cheap_block, [&](int begin, int end) {
            for (int i = begin; i < end; ++i) {
                h_scale_[i] = std::min(wanted(p.density_ratio[i]), max_h_scale_);
                length_[i] = h_ * h_scale_[i], reach_[i] = h_ * list_margin * std::max(h_scale_[i], 1.0f);
            }
        });
        fluid.build_lists(h_ * max_h_scale_, jobs, reach_.data());
    }
    // What a pass over the density found for slot i. A share below 1 goes only that far: the density depends on the
    // length.
    void note(ParticleArrays<D>& p, int i, float density_ratio, float neighbours, float share) {
        p.density_ratio[i] = p.density_ratio[i] > 0 ? p.density_ratio[i] + share * (density_ratio - p.density_ratio[i])
                                                    : density_ratio;  // 0: just came in
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
        double reduce_add = 0;
        for (const float n : neighbours()) reduce_add += static_cast<double>(n);
        return static_cast<float>(reduce_add / std::max<double>(neighbours_.size(), 1));
    }

private:
    void find_bounds(const ParticleArrays<D>& p) {
        float least = 1, most = 1;
        for (int i = 0; i < p.count; ++i) {
            const float density_ratio = p.density_ratio[i] > 0 ? p.density_ratio[i] : 1;
            least = std::min(least, density_ratio), most = std::max(most, density_ratio);
        }
        max_h_scale_ = std::min(wanted(least), bounds_.most), min_h_scale_ = wanted(most);
    }
    // In multiples of the length at rest. A density_ratio of 0 is not known yet.
    float wanted(float density_ratio) const {
        if (!(density_ratio > 0) || (density_ratio > bounds_.thin && density_ratio < bounds_.dense)) return 1;
        return h_scale_at<D>(density_ratio > 1 ? density_ratio / bounds_.dense : density_ratio / bounds_.thin);
    }

    float h_ = 1;
    AdaptiveSupportBounds bounds_;
    SimdArray<float> h_scale_, length_, reach_, neighbours_;
    float max_h_scale_ = 1, min_h_scale_ = 1;
};

}  // namespace slosh::sph
