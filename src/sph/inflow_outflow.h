// Emitters and drains in the particle arrays of the SPH family. D is 2 or 3.
//
// All storage is allocated at the start (`budget`); no step allocates. At the capacity an emitter either waits for a
// drain or recycles the oldest particles. Emitted particles have the volume of the particles at the start. Ids are
// unique.
#pragma once
#include <algorithm>
#include <span>
#include <vector>

#include "domain/emitters.h"
#include "domain/inlet_rows.h"
#include "sph/particle_arrays.h"
#include "sph/particle_columns.h"

namespace slosh::sph {

template <int D>
class InflowOutflow {
public:
    InflowOutflow() = default;
    // `volume` of a particle at rest (an area in 2D), `h` the support radius.
    InflowOutflow(const Domain& domain, float spacing, float volume, float h, int initial_count, int capacity)
        // Inlet zones as long as the support: what leaves them has all its neighbours.
        : emitters_(domain, spacing, volume, capacity, h), h_(h), next_id_(static_cast<uint32_t>(initial_count)) {
        inlet_slots_.reserve(std::min<size_t>(static_cast<size_t>(capacity), 8192));
    }

    Outcome set_user_emitters(std::span<const Emitter> emitters) { return emitters_.set_user_emitters(emitters); }
    void set_user_drains(std::span<const Drain> drains) { emitters_.set_user_drains(drains); }
    // Of a particle at rest, m^D.
    void set_volume(float volume) { emitters_.set_volume(volume); }
    // Of emitted particles, m/s.
    float max_speed() const { return emitters_.max_speed(); }

    // At the start of a step: removes the particles inside drains and closes the gaps in order.
    void drain(ParticleArrays<D>& p, ParticleColumns& columns, glm::vec3 offset) {
        if (emitters_.drains().empty()) return;
        int remaining = 0;
        for (int i = 0; i < p.count; ++i) {
            if (emitters_.is_drained(p.position(i), offset)) continue;
            if (remaining != i) {
                p.copy_slot(i, remaining);
                columns.copy_slot(i, remaining);
            }
            ++remaining;
        }
        p.set_count(remaining);
        columns.set_count(remaining);
    }

    // At the start of a sub-step of dt: adds the particles that left the emitters. True if any were added. Emitted
    // particles and their neighbours get a density ratio of 0 (unknown): otherwise the sudden density of a new row
    // would count as a compression within one sub-step.
    bool emit(ParticleArrays<D>& p, ParticleColumns& columns, float dt, const Motion& container,
              std::span<const Body> bodies, glm::vec3 gravity, WhenFull when_full) {
        inlet_.advance(dt);
        if (!emitters_.emits()) return false;
        const std::span<const EmittedParticle> emitted =
            emitters_.emit(dt, container, {p.x[0].data(), p.x[1].data(), p.x[D - 1].data(), p.count, bodies, gravity});
        if (emitted.empty()) return false;
        const EmitterSystem::Slots slots =
            emitters_.slots_for(emitted.size(), {p.id.data(), static_cast<size_t>(p.count)}, when_full);
        p.set_count(p.count + slots.appended);
        columns.set_count(p.count);
        const uint32_t first_id = next_id_;
        for (int k = 0; k < slots.count(); ++k) {
            const int slot = slots[k];
            const EmittedParticle& particle = emitted[static_cast<size_t>(k)];
            for (int d = 0; d < D; ++d) {
                p.x[d][slot] = particle.position[d];
                p.v[d][slot] = particle.velocity[d];
            }
            p.density_ratio[slot] = 0;
            p.id[slot] = next_id_++;
            p.kind[slot] = particle.kind;
            columns.clear_slot(slot);
        }
        inlet_.add(emitters_.rows(), first_id, next_id_);
        for (const EmitterSystem::Row& row : emitters_.rows()) {
            const float radius = row.radius + h_;
            for (int i = 0; i < p.count; ++i) {
                const glm::vec3 from = p.position(i) - row.centre;
                if (from.x * from.x + from.y * from.y + from.z * from.z < radius * radius) p.density_ratio[i] = 0;
            }
        }
        return true;
    }

    // Gives the particles in the inlet zones the velocity that they had or will have `ahead` seconds from now, in free
    // fall from their nozzle, and returns their slots, in ascending order, until the next call. A particle that a wall
    // has turned back, or that the fluid before the nozzle has compressed, is no longer one of them: a blocked nozzle
    // waits.
    std::span<const int> prescribe_inlet(ParticleArrays<D>& p, glm::vec3 gravity, float ahead) {
        inlet_slots_.clear();
        if (inlet_.empty()) return inlet_slots_;
        for (int i = 0; i < p.count; ++i) {
            if (p.id[i] < inlet_.first_id() || p.density_ratio[i] > blocked_ratio) continue;
            const std::optional<glm::vec3> velocity = inlet_.velocity_of(p.id[i], p.velocity(i), ahead, gravity);
            if (!velocity || inlet_slots_.size() == inlet_slots_.capacity()) continue;
            for (int d = 0; d < D; ++d) p.v[d][i] = (*velocity)[d];
            inlet_slots_.push_back(i);
        }
        return inlet_slots_;
    }

private:
    static constexpr float blocked_ratio = 1.05f;  // density ratio from which a particle is no longer in the zone

    EmitterSystem emitters_;
    InletRows inlet_;
    std::vector<int> inlet_slots_;  // of the last prescribe_inlet()
    float h_ = 1;                   // support radius, m
    uint32_t next_id_ = 0;          // of the next emitted particle
};

}  // namespace slosh::sph
