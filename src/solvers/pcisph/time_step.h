// The number of sub-steps of PCISPH.
#pragma once
#include <algorithm>
#include <span>

#include "base/simd_array.h"
#include "domain/pointer_force.h"
#include "solvers/pcisph/pcisph.h"
#include "sph/time_step.h"

namespace slosh::pcisph {

inline float mean(const SimdArray<float>& values) {
    float total = 0;
    for (const float v : values.view()) total += v;
    return total / static_cast<float>(std::max(values.size(), 1));
}

// What the sub-steps of a display step depend on.
struct FlowBounds {
    float h = 1;              // support, m
    float max_speed = 0;      // relative to the container, m/s
    float gravity = 0;        // magnitude, m/s2
    float signal_speed = 0;   // in place of the speed of sound, m/s
    float mean_pressure = 0;  // Pa
    bool implicit_viscosity = false;
    float by_bodies = 0;  // sub-steps that the rigid bodies need
};

// The limit of explicit viscosity.
inline float substeps_by_viscosity(float dt, float viscosity, float h) { return dt * viscosity / (0.04f * h * h); }

// dt <= cfl h / |v|max, dt <= 0.1 sqrt(h / a), and the limit of the pressure: forces act at the old positions, where
// the stiffness of the particle lattice grows with p, so dt^2 p / (rho h^2) <= 0.16. Implicit viscosity halves the last
// two: it stops what the forces of a sub-step move, and such steps are stable for half of the stiffness that
// oscillations are; and fluid that creeps under its weight is too fast by the forces of a sub-step.
inline float substeps_without_viscosity(float dt, const PcisphDef& def, const FlowBounds& flow,
                                        std::span<const PointerForce> pointer_forces) {
    float a = flow.gravity;
    const float by_speed = dt * (flow.max_speed + a * dt) / (def.cfl * flow.h);
    for (const PointerForce& force : pointer_forces) a += force.kind == PointerForce::repel ? force.limit : 0;
    const float by_force = dt / 0.1f * __builtin_sqrtf(a / flow.h);
    // Pressure at the floor of a column with the present mean pressure: the pressure of an impact does not last.
    const float floor = std::min(2 * flow.mean_pressure / def.rest_density, 2 * flow.signal_speed * flow.signal_speed);
    const float by_pressure = dt / (0.4f * flow.h) * __builtin_sqrtf(floor);
    const float shorter = flow.implicit_viscosity ? 2 : 1;
    return std::max({by_speed, flow.by_bodies, shorter * by_force, shorter * by_pressure});
}

}  // namespace slosh::pcisph
