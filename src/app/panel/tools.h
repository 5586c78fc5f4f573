// The toolbar.
#pragma once
#include "app/panel/rows.h"

namespace slosh {

// The tools of a press to choose from, and the parameters of the chosen one.
void tool_bar(Settings&, PanelRows&, UiCommands&, float dpr);

}  // namespace slosh
