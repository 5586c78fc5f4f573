// The parameters of pcisph.
#include "solvers/pcisph/pcisph.h"

namespace slosh {

void PcisphDef::visit(Visitor& v) {
    constexpr Scale log = Scale::logarithmic;
    v({.key = "particles",
       .doc = "Number of particles; the kernel support shrinks so that the fluid volume stays the same.",
       .min = 1,
       .max = 1e6f,
       .scale = log,
       .rebuild = true},
      particles);
    budget.visit(v);
    v({.key = "substeps", .doc = "Sub-steps in a display step of 1/60 s; 0: chosen by the solver.", .max = 512},
      substeps);
    v({.key = "smoothing",
       .doc = "Kernel support in particle spacings: more neighbours, smoother and slower.",
       .min = 2,
       .max = 4,
       .rebuild = true},
      smoothing);
    v({.key = "rest-density", .unit = "kg/m3", .doc = "Rest density.", .min = 1, .max = 20000, .scale = log},
      rest_density);
    v({.key = "density-error",
       .unit = "%",
       .doc = "Mean compression that the pressure corrections may leave: fewer corrections, softer water.",
       .min = 0.05f,
       .max = 10,
       .scale = log},
      density_error);
    v({.key = "min-iterations", .doc = "Minimum number of pressure corrections in a sub-step.", .min = 1, .max = 50},
      min_iterations);
    v({.key = "max-iterations", .doc = "Maximum number of pressure corrections in a sub-step.", .min = 1, .max = 200},
      max_iterations);
    v({.key = "viscosity",
       .unit = "m2/s",
       .doc = "Kinematic viscosity: water 1e-6, honey 0.005.",
       .max = 10,
       .scale = Scale::logarithmic,
       .slider_max = 1},
      viscosity);
    v({.key = "artificial-viscosity",
       .doc = "Monaghan's alpha: damps approaching particles, which suppresses shocks and noise; grows with the speed "
              "of sound."},
      artificial_viscosity);
    v({.key = "cfl",
       .doc = "CFL number: in a sub-step the fastest particle crosses at most this fraction of the support h.",
       .min = 0.05f,
       .max = 2},
      cfl);
    v({.key = "no-slip",
       .doc = "Tangential boundary condition at the tank: 0 free slip, 1 no slip. Bodies are always no-slip."},
      no_slip);
}

}  // namespace slosh
