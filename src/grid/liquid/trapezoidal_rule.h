// The trapezoidal rule for the velocity of particles on a grid.
//
// A particle's velocity changes by dt a, with the acceleration a at the place where the particle has arrived. That is
// of first order: each step turns the velocity too late, by half the angle, and the projection that follows takes the
// part across the stream. Water that turns at omega loses (omega dt)^2 / 2 of its spin a step, 8 % in ten seconds at
// 1 rad/s and steps of a frame. The trapezoidal rule takes the mean of the accelerations where the particle was and
// where it is:
//
//     dt / 2 (a(x - u dt) + a(x)) = dt a(x) - dt^2 / 2 (u . grad) a + ...
//
// The difference is added to the velocity before the projection, from the a of the last sub-step. The projection takes
// from it what is a gradient: in a steady flow only its turn remains. Advection and reflection (Zehnder et al. 2018)
// reach the same order with two projections a step.
#pragma once
#include "base/jobs.h"
#include "grid/flip_particles.h"
#include "grid/grid_layout.h"
#include "grid/particle_sort.h"

namespace slosh {

class TrapezoidalRule {
public:
    // Marks in the place of an acceleration, greater than any: outside the fluid, and inside since this sub-step.
    static constexpr float outside = 2e30f, entered = 1e30f;

    void resize(const MacGrid&);
    // velocity += dt times the change of the last sub-step. Before forces.
    void add_change(const MacGrid&, const ParticleSort&, float dt, Faces& velocity, Jobs&) const;
    // The acceleration of a sub-step of dt on the faces inside the fluid, from velocity_delta, m/s, on the `valid`
    // faces. Faces that have been inside for one sub-step only do not count: there a is that of an impact.
    void find_acceleration(const MacGrid&, const ParticleSort&, float dt, const SimdArray<float>& phi,
                           const Faces& valid, const Faces& velocity_delta, Jobs&);
    // The change for the next sub-step, by the extended velocity of this one, mirrored in walls.
    void find_change(const GridLayout&, const ParticleSort&, float dt, const Faces& velocity, Jobs&);

    const Faces& acceleration() const { return acceleration_; }  // m/s2, or a mark
    const Faces& change() const { return change_; }              // -dt / 2 (u . grad) a, m/s2; 0 outside the fluid

private:
    Faces acceleration_, change_;
};

}  // namespace slosh
