// The grid of a tank: how many cells of what size, and where they are.
#pragma once
#include "domain/domain.h"
#include "grid/flip_particles.h"

namespace slosh {

struct GridLayout {
    MacGrid grid;
    MacFrame frame;     // of a container that has not moved
    float spacing = 1;  // of particles at rest, m
    float at_rest = 8;  // particles in a cell
};

// A whole number of cells along each axis, at least as wide as asked for; one more around a round tank. `particles`
// fill `volume` (m3) at rest. Cells are as large as `per_cell` of them, or, where `density` is above 0, of the edge 2 /
// cbrt(density). Where there would be more than four million they become larger.
GridLayout lay_out_grid(const Walls&, double volume, int particles, float density, float per_cell);

}  // namespace slosh
