#include <algorithm>
#include <cmath>
#include <cstdio>
#include <iterator>

#include "app/panel/parts.h"
#include "render/common/colour_map.h"
#include "render/debug/slice_colours.h"

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

void set_panel_style(float dpr) {
    ImGuiStyle style;
    style.WindowRounding = 10;
    style.FrameRounding = style.GrabRounding = 5;
    style.PopupRounding = 8;
    style.ScrollbarRounding = 4;
    style.ScrollbarSize = 8;
    style.WindowPadding = {12, 12};
    style.FramePadding = {7, 3};
    style.ItemSpacing = {8, 5};
    style.ItemInnerSpacing = {6, 4};
    style.GrabMinSize = 9;
    style.WindowBorderSize = style.PopupBorderSize = 1;
    style.WindowMinSize = {8, 8};
    style.HoverDelayNormal = 0.35f;
    set_colours(style.Colors);
    style.ScaleAllSizes(dpr);
    // The text is drawn for these very pixels, never stretched.
    const float size = std::round(13 * dpr);
#if IMGUI_VERSION_NUM >= 19200
    style.FontSizeBase = size;
    ImGui::GetStyle() = style;
    if (ImGui::GetIO().Fonts->Fonts.empty()) ImGui::GetIO().Fonts->AddFontDefault();
#else
    ImGui::GetStyle() = style;
    ImFontAtlas& fonts = *ImGui::GetIO().Fonts;
    fonts.Clear();
    ImFontConfig config;
    config.SizePixels = size;
    fonts.AddFontDefault(&config);
#endif
}

namespace {

// A colour map as a bar, and below it the values at its ends and in the middle.
void legend(const char* title, const Colour (&colours)[map_colours], glm::vec2 range, float dpr) {
    ImGui::TextDisabled("%s", title);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x, height = 10 * dpr, start = ImGui::GetCursorPosX();
    constexpr int steps = map_colours - 1;
    ImDrawList& draw = *ImGui::GetWindowDrawList();
    const auto colour_at = [&](int i) { return IM_COL32(colours[i].r, colours[i].g, colours[i].b, 255); };
    for (int i = 0; i < steps; ++i) {
        const ImU32 left = colour_at(i), right = colour_at(i + 1);
        const float x = at.x + width * static_cast<float>(i) / steps,
                    next = at.x + width * static_cast<float>(i + 1) / steps;
        draw.AddRectFilledMultiColor({x, at.y}, {next, at.y + height}, left, right, right, left);
    }
    ImGui::Dummy({width, height});
    for (int i = 0; i < 3; ++i) {
        const float share = 0.5f * static_cast<float>(i), value = range.x + share * (range.y - range.x);
        char text[24];
        // What rounding leaves of a middle of nothing.
        const bool none = std::abs(value) < 1e-4f * (range.y - range.x);
        std::snprintf(text, sizeof text, "%.3g", none ? 0.0 : static_cast<double>(value));
        if (i > 0) ImGui::SameLine(start + share * (width - ImGui::CalcTextSize(text).x));
        ImGui::TextDisabled("%s", text);
    }
}

}  // namespace

void colour_legend(const Settings& settings, glm::vec2 range, float dpr) {
    const RenderSettings& look = settings.look;
    const std::string_view unit = unit_of(settings.scene, look.colour_by);
    std::string title(colour_by_names[look.colour_by]);
    if (!unit.empty()) title += ", " + std::string(unit);
    legend(title.c_str(), colour_maps[map_of(look, settings.scene.domain.dimensions)], range, dpr);
}

void cell_legend(const Settings& settings, int fullest, float dpr) {
    const char* title = settings.scene.domain.dimensions == 3 ? "particles above a cell" : "particles in a cell";
    legend(title, colour_maps[cell_map_of(settings.look)], {0, fullest}, dpr);
}

