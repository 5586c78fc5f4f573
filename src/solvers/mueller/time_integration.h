// The time step and the integrators of mueller_sph. D is 2 or 3.
//
//   verlet   x += v dt + a dt^2/2, then v += (a + a') dt/2 with a' at the new positions
//   taylor   the same positions, and v += a dt, as in the VEX set-up
//   euler    x += v dt, v += a dt
//   rk2      the midpoint method (second-order Runge-Kutta)
#pragma once
#include <algorithm>
#include <span>

#include "solvers/mueller/mueller_sph.h"
#include "sph/particle_arrays.h"
#include "sph/time_step.h"

namespace slosh::mueller {

// Bounds by sound and speed, by viscosity and by drag. `signal_speed`: of sound, particles and gravity together, u/s;
// `max_viscosity`: u2/s; `h`: the smallest support, u.
inline int substeps_for(const MuellerSphDef& def, float dt, float signal_speed, float max_viscosity, float h) {
    const float by_sound = dt * signal_speed;
    // The viscosity's sum is 40/3 nu/h^2 in the plane and 15 nu/h^2 in space for a full neighbourhood.
    return sph::whole_substeps(
        std::max({by_sound / (def.cfl * h), dt * max_viscosity * 20 / (h * h), 2 * dt * def.drag}));
}

// One pass over the particles: x += v by_v + a by_a, then v += a kick.
struct Pass {
    float by_v = 0, by_a = 0, kick = 0;

    // Before the accelerations are computed again; not for rk2.
    static Pass first_of(MuellerSphDef::Integrator integrator, float dt) {
        using Integrator = MuellerSphDef::Integrator;
        return {.by_v = dt,
                .by_a = integrator == Integrator::euler ? 0 : 0.5f * dt * dt,
                .kick = integrator == Integrator::verlet ? 0.5f * dt : dt};
    }

    template <int D>
    void apply(sph::ParticleArrays<D>& p, const SimdArray<float> (&a)[D], Jobs& jobs) const {
        jobs.for_range(p.count, sph::cheap_block, [&, pass = *this](int begin, int end) {
            for (int d = 0; d < D; ++d)
                for (int i = begin; i < end; i += lanes) {
                    const Float4 v_i = load(&p.v[d][i]), a_i = load(&a[d][i]);
                    store(&p.x[d][i], load(&p.x[d][i]) + (v_i * pass.by_v + a_i * pass.by_a));
                    store(&p.v[d][i], v_i + a_i * pass.kick);
                }
        });
        p.pad();
    }
};

// The second half of a midpoint step: from the start again, with the accelerations half a step later.
template <int D>
class Midpoint {
public:
    // At the start of the step. Allocates only the first time.
    void save(const sph::ParticleArrays<D>& p, int capacity, Jobs& jobs) {
        for (int d = 0; d < D; ++d)
            if (start_x_[d].size() != capacity) {
                start_x_[d].assign(capacity);
                start_v_[d].assign(capacity);
            }
        jobs.for_range(p.count, sph::cheap_block, [&](int begin, int end) {
            for (int i = begin; i < end; ++i)
                for (int d = 0; d < D; ++d) {
                    start_x_[d][i] = p.x[d][i];
                    start_v_[d][i] = p.v[d][i];
                }
        });
    }
    // `p` and `a` are those at the midpoint. They have been sorted since: order[i] is the slot of i at the start.
    void finish(sph::ParticleArrays<D>& p, const SimdArray<float> (&a)[D], std::span<const uint32_t> order, float dt,
                Jobs& jobs) const {
        jobs.for_range(p.count, sph::cheap_block, [&](int begin, int end) {
            for (int i = begin; i < end; ++i) {
                const int start = static_cast<int>(order[static_cast<size_t>(i)]);
                for (int d = 0; d < D; ++d) {
                    p.x[d][i] = start_x_[d][start] + p.v[d][i] * dt;
                    p.v[d][i] = start_v_[d][start] + a[d][i] * dt;
                }
            }
        });
    }

private:
    SimdArray<float> start_x_[D], start_v_[D];  // allocated for this method only
};

}  // namespace slosh::mueller
