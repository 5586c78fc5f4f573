// Legends: the quantities and values shown by colours.
#pragma once
#include "app/panel/panel_interface.h"

namespace slosh {

// The colour map of the particles, its quantity, and the values at its ends and in the middle.
void colour_legend(const Settings&, glm::vec2 range, float dpr);
// The same for the cells of the neighbour search; `fullest` is the largest number of particles in a cell.
void cell_legend(const Settings&, int fullest, float dpr);
// The same for an intermediate image in 3D, from black to white.
void view_legend(const Settings&, glm::vec2 range, float dpr);
// The same for a slice through the grid.
void slice_legend(const Settings&, const PanelState&, float dpr);

}  // namespace slosh