void view_legend(const Settings& settings, glm::vec2 range, float dpr) {
    constexpr int grey = 3;
    const int view = settings.deep.view;
    std::string title(WaterSettings::views[view]);
    if (view < WaterSettings::normals) title += ", " + std::string(settings.scene.unit);
    legend(title.c_str(), colour_maps[grey], range, dpr);
}

void slice_legend(const Settings& settings, const PanelState& readings, float dpr) {
    const Slice& slice = settings.scene.slice;
    if (slice.shown == Slice::cell_type) {
        constexpr const char* names[] = {"solid", "fluid", "air"};
        for (size_t i = 0; i < std::size(names); ++i) {
            const CellColour c = type_colours[i];
            if (i > 0) ImGui::SameLine(0, 12 * dpr);
            const ImVec2 at = ImGui::GetCursorScreenPos();
            const float side = 9 * dpr, down = 0.5f * (ImGui::GetTextLineHeight() - side);
            ImGui::GetWindowDrawList()->AddRectFilled({at.x, at.y + down}, {at.x + side, at.y + down + side},
                                                      IM_COL32(c.r, c.g, c.b, c.alpha), 2 * dpr);
            ImGui::SetCursorPosX(ImGui::GetCursorPosX() + side + 5 * dpr);
            ImGui::TextDisabled("%s", names[i]);
        }
        return;
    }
    std::string title(Slice::names[slice.shown]);
    const auto which = static_cast<size_t>(readings.sides[0].grid.vectors.preconditioner);
    if (slice.shown == Slice::diagonal)
        title = std::string(preconditioner_names[which]) + ": " + std::string(diagonal_names[which]);
    if (!slice.unit().empty()) title += ", " + std::string(slice.unit());
    const int last = static_cast<int>(readings.sides[0].grid.residuals.size()) - 1;
    if (slice.of_solve() && slice.shown != Slice::diagonal && readings.paused && last >= 0)
        title += ", iteration " + std::to_string(slice.iteration_of(last)) + " of " + std::to_string(last);
    legend(title.c_str(), colour_maps[slice_map_of(settings.look, slice)], readings.sides[0].slice_range, dpr);
}

