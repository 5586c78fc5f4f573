// Data of a solver that the panel shows beside the parameters.
#pragma once
#include <variant>

#include "solvers/solvers.h"

namespace slosh {

// Whether the solver has a grid to slice and a pressure solve to inspect.
inline bool has_grid(const SolverDef& def) { return def.can().grid; }

// The particle life of the scene, null without it.
inline ParticleLifeDef* particle_life(SolverDef& def) {
    auto* mueller = std::get_if<MuellerSphDef>(&def);
    return mueller && mueller->life.any() ? &mueller->life : nullptr;
}

}  // namespace slosh
