// Frame rate and frame time, as means over half a second. After a gap (off-screen, or in a hidden tab) the means
// restart.
#pragma once

namespace slosh {

class FrameMeter {
public:
    // One more frame, which began at `now_ms` and took `took_ms`.
    void add(double now_ms, double took_ms) {
        after_gap_ = !(now_ms - ended_at_ <= max_gap);
        ended_at_ = now_ms + took_ms;
        now_ = now_ms;
        ++frames_;
        frames_ms_ += took_ms;
        if (after_gap_) begin();
    }
    // Whether the last frame followed a gap.
    bool after_gap() const { return after_gap_; }
    // Whether half a second has passed.
    bool is_due() const { return now_ - began_at_ >= interval; }
    double fps() const { return frames_ * 1000.0 / (now_ - began_at_); }
    double frame_ms() const { return frames_ms_ / frames_; }
    // Restarts the means at the last frame.
    void begin() {
        began_at_ = now_;
        frames_ = 0;
        frames_ms_ = 0;
    }

private:
    static constexpr double interval = 500, max_gap = 1000;  // ms
    double now_ = 0, began_at_ = 0, ended_at_ = -1e9;        // ms
    int frames_ = 0;
    double frames_ms_ = 0;
    bool after_gap_ = false;
};

}  // namespace slosh
