// Schedules display steps: fixed steps of 1/60 s of simulated time, independent of the frame rate.
#pragma once
#include <algorithm>
#include <cmath>
#include <utility>

namespace slosh {

class Clock {
public:
    static constexpr double step = 1.0 / 60;

    // The number of steps due at `now_ms`, the time of this frame, if a step takes `step_ms` to compute. The limit is
    // four, or as many as can be computed in half a step's time, but not below one. Time beyond the limit is dropped.
    int due(double now_ms, double step_ms) {
        const double elapsed = std::isfinite(now_ms) && last_ms_ >= 0 ? (now_ms - last_ms_) / 1000 : 0;
        const bool first = last_ms_ < 0;
        if (std::isfinite(now_ms)) last_ms_ = now_ms;
        if (paused_) {
            due_ = 0;
            return std::exchange(single_, 0);
        }
        const int max_steps = static_cast<int>(std::clamp(0.5 * step * 1000 / std::max(step_ms, 0.01), 1.0, 4.0));
        due_ += first ? step : std::clamp(elapsed, 0.0, max_steps * step);
        // A step may be taken a little early: otherwise 60 Hz displays would stutter.
        const int steps = std::clamp(static_cast<int>(std::floor((due_ + early) / step)), 0, max_steps);
        due_ = std::min(due_ - steps * step, step);
        return steps;
    }

    bool paused() const { return paused_; }
    bool owes_step() const { return single_ > 0; }  // a single step at the next frame
    void pause() { paused_ = true; }
    void play() {
        paused_ = false;
        single_ = 0;
    }
    // One step at the next frame, then paused.
    void single_step() {
        paused_ = true;
        ++single_;
    }

private:
    static constexpr double early = 0.2 * step;  // s
    double last_ms_ = -1;
    double due_ = 0;  // remaining simulated seconds; negative after an early step
    int single_ = 0;
    bool paused_ = false;
};

}  // namespace slosh
