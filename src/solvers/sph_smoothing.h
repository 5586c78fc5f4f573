// The smoothing lengths of all particles (fluid/smoothing.h), as the passes of an SPH solver keep them: `ratio` of the
// particles goes with them when they are sorted, the lengths are found from it after every sort.
#pragma once
#include "fluid/smoothing.h"
#include "solvers/sph.h"

namespace slosh::sph {

template <int D>
class Smoothing {
public:
    void start(int count) {
        for (Padded<float>* a : {&span_, &length_, &neighbours_}) a->assign(count, 1);
        widest_ = narrowest_ = 1;
    }
    bool started() const { return span_.size() > 0; }

    // The lengths that the ratios ask for, none above what the cells were built for.
    void follow(const Arrays<D>& p, float h, Jobs& jobs) {
        jobs.for_range(p.count, cheap_block, [&](int begin, int end) {
            for (int i = begin; i < end; ++i)
                span_[i] = p.ratio[i] > 0 ? std::min(span_at<D>(p.ratio[i]), widest_) : 1, length_[i] = h * span_[i];
        });
    }
    // What a pass over the density found for slot i. Half the way at once: the density depends on the length.
    void note(Arrays<D>& p, int i, float ratio, float neighbours, float share = 0.5f) {
        p.ratio[i] = p.ratio[i] > 0 ? p.ratio[i] + share * (ratio - p.ratio[i]) : ratio;  // 0: just came in
        neighbours_[i] = neighbours;
    }
    // The bounds for the next sort.
    void measure(const Arrays<D>& p) {
        float least = 1e30f, most = 0;
        for (int i = 0; i < p.count; ++i) least = std::min(least, p.ratio[i]), most = std::max(most, p.ratio[i]);
        widest_ = span_at<D>(least), narrowest_ = span_at<D>(most);
    }

    float span(int i) const { return span_[i]; }
    const float* spans() const { return span_.data(); }
    float widest() const { return widest_; }
    float narrowest() const { return narrowest_; }
    std::span<const float> lengths() const { return length_.view(); }
    std::span<const float> neighbours() const { return neighbours_.view(); }

private:
    Padded<float> span_, length_, neighbours_;
    float widest_ = 1, narrowest_ = 1;
};

}  // namespace slosh::sph
