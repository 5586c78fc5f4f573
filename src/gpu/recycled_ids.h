// Which particles a full tank has recycled: those with the smallest ids. The host knows the particles of the newest
// step that has come back; the device may have removed some of them since.
#pragma once
#include <algorithm>
#include <cstdint>
#include <iterator>
#include <span>
#include <vector>

namespace slosh::gpu {

class RecycledIds {
public:
    // Particles with smaller ids have been recycled.
    uint32_t first_kept() const { return first_kept_; }
    // How many of the particles that have come back have been recycled.
    int count_in(std::span<const uint32_t> ids) const {
        if (first_kept_ == 0) return 0;
        return static_cast<int>(std::count_if(ids.begin(), ids.end(), [&](uint32_t id) { return id < first_kept_; }));
    }
    // Recycles the `count` oldest of the others; at least 1 and at most all of them.
    void recycle(std::span<const uint32_t> ids, int count) {
        kept_.clear();
        std::copy_if(ids.begin(), ids.end(), std::back_inserter(kept_), [&](uint32_t id) { return id >= first_kept_; });
        const auto last = kept_.begin() + (count - 1);
        std::nth_element(kept_.begin(), last, kept_.end());
        first_kept_ = *last + 1;
    }

private:
    uint32_t first_kept_ = 0;
    std::vector<uint32_t> kept_;
};

}  // namespace slosh::gpu
