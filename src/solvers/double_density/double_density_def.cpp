// The parameters of double_density.
#include "solvers/double_density/double_density.h"

namespace slosh {

void DoubleDensityDef::visit(Visitor& v) {
    v({.key = "particles",
       .doc = "Number of particles; the interaction radius shrinks so that the fluid area stays the same.",
       .min = 1,
       .max = 1e6f,
       .scale = Scale::logarithmic,
       .rebuild = true},
      particles);
    v({.key = "substeps", .doc = "Sub-steps in a display step of 1/60 s; 0: chosen by the solver.", .max = 64},
      substeps);
    v({.key = "mode",
       .doc = "parallel: relaxes all particles at once. sequential: one after the other, as the original demo."},
      mode, mode_names);
    v({.key = "unit", .doc = "Unit vectors of the sequential mode: exact, or the original demo's cheap approximation."},
      unit, unit_names);
    v({.key = "stiffness",
       .unit = "u/s2",
       .doc = "Stiffness of the pressure, at the original's interaction radius.",
       .max = 500,
       .slider_max = 150},
      stiffness);
    v({.key = "near-stiffness",
       .unit = "u/s2",
       .doc = "Stiffness of the near pressure, which keeps particles apart, at the original's interaction radius.",
       .max = 1000},
      near_stiffness);
    v({.key = "rest-density", .doc = "Target density, in weighted neighbours.", .min = 1, .max = 20}, rest_density);
    v({.key = "weight-difference",
       .doc = "The first kind of fluid is heavier than the second by this fraction and sinks, the third is lighter and "
              "rises; 0: as the original demo.",
       .max = 0.8f},
      weight_difference);
    v({.key = "damping",
       .doc = "Fraction of the closing speed that two close particles lose in a sub-step that fluid at rest takes; "
              "with more sub-steps each loses less (parallel mode, at the original's interaction radius).",
       .max = 0.3f},
      damping);
    v({.key = "anti-stick", .doc = "A small velocity away from the wall for each particle that touches it."},
      anti_stick);
    v({.key = "linear-viscosity",
       .unit = "1/s",
       .doc = "Viscosity impulse proportional to the speed at which neighbours approach or part, at the original's "
              "interaction radius: syrup 100, honey 1000, tar 20000.",
       .max = 20000,
       .scale = Scale::logarithmic},
      linear_viscosity);
    v({.key = "quadratic-viscosity",
       .unit = "1/u",
       .doc = "Viscosity impulse proportional to the closing speed squared: damps fast collisions only.",
       .max = 20,
       .slider_max = 4},
      quadratic_viscosity);
    v({.key = "spring-stiffness",
       .unit = "1/s2",
       .doc = "Stiffness of elastic springs between neighbours; 0: a plain fluid.",
       .max = 20000},
      spring_stiffness);
    v({.key = "yield-ratio", .doc = "Relative elongation beyond which a spring yields."}, yield_ratio);
    v({.key = "plasticity",
       .unit = "1/s",
       .doc = "Rate at which a spring yields beyond that.",
       .max = 20,
       .slider_max = 1},
      plasticity);
    v({.key = "stickiness",
       .unit = "1/s2",
       .doc = "Attraction of the walls to nearby particles, at the original's interaction radius.",
       .max = 1000,
       .slider_max = 500},
      stickiness);
    v({.key = "stick-distance",
       .unit = "h",
       .doc = "Range of the stickiness, in interaction radii.",
       .min = 0.1f,
       .max = 4},
      stick_distance);
    v({.key = "friction",
       .doc = "Fraction of its tangential velocity that a particle loses when it hits a wall (parallel mode)."},
      friction);
    budget.visit(v);
}

}  // namespace slosh
