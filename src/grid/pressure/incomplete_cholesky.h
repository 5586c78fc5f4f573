// Incomplete Cholesky preconditioner without fill-in, IC(0) (Meijerink & van der Vorst 1977), and modified so that row
// sums are (mostly) preserved, MIC(0) (Gustafsson 1978), in the natural order of the cells.
//
// With A = D + L + L^T only the pivots E differ: M = (E + L) E^-1 (E + L^T). Wavefront parallelism: a cell depends on
// its lower neighbour along each axis. The four SIMD lanes process one row in each of four consecutive slabs, each lane
// lagging one row behind the slab below; a task (four slabs) runs a few rows behind the task below it. Each cell
// therefore sees its three lower neighbours, and the order of the sums is the sequential one for any number of workers.
#pragma once
#include <atomic>
#include <memory>

#include "grid/pressure/fluid_rows.h"

namespace slosh {

class IncompleteCholesky {
public:
    void reshape(const MacGrid&);
    // `modified`: fraction of the dropped fill-in that is added to the pivots; 0 is IC(0), Bridson's MIC(0) uses 0.97.
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

    std::unique_ptr<Progress[]> progress_;  // rows done, by task, in the present sweep
    int tasks_ = 0;
};

}  // namespace slosh
