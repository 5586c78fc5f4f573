// Points that move with rigid bodies, in the cells of a neighbour search: of their interiors (sph/body_volume.h) and
// of their surfaces (sph/body_surface.h). Sample has the position in its body, `local`. D is 2 or 3.
#pragma once
#include <span>
#include <vector>

#include "base/simd_array.h"
#include "domain/rigid_body.h"
#include "search/cell_grid.h"

namespace slosh::sph {

template <int D, class Sample>
class BodyPoints {
public:
    SimdArray<float> x[D], v[D], force[D];  // by slot of cells: m, m/s, and on the body, N
    SimdArray<int> body;                    // index of the body
    CellGrid cells;

    int count() const { return x[0].size(); }

protected:
    void clear() { samples_.clear(), sample_body_.clear(); }

    void add(size_t body_index, const Sample& sample) {
        samples_.push_back(sample);
        sample_body_.push_back(static_cast<int>(body_index));
    }

    // Sizes the arrays for the samples added.
    void allocate() {
        const int size = static_cast<int>(samples_.size());
        for (int d = 0; d < D; ++d) {
            for (SimdArray<float>* a : {&unsorted_[d], &x[d], &v[d], &force[d]}) a->assign(size);
            unsorted_[d].pad_with(far_away), x[d].pad_with(far_away);
        }
        body.assign(size);
    }

    // Moves the points to the positions of the bodies, which lie in the box from lo to hi, and sorts them into cells of
    // the size h. Calls set_slot(slot, sample, its body) for the columns that only the interior or the surface has.
    void move_to(std::span<const Body> bodies, glm::vec3 lo, glm::vec3 hi, float h, Jobs& jobs, const auto& set_slot) {
        for (int s = 0; s < count(); ++s) {
            const auto k = static_cast<size_t>(s);
            const glm::vec3 at = bodies[static_cast<size_t>(sample_body_[k])].to_world(samples_[k].local);
            for (int d = 0; d < D; ++d) unsorted_[d][s] = at[d];
        }
        cells.build(D, lo, hi, h * 1.001f, count(), unsorted_[0].data(), unsorted_[1].data(), unsorted_[D - 1].data(),
                    jobs);
        for (int slot = 0; slot < count(); ++slot) {
            const int s = static_cast<int>(cells.order()[static_cast<size_t>(slot)]);
            const auto k = static_cast<size_t>(s);
            const Body& of = bodies[static_cast<size_t>(sample_body_[k])];
            body[slot] = sample_body_[k];
            glm::vec3 at(0);
            for (int d = 0; d < D; ++d) at[d] = x[d][slot] = unsorted_[d][s];
            const glm::vec3 velocity = of.velocity_at(at);
            for (int d = 0; d < D; ++d) v[d][slot] = velocity[d];
            set_slot(slot, samples_[k], of);
        }
    }

private:
    std::vector<Sample> samples_;  // in the order of the bodies
    std::vector<int> sample_body_;
    SimdArray<float> unsorted_[D];  // positions in the order of samples
};

}  // namespace slosh::sph
