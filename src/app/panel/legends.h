// Legends in the panel.
#pragma once
#include "app/legend/legend.h"

namespace slosh {

// A colour map as a bar with the values at its ends and in the middle; for cell types a swatch for each.
void draw_legend(const Legend&, float dpr);

}  // namespace slosh
