// The state of mueller_sph, shared by its passes, and the two kinds of search that these loop over. D is 2 or 3.
#pragma once
#include "search/cell_pairs.h"
#include "solvers/mueller/forces.h"
#include "solvers/mueller/phases.h"
#include "sph/adaptive_support_state.h"
#include "sph/boundary_terms.h"
#include "sph/fluid.h"

namespace slosh::mueller {

// Pair loops straight over the cells (2D only), or over the neighbour list.
struct CellSearch {
    static constexpr bool listed = false;
    CellGrid cells;
    RowPartition strips;
};
template <int D>
struct ListSearch {
    static constexpr bool listed = true;
    const NeighbourList<D>& cells;
    PairScratch& strips;
};

template <int D>
struct State {
    [[gnu::cold]] State(const MuellerSphDef& parameters, const Domain& domain, const InitialParticles& start)
        : def(parameters),
          fluid(domain, start, {def.particles, def.budget.max_particles, def.smoothing}, density_kernel<D>()),
          phases(def, start) {
        for (const Emitter& emitter : domain.emitters) phases.add_phase(emitter.kind);
        for (SimdArray<float>* column : {&mass, &cutoff2}) fluid.add(*column, sph::Carry::recomputed);
        for (SimdArray<float>* column : {&density, &pressure}) fluid.add(*column, sph::Carry::until_sort);
        fluid.add(acceleration, sph::Carry::until_sort);
        if (def.adaptive) smoothing.start(fluid);
    }

    MuellerSphDef def;
    sph::Fluid<D> fluid;
    PhaseTable phases;
    sph::AdaptiveSupport<D> smoothing;  // with `adaptive-smoothing`
    bool over_cap = false;              // a particle has more neighbours than the cap
    bool forces_valid = false;          // of the present particles
    glm::vec3 offset{0, 0, 0};          // of the container at the present sub-step, u
    glm::vec3 wall_velocity{0, 0, 0};   // u/s
    SimdArray<float> density;           // rho, mass/u^D
    SimdArray<float> pressure;
    SimdArray<float> acceleration[D];  // u/s^2
    SimdArray<float> mass;             // by kind
    SimdArray<float> cutoff2;          // squared radius of the neighbours under the cap

    float rest_density(int i) const { return phases.rest_density(fluid.particles.kind[i]); }
    BoundaryTerms<D> wall_terms(int i) const { return fluid.wall_terms(i, offset); }

    template <class F>
    void for_each_particle(Jobs& jobs, F&& f) const {
        jobs.for_range(fluid.particles.count, sph::cheap_block, [&](int begin, int end) {
            for (int i = begin; i < end; ++i) f(i);
        });
    }

    FluidView<D> view() const {
        return {.particles = fluid.particles,
                .phases = phases,
                .mass = mass.data(),
                .density = density.data(),
                .pressure = pressure.data(),
                .cutoff2 = cutoff2.data(),
                .over_cap = over_cap,
                .h = fluid.h};
    }
};

}  // namespace slosh::mueller
