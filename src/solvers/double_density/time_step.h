// The number of sub-steps of double density relaxation.
#pragma once
#include <algorithm>

#include "solvers/double_density/double_density.h"

namespace slosh {

constexpr float display_step = 1.0f / 60;  // s
constexpr float max_rest_density = 5;      // with one sub-step in a display step; that of the original

inline int whole_substeps(float needed) { return std::clamp(static_cast<int>(needed + 0.95f), 1, 256); }

// One sub-step in 1/60 s at the original's h. For smaller h, dt ~ h (the CFL number), and 1.3 times as many sub-steps
// where the fluid is many h deep: with fewer the densest layers are unstable. Displacements grow with k dt^2: beyond
// these values one sub-step lets fluid at rest boil.
//
// Fluid that weighs more, or has more neighbours, needs more sub-steps, too: each adds to what a particle is displaced
// by, and loses.
//
// `fineness`: the original's h over this one; `gravity`: its strength, units/s2.
inline float substeps_at_rest(const DoubleDensityDef& def, float damping, float dt, float fineness, float gravity) {
    constexpr float max_stiffness = 60, max_near_stiffness = 150, max_stickiness = 250;
    constexpr float max_damping = 0.1f, max_gravity = 40;
    const float finer = std::max(fineness - 1, 0.0f);
    const float stiffer = std::max({def.stiffness / max_stiffness, def.near_stiffness / max_near_stiffness,
                                    def.stickiness / max_stickiness, 1.0f});
    const float heavier = std::max(gravity / max_gravity, 1.0f), thicker = std::max(damping / max_damping, 1.0f);
    const float denser = 1 + 0.45f * std::max(def.rest_density / max_rest_density - 1, 0.0f);
    const float needed = dt / display_step * (1 + 1.3f * finer) * __builtin_sqrtf(stiffer * heavier * thicker) * denser;
    // In a sub-step all springs of a particle together can move it by about its elongation: stiffer ones are bounded.
    const float springs = dt * fineness * __builtin_sqrtf(15 * def.spring_stiffness);
    return std::max(needed, springs);
}

// No wall may sweep up a dense layer of particles within a sub-step, which would fly off at many times its speed.
// `max_displacement`: of a particle relative to the container in dt, in h.
inline int substeps_for(const DoubleDensityDef& def, float dt, float fineness, float gravity, float max_displacement) {
    if (def.substeps > 0) return def.substeps;
    constexpr float max_crossed = 0.5f;          // h in a sub-step
    constexpr float max_substeps_by_speed = 32;  // sub-steps
    const float at_rest = substeps_at_rest(def, def.damping, dt, fineness, gravity);
    return whole_substeps(std::max(at_rest, std::min(max_displacement / max_crossed, max_substeps_by_speed)));
}

// The fraction of the closing speed that is lost in a sub-step of dt. The damping is that of the sub-steps at rest,
// which are as short as sound is fast: with more of them each loses less. Where more is lost, all neighbours together
// reverse a velocity; there are as many as the rest density is high.
inline float damping_in(const DoubleDensityDef& def, float dt, float fineness, float gravity) {
    const int at_rest = whole_substeps(substeps_at_rest(def, 0, display_step, fineness, gravity));
    const float lost = def.damping * std::max(fineness, 1.0f) * (dt / (display_step / static_cast<float>(at_rest)));
    return std::min(lost, 0.2f * std::min(1.0f, max_rest_density / def.rest_density));
}

}  // namespace slosh
