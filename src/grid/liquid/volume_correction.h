// Volume correction: a divergence target that counteracts the drift of the particle density.
#pragma once
#include "base/jobs.h"
#include "grid/flip_particles.h"

namespace slosh {

// Whether fluid or a wall is on all sides of the cell at this index.
bool is_interior(const MacGrid&, const SimdArray<float>& phi, const Faces& face_fraction, int at);

// Divergence target, 1/s: cells with a `density` above 1 expand; inside the fluid, cells below 1 contract. `rate`, 1/s,
// is the fraction of the density error that is corrected per second. `open_volume`: that of cells which solids may cut,
// 0 to 1, or null.
void find_divergence_target(const MacGrid&, const SimdArray<float>& density, const SimdArray<float>& phi,
                            const Faces& face_fraction, const SimdArray<float>* open_volume, float rate,
                            SimdArray<float>& divergence_target, Jobs&);

}  // namespace slosh
