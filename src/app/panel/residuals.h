// Convergence of the pressure solve.
#pragma once
#include "app/panel/panel_interface.h"

namespace slosh {

// The residuals of the last pressure solve before the first iteration and after each, in a logarithmic plot that marks
// the iteration of the slice. A click, or the slider below, selects another one.
void residual_plot(const Slice&, const PanelState&, UiCommands&, float dpr);

}  // namespace slosh
