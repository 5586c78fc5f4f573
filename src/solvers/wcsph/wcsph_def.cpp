// The parameters of wcsph.
#include "solvers/wcsph/wcsph.h"

#include "solver/sph_fields.h"

namespace slosh {

void WcsphDef::visit(Visitor& v) {
    constexpr Scale log = Scale::logarithmic;
    constexpr std::string_view density_keys[] = {"rest-density-2", "rest-density-3", "rest-density-4"};
    constexpr std::string_view viscosity_keys[] = {"viscosity-2", "viscosity-3", "viscosity-4"};
    v(sph::particles_field(), particles);
    budget.visit(v);
    v(sph::substeps_field(), substeps);
    v({.key = "smoothing",
       .doc = "Kernel support in particle spacings: more neighbours, smoother and slower. Below 2.3 liquids of a "
              "mixture do not separate fully.",
       .min = 2,
       .max = 4,
       .rebuild = true},
      smoothing);
    v(sph::adaptive_smoothing_field(), adaptive);
    v(sph::rest_density_field(), rest_density);
    v({.key = "sound-speed",
       .unit = "m/s",
       .doc = "Speed of sound; 0: chosen by the solver, so that the pressure of the flow compresses it by 1 %.",
       .max = 1000,
       .scale = log},
      sound_speed);
    v({.key = "equation-of-state", .doc = "Pressure from density: linear, or Tait's with the exponent 7."},
      equation_of_state, equation_of_state_names);
    v({.key = "negative-pressure",
       .doc = "Allows negative pressure below the rest density, down to 0.3 rho_0 c^2; particles then clump at free "
              "surfaces."},
      negative_pressure);
    v(sph::viscosity_field(), viscosity);
    v(sph::artificial_viscosity_field(), artificial_viscosity);
    v({.key = "bulk-viscosity", .doc = "Viscosity of compression in units of c h: damps sound.", .max = 0.5f},
      bulk_viscosity);
    v({.key = "shifting",
       .doc = "Particle shifting towards lower particle density, for slow viscous flow inside the fluid; 0: off.",
       .max = 1},
      shifting);
    for (int k = 1; k < kinds; ++k)
        v({.key = density_keys[k - 1],
           .unit = "kg/m3",
           .doc = "Rest density of this kind of fluid; 0: as the first.",
           .max = 20000,
           .slider_max = 3000},
          other_density[k - 1]);
    for (int k = 1; k < kinds; ++k)
        v({.key = viscosity_keys[k - 1],
           .unit = "m2/s",
           .doc = "Kinematic viscosity of this kind of fluid; 0: as the first.",
           .max = 10,
           .scale = Scale::logarithmic,
           .slider_max = 1},
          other_viscosity[k - 1]);
    v({.key = "interface-tension",
       .unit = "N/m",
       .doc = "Interface tension between different kinds: oil and water separate into blobs and layers.",
       .max = 100,
       .slider_max = 10},
      interface_tension);
    v({.key = "surface-tension",
       .unit = "N/m",
       .doc = "Surface tension of the free surface; 0: none.",
       .max = 100,
       .slider_max = 20},
      surface_tension);
    v({.key = "integrator", .doc = "leapfrog conserves energy; euler is for comparison."}, integrator,
      integrator_names);
    v({.key = "cfl",
       .doc = "CFL number: in a sub-step sound crosses at most this fraction of the support h.",
       .min = 0.05f,
       .max = 0.7f},
      cfl);
    v({.key = "walls", .doc = "mirror: ghost particles behind the walls. spring: a penalty force on the penetration."},
      walls, wall_names);
    v(sph::no_slip_field(), no_slip);
    v({.key = "wall-stiffness", .unit = "1/s2", .doc = "Stiffness of the walls' penalty spring.", .max = 1e6f},
      wall_stiffness);
    v({.key = "wall-damping", .unit = "1/s", .doc = "Damping of the walls' penalty spring.", .max = 1000},
      wall_damping);
    v(sph::search_field(), search, search_names);
}

}  // namespace slosh
