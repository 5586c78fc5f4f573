// Inflow and outflow of PIC/FLIP: emitters add particles, drains remove them (domain/emitters.h).
//
// All memory is allocated at the start. At capacity an emitter either waits for a drain or replaces the oldest
// particles. Ids are never reused.
#pragma once
#include <cstdint>
#include <span>

#include "domain/emitters.h"
#include "domain/inlet_rows.h"
#include "grid/flip_particles.h"

namespace slosh {

class GridInflowOutflow {
public:
    GridInflowOutflow() = default;
    // `spacing`: distance of particles at rest, m.
    GridInflowOutflow(const Domain&, float spacing, int started, int capacity);

    Outcome set_user_emitters(std::span<const Emitter> emitters) { return emitters_.set_user_emitters(emitters); }
    void set_user_drains(std::span<const Drain> drains) { emitters_.set_user_drains(drains); }
    float max_speed() const { return emitters_.max_speed(); }  // m/s, of the emitters
    int capacity() const { return emitters_.capacity(); }
    uint32_t next_id() { return next_id_++; }

    static float inlet_length(float spacing) { return 4 * spacing; }  // m, of the inlet zones

    // At the start of a step: removes particles inside drains; the others keep their order.
    void drain(FlipParticles&, glm::vec3 offset) const;
    // At the start of a sub-step of dt: adds the emitted particles, with zero slopes (APIC). None begins inside
    // `bodies`, in world space.
    void emit(FlipParticles&, float dt, const Motion& container, std::span<const Body> bodies, glm::vec3 gravity,
              WhenFull);
    // Gives the particles in the inlet zones the velocity that they have `ahead` seconds from now, in free fall from
    // their nozzle.
    void prescribe_inlet(FlipParticles&, glm::vec3 gravity, float ahead) const;

private:
    EmitterSystem emitters_;
    InletRows inlet_;
    uint32_t next_id_ = 0;
};

}  // namespace slosh
