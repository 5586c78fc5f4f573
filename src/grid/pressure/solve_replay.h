// Replay of a recorded pressure solve up to any of its iterations, for display: bitwise the same vectors. The solve
// itself runs once; only its inputs are recorded, and only while recording is enabled.
#pragma once
#include <span>

#include "grid/pressure/pressure_solver.h"

namespace slosh {

class SolveReplay {
public:
    // Enables recording; off at the start.
    void set_enabled(bool on) {
        enabled_ = on;
        has_record_ = has_record_ && on;
    }
    // To be called right before a solve, with its arguments.
    void record(const PressureSystem&, const SimdArray<float>& guess, const PressureSolver::Options&);
    // Whether a solve has been recorded.
    bool has_record() const { return has_record_; }

    // The vectors after `iteration` iterations, or after the last. `system` is that of the last record(), except for
    // its b. Valid until the next call.
    PressureSolver::Vectors at(const PressureSystem& system, int iteration, Jobs&);
    // Relative residuals, at the start and after each iteration so far.
    std::span<const float> history() const { return solver_.history(); }

private:
    bool enabled_ = false, has_record_ = false;
    bool is_started_ = false, finished_ = false;
    SimdArray<float> b_, initial_guess_;
    PressureSolver::Options options_;
    PressureSystem system_;
    SimdArray<float> pressure_;
    PressureSolver solver_;
    int done_ = 0;
};

}  // namespace slosh
