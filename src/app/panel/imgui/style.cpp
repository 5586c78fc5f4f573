#include "app/panel/imgui/style.h"

#include <cmath>

#include "app/panel/imgui/browser_font.h"
#include "app/panel/texts/texts.h"

namespace slosh {
namespace {

constexpr ImVec4 colour(int r, int g, int b, float alpha = 1) {
    return {static_cast<float>(r) / 255, static_cast<float>(g) / 255, static_cast<float>(b) / 255, alpha};
}

void set_colours(ImVec4* c) {
    constexpr ImVec4 text = colour(226, 231, 246), dim = colour(141, 150, 180);
    constexpr ImVec4 field = colour(58, 66, 104, 0.62f), field_hot = colour(72, 84, 132, 0.78f);
    constexpr ImVec4 accent = colour(45, 146, 255), accent_hot = colour(96, 176, 255);
    c[ImGuiCol_Text] = text;
    c[ImGuiCol_TextDisabled] = dim;
    c[ImGuiCol_WindowBg] = colour(20, 22, 42, 0.93f);
    c[ImGuiCol_PopupBg] = colour(26, 29, 54, 0.98f);
    c[ImGuiCol_Border] = colour(120, 135, 200, 0.16f);
    c[ImGuiCol_FrameBg] = field;
    c[ImGuiCol_FrameBgHovered] = c[ImGuiCol_FrameBgActive] = field_hot;
    c[ImGuiCol_CheckMark] = c[ImGuiCol_PlotHistogram] = accent;
    c[ImGuiCol_PlotHistogramHovered] = accent_hot;
    c[ImGuiCol_Button] = field;
    c[ImGuiCol_ButtonHovered] = field_hot;
    c[ImGuiCol_ButtonActive] = colour(45, 110, 210, 0.9f);
    c[ImGuiCol_Header] = colour(70, 82, 130, 0.0f);
    c[ImGuiCol_HeaderHovered] = colour(72, 84, 132, 0.55f);
    c[ImGuiCol_HeaderActive] = colour(72, 84, 132, 0.8f);
    c[ImGuiCol_Separator] = colour(120, 135, 200, 0.14f);
    c[ImGuiCol_ScrollbarBg] = colour(0, 0, 0, 0);
    c[ImGuiCol_ScrollbarGrab] = colour(110, 124, 180, 0.35f);
    c[ImGuiCol_ScrollbarGrabHovered] = c[ImGuiCol_ScrollbarGrabActive] = colour(110, 124, 180, 0.6f);
    c[ImGuiCol_TextSelectedBg] = colour(45, 146, 255, 0.4f);
}

}  // namespace

void set_panel_style(float dpr, bool by_touch, [[maybe_unused]] std::string_view extra_characters) {
    ImGuiStyle style;
    style.WindowRounding = 10;
    style.FrameRounding = style.GrabRounding = 5;
    style.PopupRounding = 8;
    style.ScrollbarRounding = 4;
    style.ScrollbarSize = by_touch ? 12.0f : 8.0f;
    style.WindowPadding = {12, 12};
    style.FramePadding = by_touch ? ImVec2{7, 8} : ImVec2{7, 4};
    style.ItemSpacing = {8, by_touch ? 8.0f : 5.0f};
    style.ItemInnerSpacing = {6, 4};
    style.GrabMinSize = 9;
    style.WindowBorderSize = style.PopupBorderSize = 1;
    style.WindowMinSize = {8, 8};
    style.HoverDelayNormal = 0.35f;
    set_colours(style.Colors);
    style.ScaleAllSizes(dpr);
    // Glyphs are rasterised at the size in device pixels, not scaled.
    const float size = std::round(14 * dpr);
#if IMGUI_VERSION_NUM >= 19200
    style.FontSizeBase = size;
    ImGui::GetStyle() = style;
    if (ImGui::GetIO().Fonts->Fonts.empty()) ImGui::GetIO().Fonts->AddFontDefault();
#else
    ImGui::GetStyle() = style;
    set_browser_font(*ImGui::GetIO().Fonts, size, extra_characters);
#endif
}

bool header(const char* english, ImGuiTreeNodeFlags flags) {
    return ImGui::CollapsingHeader((std::string(translated(english)) + "###" + english).c_str(), flags);
}

}  // namespace slosh
