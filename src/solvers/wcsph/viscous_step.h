// Implicit viscosity in a sub-step of WCSPH, with walls and bodies. D is 2 or 3.
#pragma once
#include "solvers/wcsph/kernel.h"
#include "solvers/wcsph/state.h"
#include "sph/implicit_viscosity.h"

namespace slosh::wcsph {

template <int D>
class ViscousStep {
public:
    [[gnu::cold]] explicit ViscousStep(State<D>& s) : viscosity_(s.fluid.h), body_viscosity_(s.fluid.h) {
        s.fluid.add(viscosity_.change(), sph::Carry::always);
    }

    // At the end of a sub-step, when the forces that will move the particles next are known: the velocity with which
    // they then drift is that of a whole implicit sub-step.
    void apply(State<D>& s, float dt, Jobs& jobs) {
        sph::ViscousFluid<D> fluid{
            .p = s.fluid.particles, .volume = s.volume.data(), .mass = s.mass_of(0), .two_mu = s.two_mu_of(0)};
        if (!s.phases.uniform) {
            fluid.inv_masses = s.phases.inv_mass.data();
            fluid.two_mus = s.phases.two_mu.data();
        }
        const bool leapfrog = s.def.integrator == WcsphDef::Integrator::leapfrog;
        const float ahead = leapfrog ? 0.5f * dt : 0;
        const auto velocity = [&](int i, float(&u)[D]) {
            const float inv_mass = s.phases.uniform ? 1 / fluid.mass : s.phases.inv_mass[i];
            for (int d = 0; d < D; ++d)
                u[d] = s.fluid.particles.v[d][i] - s.container.velocity[d] +
                       ahead * (s.force[d][i] * inv_mass + s.fluid.domain.gravity[d]);
        };
        const sph::FluidView<D> view = s.view(fluid.two_mu, 0);
        s.bodies.kick(ahead, s.fluid.domain.gravity);
        BodyViscosity* bodies =
            s.bodies.begin_viscosity(body_viscosity_, view, s.fluid.neighbours, s.container.velocity, dt, jobs);
        const auto drag_of = [&](int i) {
            sph::BoundaryDrag<D> drag;
            if (bodies) drag.rate = bodies->rate(i);
            if (s.def.no_slip > 0) add_wall_drag(s, i, drag);
            return drag;
        };
        viscosity_.solve(fluid, dt, s.fluid.capacity, s.ghost_pairs(jobs), bodies || s.def.no_slip > 0, velocity,
                         drag_of, bodies);
        viscosity_.add_change(s.fluid.particles, jobs);
        s.bodies.end_viscosity(bodies);
        s.bodies.kick(-ahead, s.fluid.domain.gravity);
    }

    int iterations() const { return viscosity_.iterations(); }

private:
    using BodyViscosity = sph::BodyViscosity<D, Kernel<D>>;

    void add_wall_drag(const State<D>& s, int i, sph::BoundaryDrag<D>& drag) const {
        const BoundaryTerms<D> wall = s.wall_terms(i);
        if (wall.gap >= s.fluid.h) return;
        drag.set_wall(wall, s.def.no_slip * s.volume[i] * s.two_mu_of(s.kind_of(i)));
    }

    sph::ImplicitViscosity<D, Kernel<D>, Kernel<D>> viscosity_;
    BodyViscosity body_viscosity_;
};

}  // namespace slosh::wcsph
