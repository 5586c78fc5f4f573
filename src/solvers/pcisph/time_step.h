// The number of sub-steps of PCISPH.
#pragma once
#include <algorithm>
#include <span>

#include "base/simd_array.h"
#include "domain/pointer_force.h"
#include "solvers/pcisph/pcisph.h"
#include "sph/particle_arrays.h"
#include "sph/time_step.h"

namespace slosh::pcisph {

inline float mean(const SimdArray<float>& values) {
    float total = 0;
    for (const float v : values.view()) total += v;
    return total / static_cast<float>(std::max(values.size(), 1));
}

constexpr float pressure_limit = 0.4f;  // of dt sqrt(p / rho) / h

// Fewer than the last ones only if far fewer are needed: a change of the sub-step pushes the fluid a little.
constexpr int steady_substeps(int needed, int last) { return needed > last || 5 * needed < 3 * last ? needed : last; }

// What an impact will do to the pressure is known before it: the mean square speed relative to the container,
// and ten times that of the container's latest blow, m2/s2. Without it the fluid is too soft for a block that falls or
// a container that is jerked, and what compresses it comes back as more energy than went in.
class ImpactPressure {
public:
    // Before a display step of dt. Returns the pressure over the density, at most what 128 sub-steps can follow.
    template <int D>
    float update(const sph::ParticleArrays<D>& p, glm::vec3 container_velocity, float h, float dt) {
        float total = 0;
        for (int d = 0; d < D; ++d)
            for (const float v : p.v[d].view()) total += (v - container_velocity[d]) * (v - container_velocity[d]);
        return update<D>(total / static_cast<float>(std::max(p.count, 1)), container_velocity, h, dt);
    }
    // The same from the mean of the squared speeds relative to the container.
    template <int D>
    float update(float mean_square, glm::vec3 container_velocity, float h, float dt) {
        const glm::vec3 change = container_velocity - velocity_;
        velocity_ = container_velocity;
        const float kept = memory_time / (memory_time + dt);
        float blow2 = 0;
        for (int d = 0; d < D; ++d) {
            blow_[d] = kept * blow_[d] + change[d];
            blow2 += blow_[d] * blow_[d];
        }
        const float highest = 128 * pressure_limit * h / dt;
        return std::min(std::max(mean_square, of_blow * blow2), 0.5f * highest * highest);
    }

private:
    static constexpr float of_blow = 10;          // a blow hits fluid that lies at a wall, all at once
    static constexpr float memory_time = 0.039f;  // s: until the fluid has answered
    glm::vec3 velocity_{0, 0, 0}, blow_{0, 0, 0};
};

// What the sub-steps of a display step depend on.
struct FlowBounds {
    float h = 1;              // support, m
    float max_speed = 0;      // relative to the container, m/s
    float gravity = 0;        // magnitude, m/s2
    float signal_speed = 0;   // in place of the speed of sound, m/s
    float mean_pressure = 0;  // over density, m2/s2
    float impact = 0;         // see ImpactPressure
    bool implicit_viscosity = false;
    float by_bodies = 0;  // sub-steps that the rigid bodies need
};

// dt <= cfl h / |v|max, dt <= 0.1 sqrt(h / a), and the limit of the pressure: forces act at the old positions, where
// the stiffness of the particle lattice grows with p, so dt^2 p / (rho h^2) is bounded. Implicit viscosity halves the
// last two: it stops what the forces of a sub-step move, and such steps are stable for half of the stiffness that
// oscillations are.
inline float substeps_without_viscosity(float dt, const PcisphDef& def, const FlowBounds& flow,
                                        std::span<const PointerForce> pointer_forces) {
    float a = flow.gravity;
    const float by_speed = dt * (flow.max_speed + a * dt) / (def.cfl * flow.h);
    for (const PointerForce& force : pointer_forces) a += force.kind == PointerForce::repel ? force.limit : 0;
    const float by_force = dt / 0.1f * __builtin_sqrtf(a / flow.h);
    // Pressure at the floor of a column with the present mean pressure, which is bounded: peaks do not last.
    const float floor = 2 * std::max(std::min(flow.mean_pressure, flow.signal_speed * flow.signal_speed), flow.impact);
    const float by_pressure = dt / (pressure_limit * flow.h) * __builtin_sqrtf(floor);
    const float shorter = flow.implicit_viscosity ? 2 : 1;
    return std::max({by_speed, flow.by_bodies, shorter * by_force, shorter * by_pressure});
}

}  // namespace slosh::pcisph
