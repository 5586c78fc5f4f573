// The parameters of mueller_sph.
#include "solvers/mueller/mueller_sph.h"

#include "solver/sph_fields.h"

namespace slosh {

void MuellerSphDef::visit(Visitor& v) {
    constexpr Scale log = Scale::logarithmic;
    v(sph::particles_field(), particles);
    budget.visit(v);
    v({.key = "substeps", .doc = "Sub-steps in a display step; 0: chosen by the solver.", .max = 512}, substeps);
    v({.key = "time-scale",
       .doc = "Simulated seconds per second of display time: less than 1 is slow motion.",
       .min = 0.001f,
       .max = 4,
       .scale = log},
      time_scale);
    v(sph::smoothing_field(6), smoothing);
    v(sph::adaptive_smoothing_field(), adaptive);
    v({.key = "max-neighbours",
       .doc = "Only this many nearest neighbours of a particle are summed over.",
       .min = 20,
       .max = neighbour_limit},
      max_neighbours);
    v({.key = "mass",
       .doc = "Mass of a particle of the first kind; 0: chosen so that the fluid starts at its rest density.",
       .max = 1e6f},
      mass);
    v({.key = "stiffness",
       .unit = "u2/s2",
       .doc = "Pressure per unit of density above rest: the square of the speed of sound.",
       .min = 0.01f,
       .max = 1e6f,
       .scale = log},
      stiffness);
    constexpr std::string_view rest_keys[] = {"rest-density", "rest-density-2", "rest-density-3", "rest-density-4"};
    constexpr std::string_view viscosity_keys[] = {"viscosity", "viscosity-2", "viscosity-3", "viscosity-4"};
    for (int k = 0; k < kinds; ++k)
        v({.key = rest_keys[k],
           .unit = "1/u2",
           .doc = k ? Doc("Rest density of this kind of fluid.") : Doc("Mass per area at rest; per volume in 3D."),
           .min = 0.001f,
           .max = 20000,
           .scale = log},
          rest_density[k]);
    for (int k = 0; k < kinds; ++k)
        v({.key = viscosity_keys[k],
           .unit = "u2/s",
           .doc = k ? Doc("Kinematic viscosity of this kind of fluid.") : Doc("Kinematic viscosity."),
           .max = 100},
          viscosity[k]);
    v({.key = "kernels",
       .doc = "planar: kernels normalised for 2D. spatial: kernels normalised for 3D, as published. 3D always uses "
              "these."},
      kernels, kernels_names);
    v({.key = "pressure",
       .doc = "clamped: negative pressure is cut off. signed: fluid below its rest density contracts."},
      pressure, pressure_names);
    v({.key = "force",
       .doc = "symmetric conserves momentum; asymmetric: as published in the VEX set-up, does not conserve momentum."},
      force, force_names);
    v({.key = "integrator", .doc = "verlet conserves energy best; taylor, euler and rk2 are for comparison."},
      integrator, integrator_names);
    v({.key = "drag",
       .unit = "1/s",
       .doc = "Linear damping of all velocities, like air drag.",
       .max = 100,
       .slider_max = 12},
      drag);
    v({.key = "walls",
       .doc = "reflect: particles bounce off. density: the fluid also continues behind the walls in the sums."},
      walls, wall_names);
    v({.key = "wall-damping",
       .doc = "Of the reflection: 1 mirrors the normal velocity, 0.5 removes it.",
       .min = 0.5f,
       .max = 1},
      wall_damping);
    v({.key = "cfl",
       .doc = "CFL number: in a sub-step no particle crosses more than this fraction of the kernel support.",
       .min = 0.05f,
       .max = 2},
      cfl);
    v(sph::search_field(), search, search_names);
    if (life.any()) life.visit(v);
}

}  // namespace slosh
