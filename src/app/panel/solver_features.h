// What the panel shows of a solver beyond its parameters.
#pragma once
#include <variant>

#include "solvers/solvers.h"

namespace slosh {

// Whether there is a grid to slice and a pressure solve to look at.
inline bool has_grid(const SolverDef& def) { return def.can().grid; }

// The attraction matrix of a solver whose particles are alive in this scene, else null.
inline ParticleLifeDef* particle_life(SolverDef& def) {
    auto* mueller = std::get_if<MuellerSphDef>(&def);
    return mueller && mueller->life.any() ? &mueller->life : nullptr;
}

}  // namespace slosh
