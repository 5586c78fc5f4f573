// The user's settings of spray, foam and bubbles (foam/diffuse_particles.h).
#pragma once
#include "base/params.h"

namespace slosh {

struct FoamDef {
    int budget = 0;  // maximum number of diffuse particles, 0 to 2e5; 0: none
    // Generation rates, 1/s, 0 to 1000: `budget` times this per second if a potential were 1 in all of the fluid.
    float air_rate = 60;
    float crest_rate = 60;
    // Clamp of each potential (Ihmsen 2012): 0 below its min, 1 above its max. Speeds are in units of sqrt(g L), L the
    // edge of a cube of all the fluid; the crest potential has no unit (DiffusePotentials). air 0 to 10, crest 0 to 20.
    float air_min = 0.06f;
    float air_max = 0.4f;
    float crest_min = 0.5f;
    float crest_max = 2.5f;
    float energy_min = 0.1f;  // v^2 / (g L), 0 to 10
    float energy_max = 0.8f;  // 0 to 10
    float life = 3;           // of foam, s, up to 60
    float buoyancy = 2;       // of bubbles, in multiples of their weight, 0 to 10
    float drag = 30;          // of the fluid on bubbles, 1/s, 0 to 1000

    void visit(Visitor&);
};

}  // namespace slosh
