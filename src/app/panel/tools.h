// The toolbar.
#pragma once
#include "app/panel/rows.h"

namespace slosh {

// Selection of the pointer tool, and the parameters of the selected one.
void tool_buttons(const Scene&, UiCommands&, float dpr);
float tool_buttons_width(const Scene&, float dpr);  // device pixels
// What the chosen tool does.
void tool_hint(const Scene&);
// Its parameters.
void tool_rows(Settings&, PanelRows&, UiCommands&, float dpr);

}  // namespace slosh
