#include "foam/foam_def.h"

namespace slosh {

void FoamDef::visit(Visitor& v) {
    v({.key = "foam",
       .doc = "Maximum number of spray, foam and bubble particles; 0: none.",
       .max = 2e5f,
       .slider_max = 4e4f},
      budget);
    v({.key = "foam-air",
       .unit = "1/s",
       .doc = "Generation rate by trapped air, in `foam` particles per second with the potential 1 in all the fluid.",
       .max = 1000},
      air_rate);
    v({.key = "foam-crests",
       .unit = "1/s",
       .doc = "Generation rate by wave crests, in `foam` particles per second with the potential 1 in all the fluid.",
       .max = 1000},
      crest_rate);
    v({.key = "foam-air-min",
       .doc = "Trapped-air potential at which generation begins: a closing speed in units of sqrt(g L), L3 the "
              "fluid volume.",
       .max = 10},
      air_min);
    v({.key = "foam-air-max", .doc = "Trapped-air potential at which generation saturates.", .max = 10}, air_max);
    v({.key = "foam-crest-min",
       .doc = "Wave-crest potential at which generation begins; a right angle has 0.9.",
       .max = 20},
      crest_min);
    v({.key = "foam-crest-max", .doc = "Wave-crest potential at which generation saturates.", .max = 20}, crest_max);
    v({.key = "foam-energy-min", .doc = "Kinetic energy, v2 / (g L), at which generation begins.", .max = 10},
      energy_min);
    v({.key = "foam-energy-max", .doc = "Kinetic energy, v2 / (g L), at which generation saturates.", .max = 10},
      energy_max);
    v({.key = "foam-life",
       .unit = "s",
       .doc = "Lifetime of foam.",
       .min = 0.05f,
       .max = 60,
       .scale = Scale::logarithmic},
      life);
    v({.key = "foam-buoyancy", .doc = "Buoyancy of bubbles, in multiples of their weight.", .max = 10}, buoyancy);
    v({.key = "foam-drag", .unit = "1/s", .doc = "Drag of the fluid on bubbles.", .max = 1000}, drag);
}

}  // namespace slosh
