// Keeps the volume of a fluid that particles carry: they drift together and apart a little in every step.
#pragma once
#include "base/jobs.h"
#include "grid/flip_particles.h"

namespace slosh {

// Fluid, or a wall, on all sides of the cell at this place.
bool is_inside(const MacGrid&, const SimdArray<float>& surface, const Faces& open, int at);

// What a cell of fluid brings forth, 1/s: where there are more particles than at rest (`density` above 1) the fluid
// expands a little, and inside, where there are fewer, it closes up. `rate`: of the excess, 1/s.
void correct_volume(const MacGrid&, const SimdArray<float>& density, const SimdArray<float>& surface, const Faces& open,
                    float rate, SimdArray<float>& source, Jobs&);

}  // namespace slosh
