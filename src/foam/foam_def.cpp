#include "foam/foam_def.h"

namespace slosh {

void FoamDef::visit(Visitor& v) {
    v({"foam", "", "Room for this many particles of spray, foam and bubbles; 0: none.", 0, 2e5f}, budget);
    v({"foam-air", "1/s", "How often a second that room would fill if all the fluid trapped air.", 0, 1000}, air_rate);
    v({"foam-crests", "1/s", "The same if all were crests of waves.", 0, 1000}, crest_rate);
    v({"foam-air-from", "", "How fast fluid must meet to trap air, of sqrt(g L); L3 is all the fluid.", 0, 10},
      air_from);
    v({"foam-air-full", "", "From where on it traps all it can.", 0, 10}, air_full);
    v({"foam-crest-from", "", "How sharp a crest must be; a right angle has 0.9.", 0, 20}, crest_from);
    v({"foam-crest-full", "", "From where on it makes all it can.", 0, 20}, crest_full);
    v({"foam-energy-from", "", "How much energy either takes: v2 / (g L).", 0, 10}, energy_from);
    v({"foam-energy-full", "", "From where on more has no effect.", 0, 10}, energy_full);
    v({"foam-life", "s", "How long foam lasts.", 0.05f, 60, Scale::logarithmic}, life);
    v({"foam-buoyancy", "", "How hard bubbles rise, in weights.", 0, 10}, buoyancy);
    v({"foam-drag", "1/s", "How firmly the fluid takes bubbles along.", 0, 1000}, drag);
}

}  // namespace slosh
