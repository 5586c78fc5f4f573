// Emitters and drains in the particle arrays of the SPH family. D is 2 or 3.
//
// All storage is allocated at the start (`budget`); no step allocates. At the capacity an emitter either waits for a
// drain or recycles the oldest particles. Emitted particles have the volume of the particles at the start. Ids are
// unique.
#pragma once
#include <algorithm>
#include <span>

#include "domain/emitters.h"
#include "sph/particle_arrays.h"
#include "sph/particle_columns.h"

namespace slosh::sph {

template <int D>
class InflowOutflow {
public:
    InflowOutflow() = default;
    // `volume` of a particle at rest (an area in 2D), `h` the support radius.
    InflowOutflow(const Domain& domain, float spacing, float volume, float h, int initial_count, int capacity)
        : emitters_(domain, spacing, volume, capacity),
          h_(h),
          capacity_(capacity),
          next_id_(static_cast<uint32_t>(initial_count)) {}

    Outcome set_user_emitters(std::span<const Emitter> emitters) { return emitters_.set_user_emitters(emitters); }
    // Of emitted particles, m/s.
    float max_speed() const { return emitters_.max_speed(); }

    // At the start of a step: removes the particles inside drains and closes the gaps in order. True if any were
    // removed.
    bool drain(ParticleArrays<D>& p, ParticleColumns& columns, glm::vec3 offset) {
        if (!emitters_.drains()) return false;
        int remaining = 0;
        for (int i = 0; i < p.count; ++i) {
            if (emitters_.is_drained(p.position(i), offset)) continue;
            if (remaining != i) p.copy_slot(i, remaining), columns.copy_slot(i, remaining);
            ++remaining;
        }
        if (remaining == p.count) return false;
        p.set_count(remaining), columns.set_count(remaining);
        return true;
    }

    // At the start of a sub-step of dt: adds the particles that left the emitters. True if any were added. Emitted
    // particles and their neighbours get a density ratio of 0 (unknown): otherwise the sudden density of a new row
    // would count as a compression within one sub-step.
    bool emit(ParticleArrays<D>& p, ParticleColumns& columns, float dt, const Motion& container, glm::vec3 offset,
              std::span<const Body> bodies, bool recycles) {
        if (!emitters_.emits()) return false;
        const typename EmitterSystem::ParticlePositions present{p.x[0].data(), p.x[1].data(), p.x[D - 1].data(),
                                                                p.count, bodies};
        const std::span<const EmittedParticle> emitted = emitters_.emit(dt, container, offset, present);
        if (emitted.empty()) return false;
        const int before = p.count, total = static_cast<int>(emitted.size());
        const int appended = std::min(total, capacity_ - before);
        std::span<const int> recycled;
        if (recycles && appended < total)
            recycled = emitters_.oldest({p.id.data(), static_cast<size_t>(before)}, total - appended);
        p.set_count(before + appended), columns.set_count(before + appended);
        for (int k = 0; k < appended + static_cast<int>(recycled.size()); ++k) {
            const int slot = k < appended ? before + k : recycled[static_cast<size_t>(k - appended)];
            const EmittedParticle& particle = emitted[static_cast<size_t>(k)];
            for (int d = 0; d < D; ++d) p.x[d][slot] = particle.position[d], p.v[d][slot] = particle.velocity[d];
            p.density_ratio[slot] = 0;
            p.id[slot] = next_id_++;
            p.kind[slot] = particle.kind;
            columns.clear_slot(slot);
        }
        for (const EmitterSystem::Row& row : emitters_.rows()) {
            const float radius = row.radius + h_;
            for (int i = 0; i < p.count; ++i) {
                const glm::vec3 from = p.position(i) - row.centre;
                if (from.x * from.x + from.y * from.y + from.z * from.z < radius * radius) p.density_ratio[i] = 0;
            }
        }
        return true;
    }

private:
    EmitterSystem emitters_;
    float h_ = 1;           // support radius, m
    int capacity_ = 0;      // maximum number of particles
    uint32_t next_id_ = 0;  // of the next emitted particle
};

}  // namespace slosh::sph
