// Exclusive prefix sums of uint32 on the GPU: out[i] = in[0] + ... + in[i - 1], modulo 2^32. In blocks of 2,048
// numbers, whose sums are summed in the same way (Blelloch 1990, section 1.2.1): one dispatch a level and one to add
// it, 3 up to 4 million numbers, 5 up to 134 million, which is the most.
#pragma once
#include "gpu/device.h"

namespace slosh::gpu {

class PrefixSum {
public:
    PrefixSum() = default;
    // `in` and `out` are different buffers of at least `max_count` numbers.
    PrefixSum(Device&, const Buffer& in, const Buffer& out, uint32_t max_count);

    // Of the first `count` <= max_count numbers, from the next run on. At first it is max_count.
    void set_count(Device&, uint32_t count);
    void run(Device&) const;
    // The sum of all, one number, after a run.
    const Buffer& total() const { return levels_.back().block_sums; }

private:
    struct Level {
        Buffer params, block_sums,
            sums_before;  // sums_before: prefix sums of block_sums, where there are several blocks
        Dispatch scan, add;
    };
    std::vector<Level> levels_;
    uint32_t count_ = 0;
};

}  // namespace slosh::gpu
