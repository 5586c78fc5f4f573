// The toolbar.
#pragma once
#include "app/panel/rows.h"

namespace slosh {

// Selection of the pointer tool, and the parameters of the selected one.
void tool_bar(Settings&, PanelRows&, UiCommands&, float dpr);

}  // namespace slosh
