// The pressure of a fluid on a MAC grid: preconditioned conjugate gradients (Hestenes & Stiefel 1952), without a stored
// matrix.
#pragma once
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/jobs.h"
#include "base/simd_array.h"
#include "grid/mac_grid.h"
#include "grid/pressure/rigid_coupling.h"
#include "grid/pressure_vectors.h"

namespace slosh {

// A p = b:  (A p)_i = diagonal_i p_i - sum over the six faces of link * p of the cell behind it.
//
// A link is the open share of the face, 0..1, where there is fluid on both sides, else 0. The diagonal is the sum of
// the open shares towards fluid and air; of a face towards air with the surface at the share theta of the way (ghost
// fluid, Gibou et al. 2002) it is share / theta. It is 0 where a cell is not fluid, and such rows are left alone.
// Everything is without unit: the grid's h, dt and the density are in b.
struct PressureSystem {
    MacGrid grid;
    SimdArray<float> diagonal;
    SimdArray<float> link[3];  // by axis, of a cell's lower face
    SimdArray<float> b;
    std::vector<uint8_t> has_fluid;      // the row of cells (.., j, k), at j + k ny; for those who assembled it
    std::vector<RigidCoupling> coupled;  // bodies that yield: their J K J^T is part of A

    // The row that this place is in, not one of the border.
    bool has_fluid_in(int at) const {
        const int j = at % grid.slab / grid.row - 1, k = at / grid.slab - 1;
        return has_fluid[static_cast<size_t>(j + k * grid.ny)] != 0;
    }
    // How much the pressure changes from a cell to the next one along an axis, by its neighbours in the fluid.
    float slope(const float* p, int cell, int axis) const {
        const int next = grid.stride(axis);
        const bool before = link[axis][cell] > 0, after = link[axis][cell + next] > 0;
        const float low = before ? p[cell] - p[cell - next] : 0, high = after ? p[cell + next] - p[cell] : 0;
        return before && after ? 0.5f * (low + high) : low + high;
    }
};

class PressureSolver {
public:
    struct Options {
        Preconditioner preconditioner = Preconditioner::multigrid;
        float tolerance = 1e-4f;  // |b - A p| / |b|, root of the sum of squares; 0 runs to the cap
        int max_iterations = 200;
    };
    struct Result {
        int iterations = 0;
        float residual = 0;  // relative
        bool converged = false;
    };
    using Vectors = PressureVectors;

    PressureSolver();
    ~PressureSolver();

    // `pressure` holds the first guess and takes the answer, 0 where there is no fluid. The same bits for any number of
    // workers. If b is not finite there is no answer: all is 0, and it has not converged.
    // A part of the fluid that is closed off from air has a solution up to a constant only if nothing flows in: what
    // does is taken out of b (evenly, over that part), and the mean of its pressure is 0.
    Result solve(PressureSystem&, SimdArray<float>& pressure, const Options&, Jobs&);

    // The same, one iteration at a time: begin, then iterate as long as it returns true, or as one likes. Both
    // arguments must stay where they are meanwhile.
    void begin(PressureSystem&, SimdArray<float>& pressure, const Options&, Jobs&);
    bool iterate(Jobs&);  // false: there is nothing left to do
    Result result() const;

    std::span<const float> history() const;  // relative residual at the start and after each iteration
    Vectors vectors() const;

private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace slosh
