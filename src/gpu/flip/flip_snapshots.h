// What comes back from the GPU: the particles for drawing and the results of a step. Reads are in flight while later
// steps run; the newest one that has arrived counts. The particles come in columns, so that a view needs no copy.
#pragma once
#include <array>
#include <vector>

#include "domain/initial_particles.h"
#include "gpu/column_drain.h"
#include "gpu/flip/flip_passes.h"
#include "solver/views.h"

namespace slosh::gpu {

class FlipSnapshots {
public:
    // What the host knew when a step was recorded.
    struct Step {
        int64_t index = 0;    // counted from 1
        int count = 0;        // particles, removed ones included
        int64_t trimmed = 0;  // removed particles that were no longer among them
        int substeps = 1;
        float dt = 0;      // s, of a sub-step
        Motion container;  // at its end
    };

    explicit FlipSnapshots(const InitialParticles& start);

    // Starts to read the state after a step and FlipPasses::show(), unless all reads are in flight.
    void read(Device&, FlipPasses&, const Step&);
    // Takes over the newest step that has arrived. Returns whether there is one.
    bool collect();
    bool idle() const;  // whether no read is in flight
    // Removes the particles inside drains from those that are shown. Returns their slots on the device.
    std::span<const uint32_t> drain(const EmitterSystem&, glm::vec3 offset);

    const Step& step() const { return step_; }  // of the newest that has arrived; its index is 0 at first
    const MotionResult& motion() const { return motion_; }
    const SolveResult& solve() const { return solve_; }
    // The particles of that step, without radius, support, rest density and bodies.
    ParticleView particles() const;

private:
    struct Slot {
        Step step;
        bool pending = false;
        std::shared_ptr<ReadBack> columns = std::make_shared<ReadBack>(), motion = std::make_shared<ReadBack>(),
                                  solve = std::make_shared<ReadBack>();
        bool arrived() const;
    };

    std::array<Slot, 3> slots_;
    const Slot* current_ = nullptr;
    Step step_;
    MotionResult motion_{};
    SolveResult solve_{};
    std::vector<uint32_t> own_;  // columns that are not in a slot: those of the start, and what drains have left
    ColumnDrain drain_;
};

}  // namespace slosh::gpu
