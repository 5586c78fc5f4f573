// Preconditioners of the conjugate gradients: z = M^-1 r with M close to A.
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
    // The matrix is referenced and must outlive this object's use.
    void build(Preconditioner, const Stencil&, const FluidRows&, Jobs&);
    // z = M^-1 r. Returns r . z.
    double apply(FluidRows&, const float* r, float* z, Jobs&);
    // The diagonal that scales r: the inverse diagonal of A or the inverse pivots. Without one (none, multigrid): the
    // diagonal of A.
    std::span<const float> diagonal() const;

    // Zero outside the fluid; FluidRows::find keeps them so.
    SimdArray<float> inv_pivots, scratch;

private:
    Preconditioner kind_ = Preconditioner::none;
    Stencil matrix_;
    IncompleteCholesky cholesky_;
    Multigrid multigrid_;
};

}  // namespace slosh
