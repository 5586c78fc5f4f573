#include "solvers/pcisph/pcisph.h"

namespace slosh {

void PcisphDef::visit(Visitor& v) {
    constexpr Scale log = Scale::logarithmic;
    v({"particles", "", "How many particles; the smoothing shrinks so that the fluid stays the same.", 1, 1e6f, log,
       true},
      particles);
    v({"budget", "", "Room for this many particles, for what is poured; 0: as many as the scene asks for.", 0, 1e6f,
       Scale::linear, true},
      budget);
    v({"when-full", "", "Once there are that many: stop lets no more in, recycle takes the oldest for it."}, when_full,
      fullness);
    v({"substeps", "", "Sub-steps in a display step of 1/60 s; 0 lets the solver choose.", 0, 512}, substeps);
    v({"smoothing", "", "Support of the kernel in particle spacings: more neighbours, smoother and slower.", 2, 4,
       Scale::linear, true},
      smoothing);
    v({"rest-density", "kg/m3", "Density of the fluid at rest.", 1, 20000, log}, rest_density);
    v({"density-error", "%", "Mean compression that is good enough.", 0.05f, 10, log}, density_error);
    v({"min-iterations", "", "Predictions in a sub-step, at least.", 1, 50}, min_iterations);
    v({"max-iterations", "", "Predictions in a sub-step, at most.", 1, 200}, max_iterations);
    v({"viscosity", "m2/s", "Kinematic viscosity: water 1e-6, honey 0.005.", 0, 10}, viscosity);
    v({"artificial-viscosity", "", "Monaghan's: damps what approaches, and so keeps shocks and noise down.", 0, 1},
      artificial_viscosity);
    v({"cfl", "", "Sub-steps so short that the fastest particle crosses at most this share of the support h.", 0.05f,
       2},
      cfl);
    v({"wall-drag", "", "How much walls hold back what slides along them: 0 slips, 1 sticks.", 0, 1}, wall_drag);
}

}  // namespace slosh
