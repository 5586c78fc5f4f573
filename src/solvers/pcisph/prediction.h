// The positions of fluid and bodies at the end of a sub-step of PCISPH, from the forces so far. D is 2 or 3.
#pragma once
#include <algorithm>
#include <span>

#include "solvers/pcisph/state.h"
#include "solvers/pcisph/time_integration.h"

namespace slosh::pcisph {

// x* = x + v dt + displacement of the particles in [begin, end), inside a loop over all; relative to the container,
// whose walls are at rest and reflect particles that cross them.
template <int D>
void predict_position(State<D>& s, int begin, int end, float dt) {
    // Gravity alone moves what is in an inlet zone.
    const std::span<const int> slots = s.inlet_slots;  // in ascending order
    for (auto slot = std::lower_bound(slots.begin(), slots.end(), begin); slot != slots.end() && *slot < end; ++slot)
        for (int d = 0; d < D; ++d) s.displacement[d][*slot] = s.fluid.domain.gravity[d] * dt * dt;
    const sph::ParticleArrays<D>& p = s.fluid.particles;
    for (int i = begin; i < end; i += lanes) {
        const Float4 limiter = length_limiter<D>(s.displacement, i, max_displacement * s.fluid.h);
        for (int d = 0; d < D; ++d) {
            const Float4 inertial = (load(&p.v[d][i]) - s.container.velocity[d]) * dt;
            store(&s.predicted_x[d][i], load(&p.x[d][i]) + inertial + load(&s.displacement[d][i]) * limiter);
        }
    }
    const GhostPairs<D> ghosts = s.ghosts();
    ghosts.for_each_near_walls(s.predicted_x, begin, end, [&](int i) {
        float x[D], v[D] = {};
        for (int d = 0; d < D; ++d) x[d] = s.predicted_x[d][i];
        reflect_inside<D>(ghosts.walls, {}, ghosts.offset, 0, x, v);
        for (int d = 0; d < D; ++d) s.predicted_x[d][i] = x[d];
    });
}

// After the particles. Bodies move with the forces of the present pressures.
template <int D>
void predict_bodies(State<D>& s, float dt, Jobs& jobs) {
    if (!s.bodies.empty()) s.bodies.predict(s.fluid.neighbours, dt, s.offset_old, s.container.velocity, jobs);
    for (SimdArray<float>& a : s.predicted_x) a.pad_with(far_away);
}

}  // namespace slosh::pcisph
