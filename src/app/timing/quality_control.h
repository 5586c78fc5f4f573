// Chooses one of the qualities of render/options/quality.h so that a frame takes no longer than its target time.
// Waiting times are in frames, not in seconds: the choices depend on the frame times only.
#pragma once
#include <algorithm>
#include <array>

#include "render/options/quality.h"

namespace slosh {

class QualityControl {
public:
    int level() const { return level_; }

    // One more frame of `ms` milliseconds, and the target. GPU times (`is_gpu_time`) scale with the number of pixels,
    // so that the cost of another level is predictable; times between frames are multiples of the display's period, so
    // that a better level has to be tried. Returns whether the level has changed.
    bool feed(double ms, double target, bool is_gpu_time) {
        if (settling_ > 0) return --settling_, false;
        up_waits_ = std::max(up_waits_ - 1, 0), down_waits_ = std::max(down_waits_ - 1, 0);
        times_[static_cast<size_t>(count_++)] = ms;
        if (count_ < window) return false;
        count_ = 0;
        return decide(median(), target, is_gpu_time);
    }

private:
    enum Move { none, down, up };
    static constexpr int window = 21, settle = 9;  // frames: GPU times arrive a few frames late
    static constexpr int min_patience = 240, max_patience = 7680;
    static constexpr double tolerance = 1.12, gain = 0.95;

    // By counting, which is much less code than sorting; the code is part of every download.
    double median() const {
        for (const double middle : times_) {
            int less = 0, equal = 0;
            for (const double other : times_) less += other < middle, equal += other == middle;
            if (less <= window / 2 && less + equal > window / 2) return middle;
        }
        return times_[0];
    }

    bool decide(double now, double target, bool is_gpu_time) {
        const bool slow = now > tolerance * target;
        const Move last = last_;
        last_ = none;
        if (slow && last == down && now > gain * before_) {
            // With vertical synchronisation one level may not help, but half of the pixels do, unless the time is not
            // spent on pixels.
            const float ratio = qualities[level_].resolution / qualities[from_].resolution;
            if (level_ > 0 && ratio * ratio > 0.45f) return change_level(-1, down);
            down_waits_ = max_patience;
            return change_level(from_ - level_, none);
        }
        if (slow && last == up) {
            up_waits_ = patience_, patience_ = std::min(2 * patience_, max_patience);
            return change_level(-1, none);
        }
        if (last == up) patience_ = min_patience;
        if (slow) {
            if (level_ == 0 || down_waits_ > 0) return false;
            before_ = now, from_ = level_;
            return change_level(-1, down);
        }
        if (level_ == full_quality || up_waits_ > 0) return false;
        const float ratio = qualities[level_ + 1].resolution / qualities[level_].resolution;
        if (is_gpu_time && now * static_cast<double>(ratio * ratio) > target) return false;
        return change_level(1, up);
    }

    bool change_level(int by, Move move) {
        level_ += by, last_ = move, settling_ = settle;
        return true;
    }

    std::array<double, window> times_{};
    int count_ = 0, level_ = full_quality, settling_ = 0;
    int up_waits_ = 0, down_waits_ = 0, patience_ = min_patience;  // frames
    Move last_ = none;
    double before_ = 0;        // milliseconds before the last steps down
    int from_ = full_quality;  // the level before them
};

}  // namespace slosh
