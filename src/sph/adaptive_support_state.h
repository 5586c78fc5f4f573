// The smoothing lengths of all particles (sph/adaptive_support.h), as the passes of an SPH solver keep them: `ratio` of
// the particles goes with them when they are sorted, the lengths are found from it after every sort.
#pragma once
#include "sph/adaptive_support.h"
#include "sph/sph.h"

namespace slosh::sph {

// What lies between `thin` and `dense`, in rest densities, has the length at rest.
struct SmoothingBounds {
    float most = max_span, thin = 1, dense = 1;
};

template <int D>
class Smoothing {
public:
    // For so many particles at most, whose length at rest is h.
    void start(int count, float h, const SmoothingBounds& bounds = {}) {
        for (SimdArray<float>* a : {&span_, &length_, &reach_, &neighbours_}) a->assign(count, 1);
        h_ = h, bounds_ = bounds;
        widest_ = narrowest_ = 1;
    }

    // Sorts by cells for the widest length, and lists who is within reach of whom with the longer of their lengths, or
    // with that at rest. The lengths are those that the ratios ask for.
    void sort(NeighbourList& neighbours, bool hash, const Walls& walls, glm::vec3 offset, Arrays<D>& front,
              Arrays<D>& back, Jobs& jobs) {
        find_bounds(front);
        sort_into_cells<D>(neighbours, hash, walls, offset, h_ * widest_, front, back, jobs);
        for (SimdArray<float>* a : {&span_, &length_, &neighbours_}) a->set_count(front.count);
        jobs.for_range(front.count, cheap_block, [&](int begin, int end) {
            for (int i = begin; i < end; ++i) {
                span_[i] = std::min(wanted(front.ratio[i]), widest_);
                length_[i] = h_ * span_[i], reach_[i] = h_ * list_margin * std::max(span_[i], 1.0f);
            }
        });
        neighbours.build_lists(h_ * widest_ * list_margin, front.x[0].data(), front.x[1].data(), front.x[D - 1].data(),
                               jobs, reach_.data());
    }
    // What a pass over the density found for slot i. A share below 1 goes only that far: the density depends on the
    // length.
    void note(Arrays<D>& p, int i, float ratio, float neighbours, float share) {
        p.ratio[i] = p.ratio[i] > 0 ? p.ratio[i] + share * (ratio - p.ratio[i]) : ratio;  // 0: just came in
        neighbours_[i] = neighbours;
    }
    // What a particle adds to its own density, for a kernel that is 1 there at rest.
    float own_share(int i) const {
        const float inverse = 1 / span_[i];
        return inverse * inverse * (D == 3 ? inverse : 1);
    }
    const float* spans() const { return span_.data(); }
    float widest() const { return widest_; }  // not below 1
    float narrowest() const { return narrowest_; }
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
            const float ratio = p.ratio[i] > 0 ? p.ratio[i] : 1;
            least = std::min(least, ratio), most = std::max(most, ratio);
        }
        widest_ = std::min(wanted(least), bounds_.most), narrowest_ = wanted(most);
    }
    // In multiples of the length at rest. A ratio of 0 is not known yet.
    float wanted(float ratio) const {
        if (!(ratio > 0) || (ratio > bounds_.thin && ratio < bounds_.dense)) return 1;
        return span_at<D>(ratio > 1 ? ratio / bounds_.dense : ratio / bounds_.thin);
    }

    float h_ = 1;
    SmoothingBounds bounds_;
    SimdArray<float> span_, length_, reach_, neighbours_;
    float widest_ = 1, narrowest_ = 1;
};

}  // namespace slosh::sph
