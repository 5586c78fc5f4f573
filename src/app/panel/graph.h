// Plot of frame times.
#pragma once
#include <array>
#include <span>
#include <string_view>
#include <vector>

#include "base/profile.h"

namespace slosh {

// Stacked plot: milliseconds of each stage in the last frames.
class StageGraph {
public:
    void add(std::span<const StageTime>);
    void draw(float height, float dpr) const;  // CSS pixels

private:
    std::vector<std::string_view>::iterator find_unused();
    static constexpr int frames = 150, max_stages = 12;  // further stages are not shown
    using Sample = std::array<float, max_stages>;
    std::array<Sample, frames> samples_{};
    std::vector<std::string_view> names_;
    int next_ = 0;
};

}  // namespace slosh
