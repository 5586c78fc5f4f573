// The choice of preconditioners behind conjugate gradients: z = M^-1 r with an M near A.
#pragma once
#include <span>

#include "grid/pressure/fluid_rows.h"
#include "grid/pressure/incomplete_cholesky.h"
#include "grid/pressure/multigrid.h"
#include "grid/pressure/pressure_solver.h"

namespace slosh {

class Preconditioning {
public:
    void reshape(const MacGrid&);
    // The matrix must outlive the use of it.
    void build(Preconditioner, const Stencil&, const FluidRows&, Jobs&);
    // z = M^-1 r, and the product r z.
    double apply(FluidRows&, const float* r, float* z, Jobs&);
    // What r is multiplied with on the way: the inverse of the matrix's diagonal or of the pivots. Where that is
    // nothing, or different on each of several grids, the matrix's own diagonal.
    std::span<const float> diagonal() const;

    // Zero outside the fluid: for FluidRows::find to keep so.
    SimdArray<float> inv_pivots, scratch;

private:
    Preconditioner kind_ = Preconditioner::none;
    Stencil matrix_;
    IncompleteCholesky cholesky_;
    Multigrid multigrid_;
};

}  // namespace slosh
