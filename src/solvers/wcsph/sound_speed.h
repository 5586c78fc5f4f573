// The automatic speed of sound of wcsph, for the fastest flow v that the scene can have. The pressure of that flow,
// rho v^2 / 2 (Bernoulli), which is also that at the floor of a column from whose top it falls, compresses the fluid by
// v^2 / (2 c^2): by 1 % with c = 7.1 v. D is 2 or 3.
//
// v is the largest of
// - sqrt(2 g H) for the height H of the fluid above the floor of its container;
// - what else drives the fluid: its own speed at the start, emitters, the pointer, and the velocity of the container
//   relative to the fluid. It counts as long as the fluid is that fast;
// - the speed for which rho v^2 / 2 is the pressure of surface tension in the smallest drop that is resolved.
//
// The speed of a particle alone never raises c: overlapping particles are expelled at a fraction of c, and would raise
// it without end. c grows at once, because an impact would compress the fluid before a slow growth is over. The elastic
// energy c^2 e^2 / 2 of the present compression e grows with it, but is at most a hundredth of the energy of the flow
// that c grows for. c falls slowly, so that the fluid is always in equilibrium.
#pragma once
#include <glm/geometric.hpp>
#include <span>

#include "domain/mean_spacing.h"
#include "domain/pointer_force.h"
#include "sph/lattice.h"
#include "sph/particle_arrays.h"

namespace slosh::wcsph {

// What a step tells about the flow beside its particles.
struct FlowDrive {
    std::span<const PointerForce> pointer_forces;
    Motion container;
    float emitter_speed = 0;       // m/s
    float capillary_pressure = 0;  // over the rest density, m2/s2
    float resolved = 1e30f;        // the fastest sound for which there are enough sub-steps, m/s
};

// The largest speed that a force of the pointer gives to a particle: that of the pointer, or of a fall through the
// potential of its repulsion.
inline float speed_limit(const PointerForce& force) {
    if (force.kind == PointerForce::drag) return glm::length(force.velocity);
    return 2 * __builtin_sqrtf(__builtin_sqrtf(force.strength * force.limit));
}

// The height of a fluid whose highest particle, without spray, is `top` above the centre of its container, along
// gravity. Without a container it is the edge of a cube of the fluid, since what falls there has no floor. `volume`: of
// a particle, m^D.
template <int D>
float fluid_height(float top, int count, const Domain& domain, float volume) {
    const float g = glm::length(domain.gravity);
    if (!(g > 0) || count == 0) return 0;
    if (domain.walls.open) return mean_spacing(volume * static_cast<float>(count), 1, D);
    const glm::vec3 up = -domain.gravity / g;
    float floor = domain.walls.half.x;  // from the centre
    if (domain.walls.shape == Shape::box) {
        floor = 0;
        for (int d = 0; d < D; ++d) floor += __builtin_fabsf(up[d]) * domain.walls.half[d];
    }
    return std::max(top + floor, 0.0f);
}

constexpr float spray_ratio = 0.6f;  // density ratio below which a particle is spray

// The `top` of the particles, -1e30 without any but spray.
template <int D>
float fluid_top(const sph::ParticleArrays<D>& p, const Domain& domain, glm::vec3 offset) {
    const float g = glm::length(domain.gravity);
    if (!(g > 0)) return 0;
    const glm::vec3 up = -domain.gravity / g, centre = domain.walls.centre + offset;
    float top = -1e30f;
    for (int i = 0; i < p.count; ++i)
        if (p.density_ratio[i] > spray_ratio) top = std::max(top, glm::dot(p.position(i) - centre, up));
    return top;
}

// What the speed of sound depends on.
struct FlowMeasures {
    int count = 0;                     // of particles
    float fastest = 0;                 // relative to the container, m/s
    glm::vec3 mean_velocity{0, 0, 0};  // m/s
    float top = 0;                     // see fluid_top, m
};

template <int D>
class AutomaticSoundSpeed {
public:
    float value() const { return c_; }

    // To be called once a step of dt. `volume`: of a particle, m^D.
    void update(float dt, const sph::ParticleArrays<D>& p, const Domain& domain, const FlowDrive& drive, float volume) {
        const FlowMeasures flow{.count = p.count,
                                .fastest = sph::max_speed(p, drive.container.velocity),
                                .mean_velocity = p.count > 0 ? mean_velocity(p) : glm::vec3(0),
                                .top = domain.walls.open ? 0 : fluid_top(p, domain, drive.container.offset)};
        update(dt, flow, domain, drive, volume);
    }
    void update(float dt, const FlowMeasures& flow, const Domain& domain, const FlowDrive& drive, float volume) {
        float driven = drive.emitter_speed;
        if (first_) driven = std::max(driven, flow.fastest);
        if (flow.count > 0) driven = std::max(driven, glm::length(drive.container.velocity - flow.mean_velocity));
        for (const PointerForce& force : drive.pointer_forces)
            driven = std::max(driven, std::min(speed_limit(force), flow.fastest));
        driven_ = std::max(driven, std::min(driven_, flow.fastest));
        const float height = fluid_height<D>(flow.top, flow.count, domain, volume);
        const float v2 =
            std::max({2 * glm::length(domain.gravity) * height, driven_ * driven_, 2 * drive.capillary_pressure});
        const float needed = std::clamp(__builtin_sqrtf(v2 / (2 * compression)), min_value, drive.resolved);
        c_ = first_ ? needed : std::max(needed, std::min(c_ * (1 - std::min(decay * dt, 0.5f)), drive.resolved));
        first_ = false;
    }

private:
    static glm::vec3 mean_velocity(const sph::ParticleArrays<D>& p) {
        glm::vec3 mean(0);
        for (int d = 0; d < D; ++d) {
            double total = 0;
            for (int i = 0; i < p.count; ++i) total += static_cast<double>(p.v[d][i]);
            mean[d] = static_cast<float>(total / p.count);
        }
        return mean;
    }

    static constexpr float compression = 0.01f;
    static constexpr float min_value = 0.1f;  // of fluid at rest that nothing drives, m/s
    static constexpr float decay = 0.6f;      // 1/s

    bool first_ = true;
    float c_ = min_value;
    float driven_ = 0;  // m/s
};

}  // namespace slosh::wcsph
