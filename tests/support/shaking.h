// A tank that is shaken, under the guard that the page and the command line have.
#pragma once
#include <algorithm>

#include "settings/energy_guard.h"
#include "support/scenes.h"
#include "support/worst.h"

namespace slosh {

struct Shaken {
    Instability found;  // the first, which ended it
    float fastest = 0;  // particle, m/s
};

// Steps a solver of the scene while its container moves at `speed`, m/s: to and fro, then down, in half a second, and
// then rests.
inline Shaken shake(const Scene& scene, Solver& solver, float speed, int steps, Jobs& jobs) {
    EnergyGuard guard;
    guard.start(scene);
    Motion motion;
    Shaken shaken;
    for (int i = 0; i < steps && !shaken.found; ++i) {
        const glm::vec3 direction = i < 8    ? glm::vec3(1, 0.25f, 0)
                                    : i < 20 ? glm::vec3(-1, 0, 0)
                                    : i < 28 ? glm::vec3(0.5f, -0.5f, 0)
                                             : glm::vec3(0);
        motion.velocity = speed * direction;
        solver.set_runaway_speed(
            guard.begin_step(solver, {.container = motion, .gravity = scene.domain.gravity}, jobs));
        solver.step(display_step, {}, motion);
        motion.offset += motion.velocity * display_step;
        shaken.found = guard.end_step(solver.particles(), jobs);
        keep_worst(shaken.fastest, solver.stats().max_speed);
    }
    return shaken;
}

}  // namespace slosh
