// The browser's own user-interface font for Dear ImGui: sharp at every size, and no page downloads a font.
#pragma once
#include <imgui.h>

namespace slosh {

// Replaces the font of the atlas by one of `size` pixels, with the printable characters of ASCII and some of Latin-1
// and Greek. Where the browser cannot draw text, Dear ImGui's default font stays.
void set_browser_font(ImFontAtlas&, float size);

}  // namespace slosh
