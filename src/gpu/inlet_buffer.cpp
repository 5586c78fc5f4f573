#include "gpu/inlet_buffer.h"

namespace slosh::gpu {

void InletBuffer::write(Device& device, const Buffer& to, const InletRows& inlet, glm::vec3 gravity, glm::vec3 frame) {
    rows_.clear();
    for (const InletRows::Row& row : inlet.rows())
        rows_.push_back({row.velocity - frame, row.age, row.first, row.end, {}});
    device.write(to, Header{static_cast<uint32_t>(rows_.size()), 0, {}, gravity, 0});
    device.write(to, sizeof(Header), rows_.data(), rows_.size() * sizeof(Row));
}

void InletBuffer::write_time(Device& device, const Buffer& to, float elapsed) const {
    device.write(to, offsetof(Header, elapsed), &elapsed, sizeof elapsed);
}

}  // namespace slosh::gpu
