#include "app/panel/legends.h"

#include <cmath>
#include <cstdio>
#include <iterator>

#include "app/panel/imgui/style.h"
#include "app/panel/texts/texts.h"
#include "render/debug/slice_colours.h"

namespace slosh {
namespace {

void draw_cell_types(float dpr) {
    for (size_t i = 0; i < std::size(cell_type_names); ++i) {
        const CellColour c = type_colours[i];
        if (i > 0) ImGui::SameLine(0, 12 * dpr);
        const ImVec2 at = ImGui::GetCursorScreenPos();
        const float side = 9 * dpr, down = 0.5f * (ImGui::GetTextLineHeight() - side);
        ImGui::GetWindowDrawList()->AddRectFilled({at.x, at.y + down}, {at.x + side, at.y + down + side},
                                                  IM_COL32(c.r, c.g, c.b, c.alpha), 2 * dpr);
        ImGui::SetCursorPosX(ImGui::GetCursorPosX() + side + 5 * dpr);
        ImGui::TextDisabled("%s", translated(cell_type_names[i]).c_str());
    }
}

}  // namespace

void draw_legend(const Legend& legend, float dpr) {
    if (legend.map == nullptr) return draw_cell_types(dpr);
    // The quantity is translated, its unit or iteration is not.
    const std::string_view title = legend.title, quantity = title.substr(0, title.find(", "));
    ImGui::TextDisabled("%s%s", translated(quantity).c_str(), legend.title.c_str() + quantity.size());
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x, height = 10 * dpr, start = ImGui::GetCursorPosX();
    constexpr int steps = map_colours - 1;
    ImDrawList& draw = *ImGui::GetWindowDrawList();
    const auto colour_at = [&](int i) { return IM_COL32(legend.map[i].r, legend.map[i].g, legend.map[i].b, 255); };
    for (int i = 0; i < steps; ++i) {
        const ImU32 left = colour_at(i), right = colour_at(i + 1);
        const float x = at.x + width * static_cast<float>(i) / steps,
                    next = at.x + width * static_cast<float>(i + 1) / steps;
        draw.AddRectFilledMultiColor({x, at.y}, {next, at.y + height}, left, right, right, left);
    }
    ImGui::Dummy({width, height});
    for (int i = 0; i < 3; ++i) {
        const glm::vec2 range = legend.range;
        const float fraction = 0.5f * static_cast<float>(i), value = range.x + fraction * (range.y - range.x);
        char text[24];
        // Removes the rounding error of a zero in the middle.
        const bool is_zero = std::abs(value) < 1e-4f * (range.y - range.x);
        std::snprintf(text, sizeof text, "%.3g", is_zero ? 0.0 : static_cast<double>(value));
        if (i > 0) ImGui::SameLine(start + fraction * (width - ImGui::CalcTextSize(text).x));
        ImGui::TextDisabled("%s", text);
    }
}

}  // namespace slosh
