// Emitters and drains of PIC/FLIP on the GPU (domain/emitters.h). The CPU makes the particles that are emitted; the
// sort removes those that a drain has taken, and the oldest where new ones need their place.
//
// Removed particles lie behind all others until a step comes back that tells their number; so count() is an upper bound
// of the particles. The blocked places of a nozzle are those of the newest step that has come back.
#pragma once
#include <vector>

#include "domain/emitters.h"
#include "gpu/flip/flip_passes.h"
#include "gpu/flip/flip_snapshots.h"
#include "gpu/inlet_buffer.h"
#include "gpu/recycled_ids.h"
#include "grid/flip_particles.h"
#include "solvers/flip/flip.h"

namespace slosh::gpu {

class FlipInflow {
public:
    FlipInflow(const Domain&, const FlipDef&, float spacing, const InitialParticles& start);

    // Room for particles: those that the scene may have, and removed ones.
    int capacity() const { return capacity_; }
    int count() const { return count_; }
    int64_t trimmed() const { return trimmed_; }
    float max_speed() const { return emitters_.max_speed(); }  // m/s, of the emitters
    Outcome set_user_emitters(std::span<const Emitter> emitters) { return emitters_.set_user_emitters(emitters); }
    void set_user_drains(std::span<const Drain>);  // beyond max_drains they are ignored

    void upload(Device&, const FlipPasses&, const FlipParticles& start);
    // The drains with the container at `offset`, for all sub-steps of a step.
    void begin_step(Device&, const FlipPasses&, glm::vec3 offset);
    // Appends the particles that are emitted in a sub-step.
    void emit(Device&, FlipPasses&, float dt, const Motion& container, std::span<const Body> bodies, glm::vec3 gravity,
              FlipSnapshots&);
    // After it, and after the parameters of the sub-step: what is in an inlet zone falls freely.
    void prescribe_inlet(Device&, FlipPasses&, glm::vec3 gravity);
    // Between steps, when the newest one has come back: removes the particles inside drains from what is shown; the
    // sort of the next step removes them on the device.
    void drain(Device&, const FlipPasses&, FlipSnapshots&, glm::vec3 offset);
    // A step has come back, with `alive` of its particles.
    void trim(const FlipSnapshots::Step&, int alive);

private:
    void write_removals(Device&, const FlipPasses&);

    EmitterSystem emitters_;
    bool recycles_ = true;
    int limit_ = 0, capacity_ = 0, count_ = 0;
    int64_t trimmed_ = 0;
    uint32_t next_id_ = 0;
    RecycledIds recycled_;
    glm::vec3 offset_{0, 0, 0};
    bool has_written_ = false;
    std::vector<uint32_t> words_;  // of an upload
    InletRows inlet_;
    InletBuffer inlet_buffer_;
};

}  // namespace slosh::gpu
