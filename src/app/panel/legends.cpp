#include "app/panel/legends.h"

#include <cmath>
#include <cstdio>
#include <iterator>
#include <string>

#include "app/panel/imgui/style.h"
#include "render/common/colour_map.h"
#include "render/debug/slice_colours.h"

namespace slosh {
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
        const float fraction = 0.5f * static_cast<float>(i), value = range.x + fraction * (range.y - range.x);
        char text[24];
        // Removes the rounding error of a zero in the middle.
        const bool is_zero = std::abs(value) < 1e-4f * (range.y - range.x);
        std::snprintf(text, sizeof text, "%.3g", is_zero ? 0.0 : static_cast<double>(value));
        if (i > 0) ImGui::SameLine(start + fraction * (width - ImGui::CalcTextSize(text).x));
        ImGui::TextDisabled("%s", text);
    }
}

}  // namespace

void colour_legend(const Settings& settings, glm::vec2 range, float dpr) {
    const RenderSettings& render = settings.render;
    const std::string_view unit = unit_of(settings.scene, render.colour_by);
    std::string title(RenderSettings::colour_by_names[static_cast<size_t>(render.colour_by)]);
    if (!unit.empty()) title += ", " + std::string(unit);
    legend(title.c_str(), colour_maps[map_of(render, settings.scene.domain.dimensions)], range, dpr);
}

void cell_legend(const Settings& settings, int fullest, float dpr) {
    const char* title = settings.scene.domain.dimensions == 3 ? "particles per column" : "particles per cell";
    legend(title, colour_maps[cell_map_of(settings.render)], {0, fullest}, dpr);
}

void view_legend(const Settings& settings, glm::vec2 range, float dpr) {
    const WaterSettings::View view = settings.water.view;
    std::string title(WaterSettings::view_names[static_cast<size_t>(view)]);
    if (view < WaterSettings::View::normals) title += ", " + std::string(settings.scene.unit);
    legend(title.c_str(), colour_maps[grey_map], range, dpr);
}

void slice_legend(const Settings& settings, const PanelState& state, float dpr) {
    const Slice& slice = settings.scene.slice;
    if (slice.shown == Slice::Quantity::cell_type) {
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
    std::string title(Slice::quantity_names[static_cast<size_t>(slice.shown)]);
    const auto preconditioner = static_cast<size_t>(state.sides[0].grid.vectors.preconditioner);
    if (slice.shown == Slice::Quantity::diagonal)
        title = std::string(preconditioner_names[preconditioner]) + ": " + std::string(diagonal_names[preconditioner]);
    if (!slice.unit().empty()) title += ", " + std::string(slice.unit());
    const int last = static_cast<int>(state.sides[0].grid.residuals.size()) - 1;
    if (slice.is_of_solve() && slice.shown != Slice::Quantity::diagonal && state.paused && last >= 0)
        title += ", iteration " + std::to_string(slice.iteration_of(last)) + " of " + std::to_string(last);
    legend(title.c_str(), colour_maps[slice_map_of(settings.render, slice)], state.sides[0].slice_range, dpr);
}

}  // namespace slosh
