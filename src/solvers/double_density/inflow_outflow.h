// Emitters and drains of blobs.
//
// All storage is allocated at the start. At the capacity an emitter either waits for a drain or recycles the oldest
// particles. Ids are unique and never reused. Arrays by particle use its index, the id modulo the capacity; an id whose
// index is taken is skipped.
#pragma once
#include <span>

#include "domain/emitters.h"
#include "solvers/double_density/springs.h"
#include "solvers/double_density/state.h"

namespace slosh {

class BlobInflowOutflow {
public:
    // `spacing` of particles at rest, u.
    BlobInflowOutflow(const Domain&, float spacing, int initial_count, int capacity);

    Outcome set_user_emitters(std::span<const Emitter>);
    void set_user_drains(std::span<const Drain>);

    // At the start of a step, or between two: removes the particles inside drains, and their springs. True if any were
    // removed.
    bool drain(BlobArrays&, Relaxation&, Springs&, SlotsByIndex&, glm::vec3 offset);
    // At the start of a sub-step of dt: adds the particles that left the emitters. True if any were added.
    bool emit(BlobArrays&, Springs&, SlotsByIndex&, float dt, const Motion& container, std::span<const Body>, WhenFull);

private:
    EmitterSystem emitters_;
    // Of the next emitted particle, or the first one after it whose index is free; the stub does not use it.
    [[maybe_unused]] uint32_t next_id_ = 0;
};

}  // namespace slosh
