// One multigrid cycle as a preconditioner: symmetric and positive definite, so that conjugate gradients may use it
// (McAdams, Sifakis & Teran 2010).
//
// Coarser grids by aggregation: a coarse cell is up to eight finer ones, a coarse link the sum of theirs across the
// common face. That alone makes the coarse matrix twice as stiff as that of a coarse grid, on which cells are twice as
// far apart (Braess 1995), so links are halved and what is open to air is cut to about seven tenths, as is right on
// average; fractional faces and ghost fluid are carried along. Each level divides by two once more, so that full cells
// look the same on all levels. Values pass between the levels unweighted; smoothing is Jacobi's with the weights of a
// Chebyshev polynomial (Adams, Brezina, Hu & Tuminaro 2003), for what a coarser grid cannot see.
#pragma once
#include <vector>

#include "grid/pressure/fluid_rows.h"

namespace slosh {

class Multigrid {
public:
    void reshape(const MacGrid&);
    // The coarser grids of a matrix.
    void build(const Stencil&, const FluidRows&, Jobs&);
    // z = M^-1 r, with another field of that size to work in, both zero outside the fluid. The product r z.
    double apply(const Stencil&, FluidRows&, const float* r, float* z, float* scratch, Jobs&);

private:
    struct Level {
        FluidRows rows;
        SimdArray<float> diagonal, inverse, link[3], b, x, scratch;
        int visits = 1;  // in a cycle of the finer level

        void reshape(const MacGrid&);
        Stencil stencil() const;
    };
    // A x = b on one of the grids.
    struct Problem {
        Stencil stencil;
        const FluidRows* rows;
        const float* b;
        float *x, *scratch;
    };

    // Improve x, coarser grids included; `from_zero` sets it. `level` is that of the next coarser grid.
    void cycle(const Problem&, size_t level, bool from_zero, Jobs&);
    void smooth_and_correct(const Problem&, size_t level, bool from_zero, Jobs&);

    std::vector<Level> levels_;  // from the first coarser one to a single cell
};

}  // namespace slosh
