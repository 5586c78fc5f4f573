// One multigrid cycle as a preconditioner, symmetric positive definite as conjugate gradients require (McAdams, Sifakis
// & Teran 2010).
//
// Unsmoothed aggregation: a coarse cell is up to eight fine cells, a coarse link the sum of the fine links across the
// common face. Galerkin coarsening alone makes the coarse matrix twice as stiff as a discretisation on the coarse grid,
// where cells are twice as far apart (Braess 1995); so links are halved, and the Dirichlet part is scaled to about
// seven tenths, which is right on average. Fractional faces and ghost fluid are included. Each level divides by two
// once more, so that full cells look the same on all levels. Restriction and prolongation are unweighted; the smoother
// is Jacobi with Chebyshev weights (Adams, Brezina, Hu & Tuminaro 2003).
#pragma once
#include <vector>

#include "grid/pressure/fluid_rows.h"

namespace slosh {

class Multigrid {
public:
    // The system A x = b on one level.
    struct Problem {
        Stencil stencil;
        FluidRows* rows;
        const float* b;
        float *x, *scratch;
    };

    void reshape(const MacGrid&);
    // Builds the coarse matrices.
    void build(const Stencil&, const FluidRows&, Jobs&);
    // z = M^-1 r; `scratch` has the size of z, and both are zero outside the fluid. Returns r . z.
    double apply(const Stencil&, FluidRows&, const float* r, float* z, float* scratch, Jobs&);

private:
    struct Level {
        FluidRows rows;
        SimdArray<float> diagonal, inverse, link[3], b, x, scratch;
        int visits = 1;  // in a cycle of the finer level

        void reshape(const MacGrid&);
        Stencil stencil() const;
    };

    // One cycle: improves x; `from_zero` starts from x = 0. `level` is the index of the next coarser grid.
    void cycle(const Problem&, size_t level, bool from_zero, Jobs&);
    void smooth_and_correct(const Problem&, size_t level, bool from_zero, Jobs&);

    std::vector<Level> levels_;  // from the first coarse grid to a single cell
};

}  // namespace slosh
