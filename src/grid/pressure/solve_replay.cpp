#include "grid/pressure/solve_replay.h"

namespace slosh {

void SolveReplay::record(const PressureSystem& system, const SimdArray<float>& guess,
                         const PressureSolver::Options& options) {
    if (!enabled_) return;
    b_ = system.b;
    initial_guess_ = guess;
    options_ = options;
    has_record_ = true;
    is_started_ = false;
}

PressureSolver::Vectors SolveReplay::at(const PressureSystem& system, int iteration, Jobs& jobs) {
    if (!has_record_) return {};
    if (!is_started_ || iteration < done_) {
        system_ = system;
        system_.b = b_;
        pressure_ = initial_guess_;
        solver_.begin(system_, pressure_, options_, jobs);
        is_started_ = true;
        finished_ = false;
        done_ = 0;
    }
    for (; done_ < iteration && !finished_; ++done_) finished_ = !solver_.iterate(jobs);
    return solver_.vectors();
}

}  // namespace slosh
