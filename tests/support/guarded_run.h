// Display steps under the guard that the page and the command line have.
#pragma once
#include <algorithm>

#include "settings/energy_guard.h"

namespace slosh {

// Steps a solver of the scene, up to the first instability. Returns it; `highest_excess` (if given): the highest energy
// from nowhere, over the scale.
inline Instability guarded_run(const Scene& scene, Solver& solver, int steps, Jobs& jobs,
                               double* highest_excess = nullptr) {
    EnergyGuard guard;
    guard.start(scene);
    for (int step = 0; step < steps; ++step) {
        solver.set_runaway_speed(guard.begin_step(solver, {.gravity = scene.domain.gravity}, jobs));
        solver.step(1.0f / 60, {}, {});
        const Instability found = guard.end_step(solver.particles(), jobs);
        if (highest_excess) *highest_excess = std::max(*highest_excess, guard.excess() / guard.scale());
        if (found) return found;
    }
    return {};
}

}  // namespace slosh
