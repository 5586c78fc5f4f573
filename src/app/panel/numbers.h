// Values as numbers: in the cells of a slice, and of a picked particle.
#pragma once
#include "app/panel/panel_interface.h"
#include "render/debug/slice_labels.h"

namespace slosh {

// The numbers in the cells of a slice, below all windows.
void cell_numbers(const PanelState&, SliceLabels&, float dpr);

// The values of the picked particle, in a split view one column per simulation; nothing without a picked particle.
void picked_particle(const Scene&, const PanelState&);

}  // namespace slosh
