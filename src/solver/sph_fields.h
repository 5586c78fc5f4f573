// The fields of parameters that several solvers of the SPH family have, for their visit().
#pragma once
#include "base/params.h"

namespace slosh::sph {

Field particles_field();
Field substeps_field();
Field smoothing_field(float max);
Field adaptive_smoothing_field();
Field rest_density_field();
Field viscosity_field();
Field artificial_viscosity_field();
Field no_slip_field();
Field search_field();

}  // namespace slosh::sph
