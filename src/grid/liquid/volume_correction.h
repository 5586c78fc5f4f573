// Volume correction: a divergence target that counteracts the drift of the particle density.
#pragma once
#include "base/jobs.h"
#include "grid/fluid_boundary.h"

namespace slosh {

// Whether fluid or a wall is on all sides of the cell at this index.
bool is_interior(const MacGrid&, const FluidBoundary&, int at);

// Divergence target, 1/s: cells with a `density` above 1 expand; inside the fluid, cells below 1 contract. `rate`, 1/s,
// is the fraction of the density error that is corrected per second.
void find_divergence_target(const MacGrid&, const SimdArray<float>& density, const FluidBoundary&, float rate,
                            SimdArray<float>& divergence_target, Jobs&);

}  // namespace slosh
