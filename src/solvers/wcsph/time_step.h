// The number of sub-steps of WCSPH.
#pragma once
#include <algorithm>

#include "solvers/wcsph/wcsph.h"
#include "sph/time_step.h"

namespace slosh::wcsph {

// dt <= cfl h / (c + |v|max). Euler's method adds energy to sound, the less the shorter the step; viscosity takes that
// much away.
inline float substeps_by_sound(const WcsphDef& def, float dt, float sound_speed, float fastest, glm::vec3 gravity,
                               float h) {
    const float cfl = def.integrator == WcsphDef::Integrator::euler ? 0.6f * def.cfl : def.cfl;
    return dt * (sound_speed + fastest + sph::gravity_speed_gain(gravity, dt)) / (cfl * h);
}

// Of the densest phase, with the most sub-steps that a step can have. A fast flow needs some of them.
inline float max_resolved_sound_speed(const WcsphDef& def, float dt, float h) {
    constexpr float sound_share = 0.7f;
    return dt > 0 ? sound_share * sph::max_substeps * def.cfl * h / dt : 1e30f;
}

// Inside a drop with a radius of three supports, over the rest density, m2/s2.
inline float capillary_pressure(const WcsphDef& def, float h) {
    return std::max(def.surface_tension, def.interface_tension) / (def.rest_density * 3 * h);
}

}  // namespace slosh::wcsph
