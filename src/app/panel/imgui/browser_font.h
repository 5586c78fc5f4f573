// The browser's own user-interface font for Dear ImGui: sharp at every size, and no page downloads a font.
#pragma once
#include <imgui.h>

#include <string_view>

namespace slosh {

// Replaces the font of the atlas by one of `size` pixels, with the printable characters of ASCII, some of Latin-1
// and Greek, and the others given in UTF-8. Where the browser cannot draw text, Dear ImGui's default font stays.
void set_browser_font(ImFontAtlas&, float size, std::string_view extra_characters);

}  // namespace slosh
