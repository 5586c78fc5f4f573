// The parameters of mueller_sph.
#include "solvers/mueller/mueller_sph.h"

namespace slosh {

void MuellerSphDef::visit(Visitor& v) {
    constexpr Scale log = Scale::logarithmic;
    v({"particles", "", "How many particles; the smoothing shrinks so that the fluid stays the same.", 1, 1e6f, log,
       true},
      particles);
    v({"budget", "", "Room for this many particles, for what is poured; 0: as many as the scene asks for.", 0, 1e6f,
       Scale::linear, true},
      budget);
    v({"when-full", "", "Once there are that many: stop lets no more in, recycle takes the oldest for it."}, when_full,
      fullness);
    v({"substeps", "", "Sub-steps in a display step; 0 lets the solver choose.", 0, 512}, substeps);
    v({"time-scale", "", "Seconds of fluid that pass in a second: less shows it in slow motion.", 0.001f, 4, log},
      time_scale);
    v({"smoothing", "", "Support of the kernels in particle spacings: more neighbours, smoother and slower.", 2, 6,
       Scale::linear, true},
      smoothing);
    v({"adaptive-smoothing", "", "Every particle's own support, wider where the fluid is thin; the force is symmetric.",
       0, 1, Scale::linear, true},
      adaptive);
    v({"neighbours", "", "At most this many, the nearest, count for a particle.", 20, max_neighbours}, neighbours);
    v({"mass", "", "Of a particle of the first kind; 0: so that the fluid starts at its rest density.", 0, 1e6f}, mass);
    v({"stiffness", "u2/s2", "Pressure a unit of density above rest: the square of the speed of sound.", 0.01f, 1e6f,
       log},
      stiffness);
    constexpr std::string_view rest_keys[] = {"rest-density", "rest-density-2", "rest-density-3", "rest-density-4"};
    constexpr std::string_view viscosity_keys[] = {"viscosity", "viscosity-2", "viscosity-3", "viscosity-4"};
    for (int k = 0; k < kinds; ++k)
        v({rest_keys[k], "1/u2",
           k ? Doc("Of this kind of fluid.") : Doc("Mass in a unit of area, of volume in 3D, at rest."), 0.001f, 20000,
           log},
          rest_density[k]);
    for (int k = 0; k < kinds; ++k)
        v({viscosity_keys[k], "u2/s",
           k ? Doc("Of this kind of fluid.") : Doc("Kinematic viscosity: how firmly neighbours drag."), 0, 100},
          viscosity[k]);
    v({"kernels", "", "planar: normalised for the plane. spatial: those of space, as printed. In 3D always these."},
      kernels, kernel_sets);
    v({"pressure", "", "signed: fluid thinner than at rest pulls itself together, too."}, pressure, pressures);
    v({"force", "", "symmetric keeps momentum; printed is the form of the original set-up."}, force, force_forms);
    v({"integrator", "", "verlet keeps energy best; taylor, euler and rk2 are there to compare."}, integrator,
      integrators);
    v({"drag", "1/s", "Slows everything down, as air would.", 0, 100}, drag);
    v({"walls", "", "reflect: throw back what gets out. density: walls count as fluid behind them as well."}, walls,
      wall_models);
    v({"wall-damping", "", "Of the reflection: 1 mirrors the speed, 0.5 takes it all.", 0.5f, 1}, wall_damping);
    v({"cfl", "", "Sub-steps so short that nothing crosses more than this share of the support.", 0.05f, 2}, cfl);
    v({"search", "", "Neighbours by dense cells over the container, or by a spatial hash without bounds."}, search,
      searches);
    if (life.any()) life.visit(v);
}

}  // namespace slosh