bool icon_button(const char* id, Icon icon, float size, const char* tooltip, bool chosen) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const bool pressed = ImGui::InvisibleButton(id, {size, size});
    const bool hovered = ImGui::IsItemHovered(), active = ImGui::IsItemActive();
    ImGui::SetItemTooltip("%s", tooltip);
    ImDrawList& draw = *ImGui::GetWindowDrawList();
    const ImU32 back = ImGui::GetColorU32(active || chosen ? ImGuiCol_ButtonActive
                                          : hovered        ? ImGuiCol_ButtonHovered
                                                           : ImGuiCol_Button);
    const ImU32 ink = ImGui::GetColorU32(ImGuiCol_Text);
    const ImVec2 c{at.x + size / 2, at.y + size / 2};
    const float u = size / 24;  // the icons are drawn on a 24 x 24 grid
    const auto at_grid = [&](float x, float y) { return ImVec2{c.x + x * u, c.y + y * u}; };
    const auto bar = [&](float x0, float y0, float x1, float y1) {
        draw.AddRectFilled({c.x + x0 * u, c.y + y0 * u}, {c.x + x1 * u, c.y + y1 * u}, ink, u);
    };
    const auto triangle = [&](float x0, float x1) {
        draw.AddTriangleFilled({c.x + x0 * u, c.y - 5 * u}, {c.x + x1 * u, c.y}, {c.x + x0 * u, c.y + 5 * u}, ink);
    };
    draw.AddRectFilled(at, {at.x + size, at.y + size}, back, ImGui::GetStyle().FrameRounding);
    switch (icon) {
        case Icon::play:
            triangle(-3.5f, 5.5f);
            break;
        case Icon::pause:
            bar(-4.5f, -5, -1.5f, 5), bar(1.5f, -5, 4.5f, 5);
            break;
        case Icon::step:
            bar(-5, -5, -2.5f, 5), triangle(-1, 6);
            break;
        case Icon::menu:
            for (float y : {-5.0f, -1.0f, 3.0f}) bar(-6, y, 6, y + 2);
            break;
        case Icon::close: {
            const float r = 4 * u;
            draw.AddLine({c.x - r, c.y - r}, {c.x + r, c.y + r}, ink, 1.6f * u);
            draw.AddLine({c.x - r, c.y + r}, {c.x + r, c.y - r}, ink, 1.6f * u);
            break;
        }
        case Icon::drag:
            // Four ways.
            for (const ImVec2 way : {ImVec2{1, 0}, {-1, 0}, {0, 1}, {0, -1}}) {
                const ImVec2 tip = at_grid(8 * way.x, 8 * way.y), neck = at_grid(5 * way.x, 5 * way.y);
                draw.AddLine(c, neck, ink, 1.6f * u);
                const ImVec2 side{3.2f * u * way.y, 3.2f * u * way.x};
                draw.AddTriangleFilled(tip, {neck.x - side.x, neck.y - side.y}, {neck.x + side.x, neck.y + side.y},
                                       ink);
            }
            break;
        case Icon::turn:
            // A globe.
            draw.AddCircle(c, 7.5f * u, ink, 0, 1.5f * u);
            for (int i = 0; i < 24; ++i) {
                const float turn = 0.2618f * static_cast<float>(i);
                draw.PathLineTo(at_grid(7.5f * std::cos(turn), 3 * std::sin(turn)));
            }
            draw.PathStroke(ink, ImDrawFlags_Closed, 1.5f * u);
            break;
        case Icon::push:
            // Away from a point.
            draw.AddCircleFilled(c, 2 * u, ink);
            draw.AddCircle(c, 5 * u, ink, 0, 1.5f * u);
            draw.AddCircle(c, 8 * u, ImGui::GetColorU32(ImGuiCol_Text, 0.5f), 0, 1.5f * u);
            break;
        case Icon::stir: {
            // A turn and a half inwards.
            for (int i = 0; i <= 36; ++i) {
                const float turn = 0.2618f * static_cast<float>(i), r = 8 - 6.2f * static_cast<float>(i) / 36;
                draw.PathLineTo(at_grid(r * std::cos(turn), r * std::sin(turn)));
            }
            draw.PathStroke(ink, 0, 1.7f * u);
            break;
        }
        case Icon::drop:
            // A box above the water.
            bar(-3.5f, -8, 3.5f, -1);
            for (const float x : {-8.0f, 0.0f})
                draw.AddBezierCubic(at_grid(x, 5), at_grid(x + 2.5f, 2), at_grid(x + 5.5f, 8), at_grid(x + 8, 5), ink,
                                    1.7f * u);
            break;
        case Icon::pour:
            // A tap, and what comes out of it.
            bar(-8, -8, 3, -4.5f), bar(-0.5f, -8, 3, -1);
            bar(0.4f, 0.5f, 2.1f, 3), bar(0.4f, 4.5f, 2.1f, 7);
            draw.AddBezierCubic(at_grid(-8, 8), at_grid(-4, 5.5f), at_grid(4, 10.5f), at_grid(8, 8), ink, 1.7f * u);
            break;
        case Icon::reset: {
            // Most of a circle, with an arrow head at its end.
            draw.PathArcTo(c, 5 * u, -0.9f, 4.2f, 24);
            draw.PathStroke(ink, 0, 1.8f * u);
            const ImVec2 tip{c.x + 5 * u * std::cos(-0.9f), c.y + 5 * u * std::sin(-0.9f)};
            draw.AddTriangleFilled({tip.x - 4.2f * u, tip.y - 0.6f * u}, {tip.x + 2.2f * u, tip.y - 2.8f * u},
                                   {tip.x + 1.4f * u, tip.y + 3.6f * u}, ink);
            break;
        }
    }
    return pressed;
}

}  // namespace slosh
