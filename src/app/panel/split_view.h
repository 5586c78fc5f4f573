// The panel's part of a split view, which compares two simulations.
#pragma once
#include <string>

#include "app/panel/panel_interface.h"

namespace slosh {

// Below each of the two simulations its different parameters and its performance.
void split_view_captions(const PanelState&, float dpr);
// Input of the parameters of the second simulation.
void split_view_row(const Settings&, const PanelState&, std::string& text, UiCommands&, float dpr);

}  // namespace slosh
