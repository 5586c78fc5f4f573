// What the solvers of the SPH family on the GPU have in common: the particles on the device, the frame of the
// container, the neighbour search, emitters and drains, and reading back. The counterpart of sph/fluid.h.
//
// The device knows positions and velocities relative to the container, in whose frame its walls are at rest: all
// sub-steps of a step then have the same constants, and are recorded at once.
#pragma once
#include <optional>

#include "base/profile.h"
#include "domain/emitter_budget.h"
#include "domain/emitters.h"
#include "domain/pointer_force.h"
#include "gpu/inlet_buffer.h"
#include "gpu/recycled_ids.h"
#include "gpu/sph/neighbour_sort.h"
#include "gpu/sph/particle_readback.h"
#include "sph/boundary_integrals.h"
#include "sph/lattice.h"

namespace slosh::gpu::sph {

// By kind: kg/m3, kg.
struct KindTable {
    std::array<float, 4> rest_density{}, mass{};
};

class Fluid {
public:
    // `search`: radius of the search in supports. Sorts apply the forces of the pointer if `pushes`.
    Fluid(Device&, const Domain&, const InitialParticles&, const slosh::sph::FluidSize&, const KernelShape&,
          float search, bool pushes);
    Fluid(const Fluid&) = delete;
    Fluid& operator=(const Fluid&) = delete;

    Device& device;
    Domain domain;     // the container at rest, and gravity
    int capacity = 0;  // maximum number of particles
    float spacing, h;  // of particles at rest, and the support, m
    Params params;     // of the next step
    Buffer params_buffer;
    Buffer inlet_buffer;
    ParticleBuffers moved;   // after a move
    ParticleBuffers sorted;  // in cell order
    CellLayout cells;
    NeighbourSort sort;

    // Of the buffers: those that a step removes are there to its end.
    size_t slots() const { return static_cast<size_t>(capacity) + max_emitted; }
    // An upper bound of the particles on the device.
    int count() const { return count_; }
    uint32_t groups() const { return workgroups_for(static_cast<size_t>(count_)); }

    // To be called once: uploads the particles to `moved`. `volume` of a particle at rest, m^D.
    void start(const InitialParticles&, const KindTable&, float volume);

    // --- a step ---

    // Takes the newest copy of the particles.
    void update();
    // Sets those members of `params` that all solvers share. True if change_frame.wgsl has to run.
    bool begin_step(float dt, float sub_dt, std::span<const PointerForce>, const Motion&);
    // What the emitters emit in the step, with the particles where the newest copy has them.
    struct Emitted {
        struct VelocityTag {
            glm::vec3 velocity;
            uint32_t tag;
        };
        int first = 0;                    // slot
        std::vector<glm::vec4> position;  // relative to the container; the last number is 0
        std::vector<VelocityTag> velocity_tag;
        std::vector<glm::vec4> rows;  // their number; centre and radius
    };
    // Before begin_step(). Empty without any; otherwise the solver writes them to its buffers.
    const Emitted& emit(float dt, const Motion&, WhenFull);
    // Whether particles are in the inlet zones of their nozzles in this step: those less than a support away at its
    // start. Emitters act once a step: what is behind the newest row comes in the next.
    bool has_inlet() const { return !inlet_.empty(); }
    // Before a sub-step that begins `elapsed` seconds after the step.
    void write_inlet(float elapsed);
    void write_params() { device.write(params_buffer, params); }
    // Starts to read the particles back.
    void end_step(int substeps, float substep, float iterations);

    // Between steps: removes the particles inside drains from what is shown; the next step removes them on the device.
    // False while the newest step is still on its way: nothing has happened then.
    bool drain(glm::vec3 offset);

    Outcome set_user_emitters(std::span<const Emitter> emitters) { return emitters_.set_user_emitters(emitters); }
    void set_user_drains(std::span<const Drain>);  // beyond max_drains they are ignored
    float max_emitter_speed() const { return emitters_.max_speed(); }
    void set_gravity(glm::vec3 gravity, const KindTable&);

    // --- what has come back ---

    ParticleView view(float rest_density) const;
    Stats stats() const;
    const Profile& profile() const;  // of the device's stages, where it measures them
    // Where the container was then.
    Motion container() const { return {readback_->record().offset, readback_->record().frame}; }
    int alive() const { return readback_->alive(); }
    const Measures& measures() const { return readback_->measures(); }
    // The largest speed relative to a container that now moves at `velocity`, at most; without spray if `dense`.
    float max_relative_speed(glm::vec3 velocity, bool dense) const;
    float max_speed() const;
    // The mean of the squared speeds relative to it.
    float mean_square(glm::vec3 velocity) const;
    glm::vec3 mean_velocity() const;
    const Buffer& columns() const { return readback_->columns(); }

    static constexpr size_t max_emitted = 8192;  // in a step

private:
    float speed_since() const;  // that gravity can have added since the copy, m/s
    void write_drains();

    int count_ = 0;
    int64_t step_ = 0, added_ = 0;
    double time_ = 0;
    uint32_t next_id_ = 0;
    int recycled_ = 0;  // in this step
    RecycledIds recycled_ids_;
    glm::vec3 velocity_{0}, next_offset_{0};  // of the container: in the last step, and after it
    EmitterSystem emitters_;
    float volume_ = 1;
    Emitted emitted_;
    InletRows inlet_;
    InletBuffer inlet_writer_;
    float last_dt_ = 0;  // s
    std::optional<ParticleReadback> readback_;
    StepRecord newest_;  // that was recorded
    mutable Profile profile_;
};

}  // namespace slosh::gpu::sph
