// The parameters of pcisph.
#include "solvers/pcisph/pcisph.h"

#include "solver/sph_fields.h"

namespace slosh {

void PcisphDef::visit(Visitor& v) {
    constexpr Scale log = Scale::logarithmic;
    v(sph::particles_field(), particles);
    budget.visit(v);
    v(sph::substeps_field(), substeps);
    v(sph::smoothing_field(4), smoothing);
    v(sph::rest_density_field(), rest_density);
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
    v(sph::viscosity_field(), viscosity);
    v(sph::artificial_viscosity_field(), artificial_viscosity);
    v({.key = "cfl",
       .doc = "CFL number: in a sub-step the fastest particle crosses at most this fraction of the support h.",
       .min = 0.05f,
       .max = 2},
      cfl);
    v(sph::no_slip_field(), no_slip);
}

}  // namespace slosh
