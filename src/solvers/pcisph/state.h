// The state of PCISPH, shared by its passes. D is 2 or 3.
#pragma once
#include "solvers/pcisph/ghost_pairs.h"
#include "solvers/pcisph/initial_state.h"
#include "solvers/pcisph/kernel.h"
#include "solvers/pcisph/pcisph.h"
#include "solvers/pcisph/predicted_bodies.h"
#include "sph/fluid.h"

namespace slosh::pcisph {

template <int D>
struct State {
    [[gnu::cold]] State(const PcisphDef& parameters, const Domain& domain, const InitialParticles& start)
        : def(parameters),
          fluid(domain, start, {def.particles, def.budget.max_particles, def.smoothing}, kernel_shape<D, Kernel<D>>()),
          bodies(domain, fluid.spacing, fluid.h, volume_at_rest, fluid.capacity) {
        fluid.set_particle_volume(volume_at_rest);
        fluid.add(density, sph::Carry::until_sort, def.rest_density);
        fluid.add(pressure, sph::Carry::until_sort);
        for (SimdArray<float>* column : {&pressure_delta, &target_ratio}) fluid.add(*column, sph::Carry::recomputed);
        fluid.add(predicted_x, sph::Carry::recomputed);
        fluid.add(displacement, sph::Carry::always);
    }

    PcisphDef def;
    sph::Fluid<D> fluid;
    Prototype<D> prototype{fluid.spacing, fluid.h};
    const float volume_at_rest = prototype.volume;  // of a particle, m^D
    PredictedBodies<D> bodies;
    Motion container;
    glm::vec3 offset_old{0, 0, 0};       // of the container at the start of the sub-step, m
    glm::vec3 offset{0, 0, 0};           // and at its end
    float signal_speed = 0;              // in place of the speed of sound, m/s
    float pressure_per_compression = 0;  // Pa
    int iterations = 0;                  // of the corrections in a sub-step
    bool implicit = false;               // viscosity in this step
    std::span<const int> inlet_slots;    // of the particles in inlet zones
    SimdArray<float> density;            // kg/m^D
    SimdArray<float> pressure;           // Pa
    SimdArray<float> target_ratio;       // density ratio that the corrections aim at
    SimdArray<float> pressure_delta;     // by the last correction, Pa
    SimdArray<float> predicted_x[D];     // m
    SimdArray<float> displacement[D];    // dt^2 F / m by all forces, m

    // dt^2 F / m for a sum of slopes.
    float displacement_scale(float dt) const {
        return Kernel<D>(fluid.h).slope_scale * volume_at_rest / def.rest_density * dt * dt;
    }
    // dt^2 / m
    float displacement_per_force(float dt) const { return dt * dt / (def.rest_density * volume_at_rest); }
    float delta(float dt) const { return prototype.delta(def.rest_density, dt); }

    GhostPairs<D> ghosts_at(glm::vec3 container_offset) const {
        return {fluid.domain.walls, container_offset, fluid.h, fluid.neighbours, fluid.particles};
    }
    GhostPairs<D> ghosts() const { return ghosts_at(offset_old); }

    // What the bodies read of the fluid: they have the volumes. two_mu in Pa s; artificial: rho alpha c h.
    sph::FluidView<D> view_for_bodies(float two_mu, float artificial) const {
        return {.x = fluid.particles.x,
                .v = fluid.particles.v,
                .volume = nullptr,
                .pressure = pressure.data(),
                .rest_density = def.rest_density,
                .two_mu = two_mu,
                .artificial = artificial,
                .gravity = fluid.domain.gravity};
    }
};

}  // namespace slosh::pcisph
