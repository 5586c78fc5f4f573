// The number of sub-steps of WCSPH.
#pragma once
#include <algorithm>

#include "solvers/wcsph/wcsph.h"
#include "sph/time_step.h"

namespace slosh::wcsph {

// Euler's method adds energy to sound, the less the shorter the step; viscosity takes that much away. Its limit for
// viscosity is shorter, too.
inline float share_of_step(const WcsphDef& def) { return def.integrator == WcsphDef::Integrator::euler ? 0.6f : 1; }

// dt <= cfl h / (c + |v|max).
inline float substeps_by_sound(const WcsphDef& def, float dt, float sound_speed, float fastest, glm::vec3 gravity,
                               float h) {
    return dt * (sound_speed + fastest + sph::gravity_speed_gain(gravity, dt)) / (share_of_step(def) * def.cfl * h);
}

// The viscosity (m2/s) whose explicit limit is that of Monaghan's artificial viscosity. As it acts along the line
// between two particles, compression feels three times the alpha c h / 16 of shear; walls and corners add mirror
// images.
inline float limiting_artificial_viscosity(const WcsphDef& def, float sound_speed, float h) {
    return 0.35f * def.artificial_viscosity * sound_speed * h;
}

// Two particles, a support h apart, that approach at 1/300 of the speed of sound feel the whole artificial viscosity;
// in a small wave they do so at a tenth of that. Surface tension needs all of it: it drives the particles at the
// surface even at rest. `sound_speed` > 0.
inline float limiter_time(const WcsphDef& def, float sound_speed, float h) {
    const bool tension = def.surface_tension > 0 || def.interface_tension > 0;
    return tension ? 1e30f : 300 * h / sound_speed;
}

inline float substeps_by_viscosity(const WcsphDef& def, float dt, float viscosity, float h) {
    return sph::substeps_by_viscosity(dt, viscosity, h) / share_of_step(def);
}

// Sound and surface tension pull at a particle together: the squares of their frequencies, and so of the sub-steps that
// either needs, add up.
inline float substeps_by_stiffness(float by_sound, float by_tension) {
    return __builtin_sqrtf(by_sound * by_sound + by_tension * by_tension);
}

// The highest speed of sound, m/s, of the densest phase that the largest number of sub-steps resolves. A fast flow
// needs some of them. `slowest` and `fastest`: the present speeds in the densest and in the lightest phase, m/s.
inline float max_resolved_sound_speed(const WcsphDef& def, float dt, float h, float slowest, float fastest) {
    constexpr float sound_share = 0.7f;
    return dt > 0 ? sound_share * sph::max_substeps * share_of_step(def) * def.cfl * h / dt * (slowest / fastest)
                  : 1e30f;
}

// The pressure inside a drop with a radius of three supports, over the rest density, m2/s2.
inline float capillary_pressure(const WcsphDef& def, float h) {
    return std::max(def.surface_tension, def.interface_tension) / (def.rest_density * 3 * h);
}

}  // namespace slosh::wcsph
