// The particles and their statistics, as they come back from the device some time after a step: columns in one buffer,
// which a ParticleView shows without another copy. Three copies may be under way beside the one that is shown.
#pragma once
#include <array>
#include <cstdint>
#include <memory>

#include "domain/initial_particles.h"
#include "gpu/column_drain.h"
#include "gpu/device.h"
#include "gpu/sph/params.h"
#include "solver/views.h"

namespace slosh::gpu::sph {

// struct Measures of shaders/compute/sph/reduce.wgsl.
struct Measures {
    glm::vec3 velocity{0};                                   // sum of the velocities relative to the container, m/s
    float square = 0;                                        // sum of their squares
    float energy = 0;                                        // J
    float density_error = 0, compression = 0, pressure = 0;  // sums
    float speed2 = 0;                                        // maximum of the squared speed
    float relative2 = 0;                                     // the same relative to the container
    float dense2 = 0;                                        // and of particles that are not spray
    float top = 0;  // height of the highest of them above the centre of the container, m
    glm::vec3 hi{0};
    float not_finite = 0;
    glm::vec3 minus_lo{0};
    float unused = 0;
    float alive = 0, repeated[3] = {};
};
static_assert(sizeof(Measures) == 6 * 16);

// What the program knew when it started a read-back.
struct StepRecord {
    int64_t step = 0;   // counted from 1; 0: the particles at the start
    int count = 0;      // of particles, dead ones included
    int64_t added = 0;  // particles since the start: emitted less recycled
    double time = 0;    // s, at the end of the step
    int substeps = 0;
    float substep = 0;  // s
    float iterations = 0;
    glm::vec3 offset{0}, frame{0};  // of the container at the end of the step, m and m/s
};

class ParticleReadback {
public:
    // `capacity`: in particles, those that a step removes included. The columns show the particles at the start, with
    // the density `rest_densities` of their kinds.
    ParticleReadback(Device&, const Buffer& params, size_t capacity, const InitialParticles& start,
                     std::span<const float> rest_densities, std::span<const float> masses, glm::vec3 centre,
                     glm::vec3 up);
    // The buffer that a solver's view kernel fills (shaders/compute/sph/view.wgsl).
    const Buffer& columns() const { return columns_; }
    static constexpr size_t particle_bytes = 37;  // of columns()

    // After the view kernel: measures the particles and starts to read them back, unless all copies are under way.
    void read(Device&, const StepRecord&);
    // Takes the newest copy that has arrived.
    void update();
    bool idle() const;  // whether no copy is under way
    // Removes the particles inside drains from those that are shown; sums of measures() follow their number. Returns
    // their slots on the device.
    std::span<const uint32_t> drain(const EmitterSystem&, glm::vec3 offset);

    const StepRecord& record() const { return record_; }
    const Measures& measures() const { return measures_; }
    int alive() const { return static_cast<int>(measures_.alive); }
    // Positions, velocities, density, pressure, id and kind.
    ParticleView view(int dimensions) const;
    // The height of the highest particle, for another direction: see Measures::top.
    void measure_top(int dimensions, glm::vec3 centre, glm::vec3 up, std::span<const float> rest_densities);

private:
    static constexpr size_t header = 64;  // words before the columns

    struct Slot {
        std::shared_ptr<ReadBack> copy = std::make_shared<ReadBack>();
        StepRecord record;
        bool pending = false;
    };
    const std::byte* bytes() const { return shown_ ? shown_->copy->bytes().data() : own_.data(); }

    Buffer columns_, parts_;
    Dispatch measure_, finish_;
    std::array<Slot, 4> slots_;
    const Slot* shown_ = nullptr;
    std::vector<std::byte> own_;  // columns that are not in a slot: those of the start, and what drains have left
    ColumnDrain drain_;
    StepRecord record_;  // of what is shown
    Measures measures_;
};

}  // namespace slosh::gpu::sph
