// What comes back from the GPU: the particles for drawing and the results of a step. Reads are in flight while later
// steps run; the newest one that has arrived counts.
#pragma once
#include <array>

#include "base/simd_array.h"
#include "domain/initial_particles.h"
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
        float dt = 0;       // s, of a sub-step
        float pascals = 0;  // Pa of 1 in the unit of the pressures
    };

    FlipSnapshots(const InitialParticles& start, int capacity);

    // Starts to read the state after a step, unless all reads are in flight.
    void read(Device&, const FlipPasses&, const PressureSolve&, const Step&);
    // Takes over the newest step that has arrived. Returns whether there is one.
    bool collect();

    const Step& step() const { return step_; }  // of the newest that has arrived; its index is 0 at first
    const MotionResult& motion() const { return motion_; }
    const SolveResult& solve() const { return solve_; }
    // The particles of that step, without radius, support and bodies.
    ParticleView particles(float rest_density);

private:
    struct Slot {
        Step step;
        bool pending = false;
        std::shared_ptr<ReadBack> positions = std::make_shared<ReadBack>(), velocities = std::make_shared<ReadBack>(),
                                  shown = std::make_shared<ReadBack>(), motion = std::make_shared<ReadBack>(),
                                  solve = std::make_shared<ReadBack>();
        bool arrived() const;
    };
    void unpack(float rest_density);

    std::array<Slot, 3> slots_;
    const Slot* current_ = nullptr;
    bool unpacked_ = true;
    Step step_;
    MotionResult motion_{};
    SolveResult solve_{};
    int count_ = 0;
    SimdArray<float> x_[3], v_[3], density_, pressure_;
    SimdArray<uint32_t> id_;
    SimdArray<uint8_t> kind_;
};

}  // namespace slosh::gpu
