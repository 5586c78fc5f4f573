// Incomplete Cholesky factors without fill-in, IC(0) (Meijerink & van der Vorst 1977), and modified so that rows keep
// (most of) their sums, MIC(0) (Gustafsson 1978), in the natural order of the cells.
//
// With A = D + L + L^T and only the pivots E changed, M = (E + L) E^-1 (E + L^T). A cell waits for its lower neighbours
// along each axis. Four slabs are one task and a row of each, one further back the higher the slab, the lanes of a
// vector; a task follows the one of the slabs below it a few rows behind. So the order of the sums is the natural one
// whatever the number of workers.
#pragma once
#include <atomic>
#include <memory>

#include "grid/pressure/fluid_rows.h"

namespace slosh {

class IncompleteCholesky {
public:
    void reshape(const MacGrid&);
    // `modified`: the share of what is dropped that goes to the pivots; 0 is IC(0), Bridson's MIC(0) has 0.97.
    // `inv_pivots` must be zero outside the fluid.
    void factor(const Stencil&, const FluidRows&, float modified, float* inv_pivots, Jobs&);
    // z = M^-1 r
    void apply(const Stencil&, const FluidRows&, const float* inv_pivots, const float* r, float* z, Jobs&);

private:
    struct alignas(64) Progress {
        std::atomic<int> steps = 0;
    };
    template <class F>
    void sweep(const FluidRows&, bool upwards, Jobs&, F&&);

    std::unique_ptr<Progress[]> progress_;  // by task, of the present sweep
    int tasks_ = 0;
};

}  // namespace slosh
