// The positions of fluid and bodies at the end of a sub-step of PCISPH, from the forces so far. D is 2 or 3.
#pragma once
#include <algorithm>
#include <span>

#include "solvers/pcisph/state.h"
#include "solvers/pcisph/time_integration.h"

namespace slosh::pcisph {

// Of the particles in [begin, end), inside a loop over all.
template <int D>
void predict_position(State<D>& s, int begin, int end, float dt) {
    // Gravity alone moves what is in an inlet zone.
    const std::span<const int> slots = s.inlet_slots;  // in ascending order
    for (auto slot = std::lower_bound(slots.begin(), slots.end(), begin); slot != slots.end() && *slot < end; ++slot)
        for (int d = 0; d < D; ++d) s.displacement[d][*slot] = s.fluid.domain.gravity[d] * dt * dt;
    predict_position(s.fluid, s.displacement, s.ghosts(), s.container.velocity, dt, begin, end, s.predicted_x);
}

// After the particles. Bodies move with the forces of the present pressures.
template <int D>
void predict_bodies(State<D>& s, float dt, Jobs& jobs) {
    if (!s.bodies.empty()) s.bodies.predict(s.fluid.neighbours, dt, s.offset_old, s.container.velocity, jobs);
    for (SimdArray<float>& a : s.predicted_x) a.pad_with(far_away);
}

}  // namespace slosh::pcisph
