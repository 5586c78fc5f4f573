// Chooses among the qualities of render/options/quality.h so that a frame takes no longer than asked for. Counts in
// frames, not in seconds: the same times give the same choices.
#pragma once
#include <algorithm>
#include <array>

#include "render/options/quality.h"

namespace slosh {

class QualityControl {
public:
    int level() const { return level_; }

    // The milliseconds of one more frame, and how many there may be. Those of the graphics card (`costs`) are all that
    // the picture takes, so what another level would take can be told; those from frame to frame keep in step with the
    // display, and a better level has to be tried. True where the level is another one now.
    bool feed(double ms, double wanted, bool costs) {
        if (settling_ > 0) return --settling_, false;
        up_waits_ = std::max(up_waits_ - 1, 0), down_waits_ = std::max(down_waits_ - 1, 0);
        times_[static_cast<size_t>(count_++)] = ms;
        if (count_ < window) return false;
        count_ = 0;
        return judge(median(), wanted, costs);
    }

private:
    enum Move { none, down, up };
    static constexpr int window = 21, settle = 9;  // frames: the card answers a few frames late
    static constexpr int min_patience = 240, max_patience = 7680;
    static constexpr double slack = 1.12, gain = 0.95;

    // By counting: every page downloads this, and sorting is many times as long.
    double median() const {
        for (const double middle : times_) {
            int less = 0, equal = 0;
            for (const double other : times_) less += other < middle, equal += other == middle;
            if (less <= window / 2 && less + equal > window / 2) return middle;
        }
        return times_[0];
    }

    bool judge(double now, double wanted, bool costs) {
        const bool slow = now > slack * wanted;
        const Move last = last_;
        last_ = none;
        if (slow && last == down && now > gain * before_) {
            // In step with the display nothing may be gained by one level, but by half the pixels something is, or
            // something else takes the time.
            const float share = qualities[level_].resolution / qualities[from_].resolution;
            if (level_ > 0 && share * share > 0.45f) return go(-1, down);
            down_waits_ = max_patience;
            return go(from_ - level_, none);
        }
        if (slow && last == up) {
            up_waits_ = patience_, patience_ = std::min(2 * patience_, max_patience);
            return go(-1, none);
        }
        if (last == up) patience_ = min_patience;
        if (slow) {
            if (level_ == 0 || down_waits_ > 0) return false;
            before_ = now, from_ = level_;
            return go(-1, down);
        }
        if (level_ == full_quality || up_waits_ > 0) return false;
        const float ratio = qualities[level_ + 1].resolution / qualities[level_].resolution;
        if (costs && now * static_cast<double>(ratio * ratio) > wanted) return false;
        return go(1, up);
    }

    bool go(int by, Move move) {
        level_ += by, last_ = move, settling_ = settle;
        return true;
    }

    std::array<double, window> times_{};
    int count_ = 0, level_ = full_quality, settling_ = 0;
    int up_waits_ = 0, down_waits_ = 0, patience_ = min_patience;  // frames
    Move last_ = none;
    double before_ = 0;        // milliseconds before the last steps down
    int from_ = full_quality;  // where they began
};

}  // namespace slosh
