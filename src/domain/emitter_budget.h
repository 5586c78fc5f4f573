// The number of particles in a scene with emitters, and what happens at that number.
#pragma once
#include <algorithm>
#include <string_view>

#include "base/params.h"
#include "domain/initial_particles.h"

namespace slosh {

enum class WhenFull {
    stop,     // emitters add no particles
    recycle,  // the oldest particles are removed to make room for emitted ones
};

struct EmitterBudgetDef {
    static constexpr std::string_view when_full_names[] = {"stop", "recycle"};

    int max_particles = 0;  // 0: see particle_capacity()
    WhenFull when_full = WhenFull::recycle;

    void visit(Visitor& v) {
        v({.key = "budget",
           .doc =
               "Maximum number of particles, poured ones included, where it is above those at the start and the inflow "
               "volume; 0: these, or, without emitters in the scene, half as many more, at most 20000, for pouring.",
           .max = 1e6f,
           .rebuild = true},
          max_particles);
        v({.key = "when-full",
           .doc = "At the maximum: stop adds no particles, recycle removes the oldest to make room."},
          when_full, when_full_names);
    }
};

// Particles that the user can pour, by default, into a scene that starts with `started` of them and has no emitters.
constexpr int max_poured = 20000;
constexpr int pour_allowance(int started) { return std::min(started / 2, max_poured); }
// The largest number to start with so that they and those poured are at most `capacity`.
constexpr int max_initial_particles(int capacity) { return capacity - std::min((capacity + 2) / 3, max_poured); }

// The maximum number of particles of a scene. `requested`: the parameter `particles`, which counts the inflow, too;
// `budget`: EmitterBudgetDef::max_particles, ignored if there are more at the start.
inline int particle_capacity(const Domain& domain, int budget, const InitialParticles& start, int requested) {
    const bool flows_in = domain.inflow_volume > 0;
    const int filling = start.filling_count();
    if (budget == 0 && !flows_in && domain.emitters.empty())
        return std::max(start.count(), filling + pour_allowance(filling));
    return std::max({start.count(), budget, flows_in ? requested : filling});
}

}  // namespace slosh
