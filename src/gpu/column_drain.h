// Removes the particles inside drains from columns that have come back from the device, while no step runs: a paused
// tank shows it at once. The device removes the same slots in its next step.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "domain/emitters.h"
#include "gpu/device.h"

namespace slosh::gpu {

// The columns of a ParticleView: nine of words (position, velocity, density, pressure, id), then kinds in bytes.
struct ParticleColumns {
    uint32_t* words;
    size_t stride;  // from one column to the next, words
    size_t count;   // of particles
};

class ColumnDrain {
public:
    // The columns are those of another step: the n-th particle is in slot n of the device.
    void restart() { slots_.clear(); }
    // The particles that stay close the gaps. Returns the slots of the others on the device, valid until the next call.
    std::span<const uint32_t> run(const ParticleColumns&, const EmitterSystem&, glm::vec3 offset);

private:
    std::vector<uint32_t> slots_, removed_;
};

// Tells the device that particles are removed. A slot has 16 bytes; the last number, the id of PIC/FLIP and the tag of
// SPH, becomes 0xffffffff, by which the kernels know them.
void mark_removed(Device&, const Buffer& particles, std::span<const uint32_t> slots);

}  // namespace slosh::gpu
