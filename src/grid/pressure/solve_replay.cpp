#include "grid/pressure/solve_replay.h"

namespace slosh {

void SolveReplay::keep(const PressureSystem& system, const SimdArray<float>& guess,
                       const PressureSolver::Options& options) {
    if (!on_) return;
    b_ = system.b, guess_ = guess, options_ = options;
    known_ = true, begun_ = false;
}

PressureSolver::Vectors SolveReplay::at(const PressureSystem& system, int iteration, Jobs& jobs) {
    if (!known_) return {};
    if (!begun_ || iteration < done_) {
        system_ = system, system_.b = b_, pressure_ = guess_;
        solver_.begin(system_, pressure_, options_, jobs);
        begun_ = true, over_ = false, done_ = 0;
    }
    for (; done_ < iteration && !over_; ++done_) over_ = !solver_.iterate(jobs);
    return solver_.vectors();
}

}  // namespace slosh
