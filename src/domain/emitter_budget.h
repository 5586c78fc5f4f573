// The number of particles in a scene with emitters, and what happens at that number.
#pragma once
#include <string_view>

#include "base/params.h"

namespace slosh {

enum class WhenFull {
    stop,     // emitters add no particles
    recycle,  // the oldest particles are removed to make room for emitted ones
};

struct EmitterBudgetDef {
    static constexpr std::string_view when_full_names[] = {"stop", "recycle"};

    int max_particles = 0;  // 0: as many as the scene starts with, plus its inflow volume
    WhenFull when_full = WhenFull::recycle;

    void visit(Visitor& v) {
        v({.key = "budget",
           .doc = "Maximum number of particles, poured ones included; 0: those at the start plus the inflow volume.",
           .max = 1e6f,
           .rebuild = true},
          max_particles);
        v({.key = "when-full",
           .doc = "At the maximum: stop adds no particles, recycle removes the oldest to make room."},
          when_full, when_full_names);
    }
};

}  // namespace slosh
