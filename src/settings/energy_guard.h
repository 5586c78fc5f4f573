// Finds simulations with energy from nowhere: after each display step the fluid may have no more than gravity, the
// container, bodies, emitters and pointers can have given. Free of GL and Dear ImGui.
//
// Energy is kinetic and potential, relative to the container, per mass of fluid and bodies, J/kg. In a display step the
// container's velocity is constant: in its frame the walls do no work. What a step adds beyond the work of emitters and
// pointers is summed, and what it loses is subtracted, down to 0. That excess stays far below the scale of the energy,
// unless the simulation is unstable: what a compressed fluid or a stretched surface gives back is small.
#pragma once
#include <span>

#include "base/jobs.h"
#include "domain/pointer_force.h"
#include "scenes/scene.h"
#include "settings/instability.h"

namespace slosh {

class EnergyGuard {
public:
    struct Step {
        float dt = 1.0f / 60;
        std::span<const PointerForce> forces = {};
        Motion container{};
        glm::vec3 gravity{0, 0, 0};
        bool holds_body = false;  // a pointer does: its work is not known
    };
    // At the start of a simulation.
    void start(const Scene&);
    // Before a display step. Returns the speed relative to the container that no particle can have, m/s.
    float begin_step(const Solver&, const Step&, Jobs&);
    // In place of both, for a solver whose particles() are those of an earlier step: their energy says nothing about
    // this one. Returns the speed in world space that no particle can have, m/s.
    float begin_late_step(const Solver&, const Step&, Jobs&);
    // After it.
    Instability end_step(const ParticleView&, Jobs&);
    // Of the last step, J/kg.
    double excess() const { return excess_; }
    double scale() const { return scale_; }

private:
    struct Totals {
        double kinetic = 0, potential = 0;  // J, relative to the container, and to the origin
        double mass = 0, fluid_mass = 0;    // kg
        double depth = 0;                   // m2/s2, of the lowest particle: gravity times its position
        float max_speed = 0;                // m/s; NaN if one is
        uint32_t next_id = 0;
        int particles = 0;
    };
    // J: no potential energy is negative, as it is relative to the lowest particle before the step.
    double energy(const Totals& t) const { return t.kinetic + t.potential + t.mass * before_.depth; }
    Totals measure(const ParticleView&, Jobs&) const;
    double given_now(const ParticleView&, float own_energy) const;
    void give(const ParticleView&, float own_energy, const Step&);
    double work(const ParticleView&, const Totals& after) const;

    float extent_ = 1;         // m: of the container, or of the view
    float emitter_speed_ = 0;  // m/s, the fastest
    double given_ = 0;         // J/kg: what gravity and the user can have given lately
    double excess_ = 0, scale_ = 0;
    float max_speed_ = 0;
    double at_start_ = -1;       // J/kg, before the first late step
    float container_speed_ = 0;  // m/s, the fastest of late
    // Of this step.
    Step step_;
    glm::vec3 frame_{0, 0, 0}, last_frame_{0, 0, 0};  // velocity of the container, m per second of the fluid
    Totals before_;
};

}  // namespace slosh
