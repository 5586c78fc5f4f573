// Colours, font and metrics of the panel. Only the sources in src/app/panel include Dear ImGui.
#pragma once
#include <imgui.h>

#include <string_view>

namespace slosh {

// Colours, roundings and the font, for `dpr` device pixels per CSS pixel; `by_touch`: rows that a finger can hit. Call
// between frames.
// `extra_characters`: of the font, see browser_font.h.
void set_panel_style(float dpr, bool by_touch, std::string_view extra_characters);

// A collapsing header with the translated text; it stays open when its text changes.
bool header(const char* english, ImGuiTreeNodeFlags flags = 0);

constexpr float button_size = 32;  // CSS pixels: large enough for a finger

// The background of a plot, and the colour of its first line.
inline void draw_plot_background(ImDrawList& draw, ImVec2 at, ImVec2 size, float dpr) {
    draw.AddRectFilled(at, {at.x + size.x, at.y + size.y}, ImGui::GetColorU32(ImGuiCol_FrameBg, 0.6f), 5 * dpr);
}
constexpr ImU32 plot_blue = IM_COL32(64, 150, 255, 255);

}  // namespace slosh
