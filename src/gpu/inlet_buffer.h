// The particles in inlet zones (domain/inlet_rows.h) for the device: struct Inlet of shaders/compute/inlet.wgsl.
#pragma once
#include <vector>

#include "domain/inlet_rows.h"
#include "gpu/device.h"

namespace slosh::gpu {

class InletBuffer {
public:
    static Buffer make(Device& device) { return device.make_buffer("inlet", 16 * (2 + 2 * InletRows::max_rows)); }
    // The rows as they are now. `frame`: the velocity that those of the particles on the device are relative to, m/s.
    void write(Device&, const Buffer&, const InletRows&, glm::vec3 gravity, glm::vec3 frame);
    // `elapsed` seconds after that.
    void write_time(Device&, const Buffer&, float elapsed) const;

private:
    struct Row {
        glm::vec3 velocity;
        float age;
        uint32_t first, end, unused[2];
    };
    struct Header {
        uint32_t count;
        float elapsed;
        uint32_t unused[2];
        glm::vec3 gravity;
        uint32_t unused_z;
    };
    static_assert(sizeof(Row) == 32 && sizeof(Header) == 32);
    std::vector<Row> rows_;
};

}  // namespace slosh::gpu
