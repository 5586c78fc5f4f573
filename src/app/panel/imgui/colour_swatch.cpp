#include "app/panel/imgui/colour_swatch.h"

#include <imgui.h>

#include <algorithm>
#include <cstddef>
#include <iterator>

#include "render/common/kind_colours.h"

namespace slosh {
namespace {

// Beside the colours of the kinds: greys, and the colours of the materials.
constexpr Colour palette[] = {{255, 255, 255}, {190, 195, 205}, {110, 115, 125}, {20, 22, 28},
                              {229, 57, 53},   {240, 118, 10},  {245, 205, 60},  {60, 165, 70},
                              {0, 172, 193},   {25, 80, 190},   {120, 70, 40}};
constexpr size_t columns = 6;

ImU32 packed(Colour c) { return IM_COL32(c.r, c.g, c.b, 255); }

bool button(Colour colour) {
    ImGui::PushStyleColor(ImGuiCol_Button, packed(colour));
    ImGui::PushStyleColor(ImGuiCol_ButtonHovered, packed(colour));
    ImGui::PushStyleColor(ImGuiCol_ButtonActive, packed(colour));
    // A frame, because a colour may be that of the panel.
    ImGui::PushStyleVar(ImGuiStyleVar_FrameBorderSize, 1);
    const bool pressed = ImGui::Button("##swatch", {ImGui::GetFrameHeight(), ImGui::GetFrameHeight()});
    ImGui::PopStyleVar();
    ImGui::PopStyleColor(3);
    return pressed;
}

bool channel(const char* name, uint8_t& value) {
    int edited = value;
    ImGui::SetNextItemWidth(8 * ImGui::GetFontSize());
    if (!ImGui::SliderInt(name, &edited, 0, 255, "%d", ImGuiSliderFlags_AlwaysClamp)) return false;
    value = static_cast<uint8_t>(std::clamp(edited, 0, 255));
    return true;
}

bool choose_from_palette(Colour& colour) {
    bool chosen = false;
    for (size_t i = 0; i < std::size(kind_colours) + std::size(palette); ++i) {
        const Colour offered = i < std::size(kind_colours) ? kind_colours[i] : palette[i - std::size(kind_colours)];
        if (i % columns) ImGui::SameLine();
        ImGui::PushID(static_cast<int>(i));
        if (button(offered)) {
            colour = offered;
            chosen = true;
        }
        ImGui::PopID();
    }
    return chosen;
}

}  // namespace

SwatchChange colour_swatch(Colour& colour) {
    if (button(colour)) ImGui::OpenPopup("colour");
    if (!ImGui::BeginPopup("colour")) return SwatchChange::none;
    SwatchChange change = choose_from_palette(colour) ? SwatchChange::edited : SwatchChange::none;
    if (channel("red", colour.r)) change = SwatchChange::edited;
    if (channel("green", colour.g)) change = SwatchChange::edited;
    if (channel("blue", colour.b)) change = SwatchChange::edited;
    if (ImGui::Button("remove")) {
        change = SwatchChange::removed;
        ImGui::CloseCurrentPopup();
    }
    ImGui::EndPopup();
    return change;
}

}  // namespace slosh
