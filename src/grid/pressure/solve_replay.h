// A pressure solve once more, up to any of its iterations, for those who want to look at it: the same bits as then.
// The solve itself is done by nobody twice: only what it began with is kept, and only where that was asked for.
#pragma once
#include <span>

#include "grid/pressure/pressure_solver.h"

namespace slosh {

class SolveReplay {
public:
    // Whether to keep anything. Off at the start.
    void turn_on(bool on) { on_ = on, known_ = known_ && on; }
    // Right before a solve, with its arguments.
    void keep(const PressureSystem&, const SimdArray<float>& guess, const PressureSolver::Options&);
    // Whether there is a solve to look at.
    bool known() const { return known_; }

    // After so many iterations, or all there are. `system` is that of the last keep(), but for its b. Valid until the
    // next call.
    PressureSolver::Vectors at(const PressureSystem& system, int iteration, Jobs&);
    // Relative residuals, at the start and after each iteration so far.
    std::span<const float> history() const { return solver_.history(); }

private:
    bool on_ = false, known_ = false;
    bool begun_ = false, over_ = false;
    SimdArray<float> b_, guess_;
    PressureSolver::Options options_;
    PressureSystem system_;
    SimdArray<float> pressure_;
    PressureSolver solver_;
    int done_ = 0;
};

}  // namespace slosh
