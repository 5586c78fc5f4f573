// The pressure system of a fluid on a MAC grid and its solver: matrix-free preconditioned conjugate gradients (Hestenes
// & Stiefel 1952).
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

// A p = b:  (A p)_i = diagonal_i p_i - sum over the six faces of link * p of the cell behind the face.
//
// A link is the open fraction of the face, 0..1, if both cells are fluid, else 0. The diagonal is the sum of the open
// fractions towards fluid and air; a face towards air with the surface at the distance theta (ghost fluid, Gibou et al.
// 2002) contributes fraction / theta. It is 0 in cells without fluid, whose rows are skipped. All entries are
// dimensionless: cell size, dt and density are part of b.
struct PressureSystem {
    MacGrid grid;
    SimdArray<float> diagonal;
    SimdArray<float> link[3];  // by axis, on the lower face of a cell
    SimdArray<float> b;
    std::vector<uint8_t> has_fluid;      // by row of cells, at j + k ny; set by assemble_pressure()
    std::vector<RigidCoupling> coupled;  // dynamic bodies: their J K J^T is part of A

    // Whether the row of this entry has fluid; not for border rows.
    bool has_fluid_in(int at) const {
        const auto [i, j, k] = grid.cell(at);
        return has_fluid[static_cast<size_t>(j + k * grid.ny)] != 0;
    }
    // Pressure difference from a cell to the next one along an axis, averaged over its fluid neighbours.
    float slope(const float* p, int cell, int axis) const {
        const int next = grid.stride(axis);
        const bool before = link[axis][cell] > 0, after = link[axis][cell + next] > 0;
        const float low = before ? p[cell] - p[cell - next] : 0, high = after ? p[cell + next] - p[cell] : 0;
        return before && after ? 0.5f * (low + high) : low + high;
    }
};

// A pressure system that has been solved.
struct PressureSolution {
    const PressureSystem& system;
    const SimdArray<float>& pressure;
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

    // `pressure` holds the initial guess (warm start) and receives the solution, 0 outside the fluid. Bitwise equal for
    // any number of workers. If b is not finite, the result is 0 and not converged. An enclosed region without a free
    // surface has a solution up to a constant, and only if its net inflow is 0: the mean inflow is subtracted from b,
    // over that region, and the mean of its pressure is 0.
    Result solve(PressureSystem&, SimdArray<float>& pressure, const Options&, Jobs&);

    // The same one iteration at a time: begin(), then iterate() while it returns true. Both arguments must stay valid
    // meanwhile.
    void begin(PressureSystem&, SimdArray<float>& pressure, const Options&, Jobs&);
    bool iterate(Jobs&);  // false: finished
    Result result() const;

    std::span<const float> history() const;  // relative residual at the start and after each iteration
    Vectors vectors() const;

private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace slosh
