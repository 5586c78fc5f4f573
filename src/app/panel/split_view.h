// Captions and input of a split view, which compares two simulations.
#pragma once
#include <string>

#include "app/panel/panel_interface.h"

namespace slosh {

// Below each simulation: the parameters that differ, and its performance.
void split_view_captions(const PanelState&, float dpr);
// Text input for the parameters of the second simulation.
void split_view_row(const Settings&, const PanelState&, std::string& text, UiCommands&, float dpr);

}  // namespace slosh
