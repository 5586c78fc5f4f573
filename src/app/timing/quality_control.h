// Chooses one of the qualities of render/options/quality.h so that a frame takes no longer than its target time: the
// median of the last frame times against the target, with hysteresis. Waiting times are in frames, not in seconds: the
// choices depend on the frame times only.
#pragma once
#include <algorithm>
#include <array>

#include "render/options/quality.h"

namespace slosh {

class QualityControl {
public:
    // GPU times scale with the number of pixels, so that the time of another level is predictable. The time between
    // two frames is a multiple of the display's period, so that a better level has to be tried.
    enum class TimeSource { gpu, frame_interval };

    int level() const { return level_; }

    // One more frame of `ms` milliseconds, and the target. Returns whether the level has changed.
    bool feed(double ms, double target, TimeSource source) {
        if (settling_ > 0) {
            --settling_;
            return false;
        }
        up_waits_ = std::max(up_waits_ - 1, 0);
        down_waits_ = std::max(down_waits_ - 1, 0);
        times_[static_cast<size_t>(count_++)] = ms;
        if (count_ < window) return false;
        count_ = 0;
        return decide(median(), target, source);
    }

private:
    enum Move { none, down, up };
    static constexpr int window = 21;          // frames of a median
    static constexpr int settle = 9;           // frames after a change: GPU times arrive a few frames late
    static constexpr int min_patience = 240;   // frames until a better level is tried again; doubled by each failure
    static constexpr int max_patience = 7680;  // frames
    static constexpr double tolerance = 1.12;  // of the target: a frame that takes longer is slow
    static constexpr double gain = 0.95;       // of the time before: a lower level that takes longer did not help
    static constexpr float half = 0.45f;       // fraction of the pixels, slightly below one half

    // By counting, which is much less code than sorting; the code is part of every download.
    double median() const {
        for (const double middle : times_) {
            int less = 0, equal = 0;
            for (const double other : times_) less += other < middle, equal += other == middle;
            if (less <= window / 2 && less + equal > window / 2) return middle;
        }
        return times_[0];
    }

    bool decide(double now, double target, TimeSource source) {
        const bool slow = now > tolerance * target;
        const Move last = last_;
        last_ = none;
        if (slow && last == down && now > gain * before_) {
            // With vertical synchronisation one level may not help, but half of the pixels do. If they do not, the time
            // is not spent on pixels, and the level returns to that before the steps.
            const float ratio = qualities[level_].resolution / qualities[from_].resolution;
            if (level_ > 0 && ratio * ratio > half) return change_level(-1, down);
            down_waits_ = max_patience;
            return change_level(from_ - level_, none);
        }
        if (slow && last == up) {
            up_waits_ = patience_;
            patience_ = std::min(2 * patience_, max_patience);
            return change_level(-1, none);
        }
        if (last == up) patience_ = min_patience;
        if (slow) {
            if (level_ == 0 || down_waits_ > 0) return false;
            before_ = now;
            from_ = level_;
            return change_level(-1, down);
        }
        if (level_ == full_quality || up_waits_ > 0) return false;
        const float ratio = qualities[level_ + 1].resolution / qualities[level_].resolution;
        if (source == TimeSource::gpu && now * static_cast<double>(ratio * ratio) > target) return false;
        return change_level(1, up);
    }

    bool change_level(int by, Move move) {
        level_ += by;
        last_ = move;
        settling_ = settle;
        return true;
    }

    std::array<double, window> times_{};  // ms
    int count_ = 0;                       // of times_
    int level_ = full_quality;
    int settling_ = 0;                   // frames that are still ignored
    int up_waits_ = 0, down_waits_ = 0;  // frames until the level may be raised, lowered
    int patience_ = min_patience;        // frames
    Move last_ = none;                   // the last decision
    double before_ = 0;                  // median in ms before the last steps down
    int from_ = full_quality;            // the level before them
};

}  // namespace slosh
