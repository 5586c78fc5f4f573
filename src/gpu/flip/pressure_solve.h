// The pressure solver of PIC/FLIP on the GPU: conjugate gradients behind one multigrid cycle, as
// grid/pressure/pressure_solver.h and multigrid.h on the CPU.
//
// All scalars stay on the GPU. The commands of a fixed number of iterations are recorded; when the residual is small
// enough, the rest of them runs with zero groups. The cycle visits each grid once, a V-cycle: the W-cycle of the CPU
// saves 5 % of the iterations and has twice as many dispatches. The coarse grids of at most max_bottom_cells are one
// dispatch of one group.
#pragma once
#include <vector>

#include "gpu/device.h"
#include "gpu/flip/flip_params.h"
#include "grid/mac_grid.h"

namespace slosh::gpu {

class PressureSolve {
public:
    static constexpr uint32_t max_workgroups = 512;  // of a pass over a grid; shaders/compute/flip/pressure/sums.wgsl
    static constexpr int max_bottom_cells = 1024;
    static constexpr size_t max_levels = 16, mean_slot = max_levels - 2;

    PressureSolve(Device&, const MacGrid&);

    // To be filled before record(): the matrix (diagonal, then the links along x, y and z, part() entries each; the
    // first ones are those of the grid), the right-hand side, and the pressure to start from, 0 outside the fluid.
    const Buffer& matrix() const { return matrix_; }
    const Buffer& b() const { return b_; }
    const Buffer& pressure() const { return pressure_; }
    int part() const { return part_; }
    // The scalars of the last solve: SolveResult.
    const Buffer& result() const { return solve_; }

    // Of the solves that are recorded from now on: the relative residual at which they end, and their iterations at
    // most. Resets the sum of iterations.
    void set_limits(Device&, float tolerance, int max_iterations);
    // Records the commands of a solve of at most `iterations`.
    void record(Device&, int iterations) const;

private:
    struct Level {
        MacGrid grid;
        int first = 0;
        uint32_t groups = 0;
        Buffer params;
        Dispatch coarsen, from_zero, restrict_residual, prolong, last_sweep;
    };
    void lay_out(Device&, const MacGrid&);
    void prepare_levels(Device&);
    void prepare_solver(Device&);
    Dispatch with_groups(Dispatch, size_t level) const;

    std::vector<Level> levels_;  // from the finest
    size_t bottom_ = 0;          // the first level of the single group
    int part_ = 0;
    Buffer matrix_, b_, pressure_, r_, z_, scratch_, search_[2], applied_, partials_, solve_, groups_, groups_of_;
    Buffer bottom_params_;
    Dispatch start_residual_, remove_mean_, sum_pressure_, centre_pressure_, check_start_, check_, smooth_and_dot_,
        search_and_apply_[2], update_solution_[2];
    Dispatch solve_bottom_;
    std::vector<const Dispatch*> cycle_;  // z = M^-1 r
};

}  // namespace slosh::gpu
