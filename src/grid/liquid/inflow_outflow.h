// Particles of a MAC grid that come out of emitters and go into drains (domain/emitters.h).
//
// All room is there from the start, and no step allocates. Once it is used up an emitter either waits for a drain or
// takes the oldest particles there are. An id is never given twice.
#pragma once
#include <cstdint>
#include <span>

#include "domain/emitters.h"
#include "grid/flip_particles.h"

namespace slosh {

class GridInflowOutflow {
public:
    // How many particles there may be: `budget` of them, or as many as there are to be in a scene that awaits more.
    static int room_for(const Domain&, int budget, int started, int asked);

    GridInflowOutflow() = default;
    // `spacing` of particles at rest.
    GridInflowOutflow(const Domain&, float spacing, int started, int capacity);

    Outcome set_user_emitters(std::span<const Emitter> emitters) { return sources_.set_user_emitters(emitters); }
    float max_speed() const { return sources_.max_speed(); }  // of what may come in
    int capacity() const { return capacity_; }
    uint32_t next_id() { return next_id_++; }

    // At the start of a step: what is in a drain is gone, the others close up in their order.
    void drain(FlipParticles&, glm::vec3 offset) const;
    // At the start of a sub-step of dt, with the container at `offset`: what has left the emitters. Newcomers have no
    // slopes.
    void emit(FlipParticles&, float dt, const Motion& container, glm::vec3 offset, bool recycles);

private:
    EmitterSystem sources_;
    int capacity_ = 0;
    uint32_t next_id_ = 0;
};

}  // namespace slosh
