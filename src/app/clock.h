// When to take the next step: fixed steps of 1/60 s of simulated time, however often frames come.
#pragma once
#include <algorithm>
#include <cmath>
#include <utility>

namespace slosh {

class Clock {
public:
    static constexpr double step = 1.0 / 60;

    // How many steps are due at `now_ms`, the time of this frame, where one takes `step_ms` to compute. Time
    // that cannot be afforded is dropped: one step is always taken, up to four if they fit in half a step's time.
    int due(double now_ms, double step_ms) {
        const double elapsed = std::isfinite(now_ms) && last_ms_ >= 0 ? (now_ms - last_ms_) / 1000 : 0;
        const bool first = last_ms_ < 0;
        if (std::isfinite(now_ms)) last_ms_ = now_ms;
        if (paused_) {
            owed_ = 0;
            return std::exchange(single_, 0);
        }
        const int most = static_cast<int>(std::clamp(0.5 * step * 1000 / std::max(step_ms, 0.01), 1.0, 4.0));
        owed_ += first ? step : std::clamp(elapsed, 0.0, most * step);
        // A frame that comes a little early takes its step all the same, or 60 Hz displays would stutter.
        const int steps = std::clamp(static_cast<int>(std::floor((owed_ + early) / step)), 0, most);
        owed_ = std::min(owed_ - steps * step, step);
        return steps;
    }

    bool paused() const { return paused_; }
    void pause() { paused_ = true; }
    void play() { paused_ = false, single_ = 0; }
    // One step more at the next frame, then rest.
    void single_step() { paused_ = true, ++single_; }

private:
    static constexpr double early = 0.2 * step;
    double last_ms_ = -1;
    double owed_ = 0;  // seconds; negative after a step taken early
    int single_ = 0;
    bool paused_ = false;
};

}  // namespace slosh
