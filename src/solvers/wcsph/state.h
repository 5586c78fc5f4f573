// The state of WCSPH, shared by its passes. D is 2 or 3.
#pragma once
#include "solvers/wcsph/equation_of_state.h"
#include "solvers/wcsph/kernel.h"
#include "solvers/wcsph/wcsph.h"
#include "sph/adaptive_support_state.h"
#include "sph/body_coupling.h"
#include "sph/boundary_terms.h"
#include "sph/fluid.h"
#include "sph/ghost_pairs.h"
#include "sph/phases.h"
#include "sph/surface_tension.h"

namespace slosh::wcsph {

template <int D>
struct State {
    [[gnu::cold]] State(const WcsphDef& parameters, const Domain& domain, const InitialParticles& start)
        : def(parameters),
          fluid(domain, start, {def.particles, def.budget.max_particles, def.smoothing}, kernel_shape<D, Kernel<D>>()),
          bodies(domain, fluid.spacing, fluid.h) {
        fluid.set_particle_volume(volume_at_rest);
        for (SimdArray<float>* column : {&volume, &pressure_volume2}) fluid.add(*column, sph::Carry::recomputed);
        for (SimdArray<float>* column : {&density, &pressure}) fluid.add(*column, sph::Carry::until_sort);
        fluid.add(force, sph::Carry::until_sort);
        phases.capacity = fluid.capacity;
        for (const uint8_t kind : start.kind) phases.add(kind);
        for (const Emitter& emitter : domain.emitters) phases.add(emitter.kind);
    }

    WcsphDef def;
    sph::Fluid<D> fluid;
    const float volume_at_rest = lattice_volume<D>(fluid.spacing, fluid.h);  // of a particle, m^D
    sph::BodyCoupling<D, Kernel<D>> bodies;
    sph::PhaseTable phases;
    sph::SurfaceTension<D, Kernel<D>> tension{fluid.spacing, fluid.h, volume_at_rest};
    sph::AdaptiveSupport<D> smoothing;  // with `adaptive-smoothing`
    Motion container;
    glm::vec3 offset{0, 0, 0};          // of the container at the present sub-step, m
    float sub_dt = 0;                   // s
    bool implicit = false;              // viscosity in this step
    bool forces_valid = false;          // of the present particles and bodies
    SimdArray<float> density;           // kg/m^D
    SimdArray<float> pressure;          // Pa
    SimdArray<float> volume;            // V, m^D
    SimdArray<float> pressure_volume2;  // p V^2
    SimdArray<float> force[D];          // without gravity, N

    float mass_of(int kind) const { return phases.rest_density[kind] * volume_at_rest; }
    float two_mu_of(int kind) const { return 2 * phases.rest_density[kind] * phases.viscosity[kind]; }
    int kind_of(int i) const { return phases.of(fluid.particles.kind[i]); }

    BoundaryTerms<D> wall_terms(int i) const { return fluid.wall_terms(i, offset); }

    sph::GhostPairLoop<D> ghost_pairs(Jobs& jobs) {
        const float radius = def.adaptive ? fluid.h * smoothing.max_h_scale() : fluid.h;
        return {fluid.particles, fluid.domain.walls, offset,        def.walls == WcsphDef::WallModel::mirror,
                radius,          fluid.neighbours,   fluid.scratch, jobs};
    }

    // Of a fluid of one phase these are its constants; else they are by slot.
    sph::FluidView<D> view(float two_mu, float artificial) const {
        sph::FluidView<D> view{.x = fluid.particles.x,
                               .v = fluid.particles.v,
                               .volume = volume.data(),
                               .pressure = pressure.data(),
                               .rest_density = phases.rest_density[0],
                               .two_mu = two_mu,
                               .artificial = artificial,
                               .gravity = fluid.domain.gravity};
        if (!phases.uniform) view.phases = {phases.density.data(), phases.two_mu.data(), phases.artificial.data()};
        return view;
    }
};

}  // namespace slosh::wcsph
