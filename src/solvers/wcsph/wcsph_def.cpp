// The parameters of wcsph.
#include "solvers/wcsph/wcsph.h"

namespace slosh {

void WcsphDef::visit(Visitor& v) {
    constexpr Scale log = Scale::logarithmic;
    constexpr std::string_view density_keys[] = {"rest-density-2", "rest-density-3", "rest-density-4"};
    constexpr std::string_view viscosity_keys[] = {"viscosity-2", "viscosity-3", "viscosity-4"};
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
    v({"adaptive-smoothing", "", "Every particle's own support, wider where the fluid is thin; the force is symmetric.",
       0, 1, Scale::linear, true},
      adaptive);
    v({"rest-density", "kg/m3", "Density of the fluid at rest.", 1, 20000, log}, rest_density);
    v({"sound-speed", "m/s", "Speed of sound: ten times the fastest flow keeps the density within 1 %.", 0.1f, 1000,
       log},
      sound_speed);
    v({"equation", "", "Pressure from density: linear, or Tait's with its exponent 7."}, equation, equations);
    v({"tension", "", "Let pressure pull where the density is below rest; it clumps at free surfaces."}, tension);
    v({"viscosity", "m2/s", "Kinematic viscosity: water 1e-6, honey 0.005.", 0, 10}, viscosity);
    v({"artificial-viscosity", "", "Monaghan's: damps what approaches, and so keeps shocks and noise down.", 0, 1},
      artificial_viscosity);
    v({"bulk-viscosity", "", "Damps sound: the share of c h in the viscosity of compression.", 0, 0.5f},
      bulk_viscosity);
    v({"shifting", "", "Lets particles drift to where there is room, for slow viscous flow inside the fluid; 0 is off.",
       0, 2},
      shifting);
    for (int k = 1; k < kinds; ++k)
        v({density_keys[k - 1], "kg/m3", "Of the particles of this kind; 0: as the first.", 0, 20000},
          other_density[k - 1]);
    for (int k = 1; k < kinds; ++k)
        v({viscosity_keys[k - 1], "m2/s", "Of the particles of this kind; 0: as the first.", 0, 10},
          other_viscosity[k - 1]);
    v({"interface-tension", "N/m", "Between kinds: oil and water draw apart into blobs and layers.", 0, 100},
      interface_tension);
    v({"surface-tension", "N/m", "What draws drops together; 0 for none.", 0, 100}, surface_tension);
    v({"integrator", "", "leapfrog keeps the energy; euler is there to show why not."}, integrator, integrators);
    v({"cfl", "", "Sub-steps so short that sound crosses at most this share of the support h.", 0.05f, 1}, cfl);
    v({"walls", "", "mirror: walls reflect the fluid before them. spring: a penalty on the depth of penetration."},
      walls, wall_models);
    v({"wall-drag", "", "How much walls hold back what slides along them: 0 slips, 1 sticks.", 0, 1}, wall_drag);
    v({"wall-stiffness", "1/s2", "Of the penalty spring.", 0, 1e6f}, wall_stiffness);
    v({"wall-damping", "1/s", "Of the penalty spring.", 0, 1000}, wall_damping);
    v({"search", "", "Neighbours by dense cells over the container, or by a spatial hash without bounds."}, search,
      searches);
}

}  // namespace slosh
