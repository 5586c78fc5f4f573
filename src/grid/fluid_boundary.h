// What bounds the fluid on a MAC grid: its free surface and the solids.
#pragma once
#include "grid/flip_particles.h"

namespace slosh {

struct FluidBoundary {
    // Signed distance of each cell centre from the free surface in cells, negative in the fluid. Only its ratio across
    // the surface counts: -1 and 0 put the surface into the centre of the air cell. It is 0 in the border.
    const SimdArray<float>& phi;
    const Faces& face_fraction;  // open area fraction of a face, 0..1
    // Open volume fraction of a cell, 0..1; null: no solid cuts a cell.
    const SimdArray<float>* open_volume = nullptr;
};

}  // namespace slosh
