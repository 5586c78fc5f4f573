// Implicit viscosity in a sub-step of PCISPH, with walls and bodies. D is 2 or 3.
#pragma once
#include "solvers/pcisph/kernel.h"
#include "solvers/pcisph/state.h"
#include "solvers/pcisph/time_integration.h"
#include "sph/boundary_terms.h"
#include "sph/implicit_viscosity.h"

namespace slosh::pcisph {

template <int D>
class ViscousStep {
public:
    [[gnu::cold]] explicit ViscousStep(State<D>& s) : viscosity_(s.fluid.h) {
        s.fluid.add(viscosity_.change(), sph::Carry::always);
    }

    // Before apply().
    void prepare(const State<D>& s) {
        if (volume_.size() < s.fluid.capacity) volume_.assign(s.fluid.capacity, s.volume_at_rest);
    }

    // Solves for the velocities after the coming forces. The forces of the last sub-step, of `last_dt` (0: none), stand
    // in for them: in slow flow they are the same. Otherwise creeping fluid and sinking bodies would be too fast by
    // what the forces of a sub-step add, and a body beside the fluid would tremble.
    void apply(State<D>& s, float dt, float last_dt, Jobs& jobs) {
        const float rho = s.def.rest_density, two_mu = 2 * rho * s.def.viscosity;
        const auto velocity = [&](int i, float(&u)[D]) {
            for (int d = 0; d < D; ++d) u[d] = s.fluid.particles.v[d][i] - s.container.velocity[d];
        };
        kick(s, dt, last_dt, jobs);
        typename PredictedBodies<D>::BodyViscosity* bodies = nullptr;
        if (!s.bodies.empty()) {
            s.bodies.begin(s.view_for_bodies(two_mu, 0), s.fluid.particles.count, s.fluid.neighbours, jobs);
            bodies = s.bodies.begin_viscosity(s.fluid.neighbours, s.container.velocity, dt, jobs);
        }
        const auto drag_of = [&](int i) {
            sph::BoundaryDrag<D> drag;
            if (bodies) drag.rate = bodies->rate(i);
            if (s.def.no_slip > 0)
                drag.set_wall(s.fluid.wall_terms(i, s.offset_old), s.def.no_slip * s.volume_at_rest * two_mu);
            return drag;
        };
        const sph::GhostPairLoop<D> loop{s.fluid.particles, s.fluid.domain.walls, s.offset_old,    true,
                                         s.fluid.h,         s.fluid.neighbours,   s.fluid.scratch, jobs};
        viscosity_.solve(
            {.p = s.fluid.particles, .volume = volume_.data(), .mass = rho * s.volume_at_rest, .two_mu = two_mu}, dt,
            s.fluid.capacity, loop, bodies || s.def.no_slip > 0, velocity, drag_of, bodies);
        viscosity_.add_change(s.fluid.particles, jobs);
        s.bodies.end_viscosity(bodies);
        kick(s, -dt, last_dt, jobs);
    }

private:
    // Changes the velocities by what the forces of the last sub-step do in dt.
    static void kick(State<D>& s, float dt, float last_dt, Jobs& jobs) {
        const float scale = last_dt > 0 ? dt / (last_dt * last_dt) : 0;
        add_displacement_to_velocity(s.fluid, s.displacement, scale, jobs);
        if (!s.bodies.empty()) s.bodies.kick(dt, s.fluid.domain.gravity);
    }

    sph::ImplicitViscosity<D, Kernel<D>, BodyKernel<D>> viscosity_;
    SimdArray<float> volume_;  // of each particle, m^D
};

}  // namespace slosh::pcisph
