// Chooses one of the qualities of render/options/quality.h so that a frame takes no longer than its target time: the
// median of the last frame times against the target, with hysteresis. It decides after some frames or some time,
// whichever comes first: a machine that draws two frames per second is helped within the first second, too. Times are
// sums of frame times: the choices depend on nothing else.
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
            settled_ms_ += ms;
            settling_ = settled_ms_ < max_settle_ms ? settling_ - 1 : 0;
            return false;
        }
        up_waits_ = std::max(up_waits_ - 1, 0);
        down_waits_ = std::max(down_waits_ - 1, 0);
        times_[static_cast<size_t>(count_++)] = ms;
        counted_ms_ += ms;
        if (count_ < window && (counted_ms_ < max_window_ms || count_ < min_window)) return false;
        const double now = median();
        count_ = 0;
        counted_ms_ = 0;
        return decide(now, target, source);
    }

private:
    enum Move { none, down, up };
    static constexpr int window = 21, min_window = 3;  // frames of a median
    static constexpr double max_window_ms = 500;       // a shorter window if they take longer
    static constexpr int settle = 9;                   // frames after a change: GPU times arrive a few frames late
    static constexpr double max_settle_ms = 150;       // fewer if they take longer
    static constexpr int min_patience = 240;   // frames until a better level is tried again; doubled by each failure
    static constexpr int max_patience = 7680;  // frames
    static constexpr double tolerance = 1.12;  // of the target: a frame that takes longer is slow
    static constexpr double gain = 0.95;       // of the time before: a lower level that takes longer did not help
    static constexpr double half = 0.45;       // fraction of the pixels, slightly below one half

    // By counting, which is much less code than sorting; the code is part of every download.
    double median() const {
        for (int i = 0; i < count_; ++i) {
            const double middle = times_[static_cast<size_t>(i)];
            int less = 0, equal = 0;
            for (int k = 0; k < count_; ++k) {
                const double other = times_[static_cast<size_t>(k)];
                less += other < middle;
                equal += other == middle;
            }
            if (less <= count_ / 2 && less + equal > count_ / 2) return middle;
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
            if (level_ > 0 && pixel_ratio(from_, level_) > half) return change_level(-1, down);
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
            // If the time is spent on pixels, it scales with them: the first level that would fit.
            int to = level_ - 1;
            while (to > 0 && now * pixel_ratio(level_, to) > tolerance * target) --to;
            return change_level(to - level_, down);
        }
        if (level_ == full_quality || up_waits_ > 0) return false;
        if (source == TimeSource::gpu && now * pixel_ratio(level_, level_ + 1) > target) return false;
        return change_level(1, up);
    }

    // Number of pixels at one level over that at another.
    static double pixel_ratio(int from, int to) {
        const auto ratio = static_cast<double>(qualities[to].resolution / qualities[from].resolution);
        return ratio * ratio;
    }

    bool change_level(int by, Move move) {
        level_ += by;
        last_ = move;
        settling_ = settle;
        settled_ms_ = 0;
        return true;
    }

    std::array<double, window> times_{};  // ms
    int count_ = 0;                       // of times_
    int level_ = full_quality;
    double counted_ms_ = 0;              // sum of times_
    int settling_ = 0;                   // frames that are still ignored
    double settled_ms_ = 0;              // sum of those that were
    int up_waits_ = 0, down_waits_ = 0;  // frames until the level may be raised, lowered
    int patience_ = min_patience;        // frames
    Move last_ = none;                   // the last decision
    double before_ = 0;                  // median in ms before the last steps down
    int from_ = full_quality;            // the level before them
};

}  // namespace slosh
