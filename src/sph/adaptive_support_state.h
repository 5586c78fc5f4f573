// The smoothing lengths of all particles (sph/adaptive_support.h), as the passes of an SPH solver keep them:
// `density_ratio` of the particles goes with them when they are sorted, the lengths are found from it after every sort.
#pragma once
#include "sph/adaptive_support.h"
#include "sph/sph.h"

namespace slosh::sph {

// What lies offset `thin` and `dense`, in rest densities, has the length at rest.
struct AdaptiveSupportBounds {
    float most = max_h_scale, thin = 1, dense = 1;
};

template <int D>
class AdaptiveSupport {
public:
    // For so many particles at most, whose length at rest is h.
    void start(int count, float h, const AdaptiveSupportBounds& bounds = {}) {
        for (SimdArray<float>* a : {&h_scale_, &length_, &reach_, &neighbours_}) a->assign(count, 1);
        h_ = h, bounds_ = bounds;
        max_h_scale_ = min_h_scale_ = 1;
    }

    // Sorts by cells for the widest length, and lists who is within reach of whom with the longer of their lengths, or
    // with that at rest. The lengths are those that the ratios ask for.
    void sort(NeighbourList& neighbours, bool hash, const Walls& walls, glm::vec3 offset, Arrays<D>& front,
              Arrays<D>& back, Jobs& jobs) {
        find_bounds(front);
        sort_into_cells<D>(neighbours, hash, walls, offset, h_ * max_h_scale_, front, back, jobs);
        for (SimdArray<float>* a : {&h_scale_, &length_, &neighbours_}) a->set_count(front.count);
        jobs.for_range(front.count, cheap_block, [&](int begin, int end) {
            for (int i = begin; i < end; ++i) {
                h_scale_[i] = std::min(wanted(front.density_ratio[i]), max_h_scale_);
                length_[i] = h_ * h_scale_[i], reach_[i] = h_ * list_margin * std::max(h_scale_[i], 1.0f);
            }
        });
        neighbours.build_lists(h_ * max_h_scale_ * list_margin, front.x[0].data(), front.x[1].data(),
                               front.x[D - 1].data(), jobs, reach_.data());
    }
    // What a pass over the density found for slot i. A share below 1 goes only that far: the density depends on the
    // length.
    void note(Arrays<D>& p, int i, float density_ratio, float neighbours, float share) {
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
    void find_bounds(const Arrays<D>& p) {
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
