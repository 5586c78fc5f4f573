// What a user can set of spray, foam and bubbles (foam/diffuse_particles.h).
#pragma once
#include "base/params.h"

namespace slosh {

struct FoamDef {
    int budget = 0;  // 0: there are none
    // How often a second the budget would be filled if a potential were full in all of the fluid.
    float air_rate = 60, crest_rate = 60;
    // Where each potential begins, and where it is full. Speeds are shares of sqrt(g L), L the edge of a cube of all
    // the fluid; crests have no unit, see DiffusePotentials.
    float air_from = 0.06f, air_full = 0.4f;
    float crest_from = 0.5f, crest_full = 2.5f;
    float energy_from = 0.1f, energy_full = 0.8f;  // v^2 / (g L)
    float life = 3;                                // of foam, s
    float buoyancy = 2;                            // of bubbles, in weights
    float drag = 30;                               // of the fluid on bubbles, 1/s

    void visit(Visitor&);
};

}  // namespace slosh
