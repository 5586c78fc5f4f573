// The MAC grid of a tank and its frame in world space. Chooses cell size, cell numbers and position.
#pragma once
#include "domain/domain.h"
#include "grid/flip_particles.h"

namespace slosh {

struct GridLayout {
    MacGrid grid;
    MacFrame frame;     // set_centre() sets its corner, which follows the container
    float spacing = 1;  // m, particle spacing at rest
    float at_rest = 8;  // particles in a cell at rest

    // Places the corner of the grid around `centre`, that of the container, m.
    void set_centre(glm::vec3 centre) {
        for (int d = 0; d < 3; ++d) frame.corner[d] = centre[d] - frame.top[d] * frame.edge[d] / 2;
    }
};

// A whole number of cells along each axis, each at least as wide as requested, but not fewer than three; a round tank
// gets one more cell on each side and at least six across. `particles` fill `volume` (m3) at rest. A cell holds
// `per_cell` particles or, where `density` (1/m3) is above 0, has the edge 2 / cbrt(density). Cells grow in steps of
// 10 % until there are no more than four million.
GridLayout lay_out_grid(const Walls&, double volume, int particles, float density, float per_cell);

}  // namespace slosh
