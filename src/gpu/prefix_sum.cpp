#include "gpu/prefix_sum.h"

#include <algorithm>

#include "base/check.h"
#include "shaders.h"

namespace slosh::gpu {
namespace {

constexpr uint32_t block = 2048;
uint32_t blocks_of(uint32_t count) { return std::max(workgroups_for(count, block), 1u); }

}  // namespace

PrefixSum::PrefixSum(Device& device, const Buffer& in, const Buffer& out, uint32_t max_count) {
    const ComputePipeline scan = device.make_pipeline("scan blocks", shaders::compute::scan_blocks);
    const ComputePipeline add = device.make_pipeline("add block sums", shaders::compute::add_block_sums);
    const Buffer *from = &in, *to = &out;
    levels_.reserve(4);  // `from` and `to` point into it
    for (uint32_t count = max_count;; count = blocks_of(count)) {
        Level& level = levels_.emplace_back();
        const uint32_t blocks = blocks_of(count);
        level.params = device.make_buffer("prefix sum", sizeof(uint32_t));
        level.block_sums = device.make_buffer("block sums", blocks * sizeof(uint32_t));
        level.scan = device.prepare(scan, {&level.params, from, to, &level.block_sums});
        if (blocks == 1) break;
        level.sums_before = device.make_buffer("sums before", blocks * sizeof(uint32_t));
        level.add = device.prepare(add, {&level.params, &level.sums_before, to});
        from = &level.block_sums;
        to = &level.sums_before;
    }
    count_ = ~max_count;
    set_count(device, max_count);
}

void PrefixSum::set_count(Device& device, uint32_t count) {
    if (count == count_) return;
    count_ = count;
    for (Level& level : levels_) {
        device.write(level.params, count);
        level.scan.set_workgroups(blocks_of(count));
        level.add.set_workgroups(blocks_of(count));
        count = blocks_of(count);
    }
    CHECK(count == 1, "prefix sums of more numbers than there is room for");
}

void PrefixSum::run(Device& device) const {
    for (const Level& level : levels_) device.run(level.scan);
    for (size_t n = levels_.size() - 1; n-- > 0;) device.run(levels_[n].add);
}

}  // namespace slosh::gpu
