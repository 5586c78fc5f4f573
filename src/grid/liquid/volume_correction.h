// Volume correction: a divergence target that counteracts the drift of the particle density.
#pragma once
#include "base/jobs.h"
#include "grid/flip_particles.h"

namespace slosh {

// Errors of the density below this are sampling noise in a cell that solids cut, with fewer particles the more it is
// cut, and are not corrected. There it would push particles along the wall for ever: a full round tank of 8,000
// gained 0.6 % of its spin a second.
constexpr float cut_cell_dead_band = 0.08f;

// Whether fluid or a wall is on all sides of the cell at this index.
bool is_interior(const MacGrid&, const SimdArray<float>& phi, const Faces& face_fraction, int at);

// Divergence target, 1/s: cells with a `density` above 1 expand; inside the fluid, cells below 1 contract. `rate`, 1/s,
// is the fraction of the density error that is corrected per second.
void find_divergence_target(const MacGrid&, const SimdArray<float>& density, const SimdArray<float>& phi,
                            const Faces& face_fraction, float rate, SimdArray<float>& divergence_target, Jobs&);

}  // namespace slosh
