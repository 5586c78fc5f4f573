#include "app/panel/numbers.h"

#include <cstdio>

#include "app/panel/imgui/style.h"
#include "app/panel/texts/texts.h"

namespace slosh {

// Dark text on light colours and light text on dark colours, with an outline in the other: a number on a face has two
// background colours.
void cell_numbers(const PanelState& state, SliceLabels& numbers, float dpr) {
    for (const SimulationPanelState& side : std::span(state.sides).first(state.is_split ? 2 : 1)) {
        const Slice& slice = side.slice;
        if (!slice.numbers || slice.shown == Slice::Quantity::off) continue;
        ImFont* const font = ImGui::GetFont();
        const float size = ImGui::GetFontSize(), outline = std::max(1.0f, std::round(dpr));
        const glm::vec2 glyph(ImGui::CalcTextSize("0").x, size);
        ImDrawList& draw = *ImGui::GetBackgroundDrawList();
        for (const CellNumber& number :
             numbers.find(side.grid, slice, side.render, side.slice_range, state.camera, glyph)) {
            const CellColour g = number.background;
            const bool light = 0.3f * g.r + 0.59f * g.g + 0.11f * g.b > 130;  // luma of Rec. 601, 0 to 255
            const ImU32 dark_ink = IM_COL32(12, 14, 30, 255), light_ink = IM_COL32(255, 255, 255, 255);
            const ImU32 ink = light ? dark_ink : light_ink;
            const ImU32 around = (light ? light_ink : dark_ink) & IM_COL32(255, 255, 255, light ? 90 : 120);
            const float width = glyph.x * static_cast<float>(number.text.size());
            const ImVec2 at{std::round(side.corner.x + number.pixel.x - 0.5f * width),
                            std::round(side.corner.y + number.pixel.y - 0.5f * size)};
            for (const ImVec2 offset : {ImVec2{-outline, 0}, {outline, 0}, {0, -outline}, {0, outline}})
                draw.AddText(font, size, {at.x + offset.x, at.y + offset.y}, around, number.text.c_str());
            draw.AddText(font, size, at, ink, number.text.c_str());
        }
    }
}

void picked_particle(const Scene& scene, const PanelState& state) {
    const PickedParticle* picked[2];
    int count = 0;
    for (const SimulationPanelState& side : state.sides)
        if (side.picked.any && (state.is_split || &side == &state.sides[0])) picked[count++] = &side.picked;
    if (count == 0 || !header(marked("Picked particle"), ImGuiTreeNodeFlags_DefaultOpen)) return;
    const float left = ImGui::GetCursorPosX(), width = ImGui::GetContentRegionAvail().x;
    const float first = count == 1 ? 0.4f : 0.31f, next = 0.35f;
    const auto row = [&](const char* name, std::string_view unit, const char* format, auto value_of) {
        ImGui::TextDisabled("%s", translated(name));
        for (int i = 0; i < count; ++i) {
            char text[96];
            std::snprintf(text, sizeof text, format, value_of(*picked[i]));
            ImGui::SameLine(left + width * (first + next * static_cast<float>(i)));
            ImGui::Text("%s %.*s", text, static_cast<int>(unit.size()), unit.data());
        }
    };
    const auto number = [](float v) { return static_cast<double>(v); };
    row("id", "", "%u", [](const PickedParticle& p) { return p.id; });
    row(marked("kind"), "", "%d", [](const PickedParticle& p) { return p.kind; });
    constexpr const char* axes[] = {"x", "y", "z"};
    for (int d = 0; d < scene.domain.dimensions; ++d)
        row(axes[d], scene.unit, "%.4g", [&](const PickedParticle& p) { return number(p.position[d]); });
    row(marked("speed"), unit_of(scene, RenderSettings::ColourBy::speed), "%.4g",
        [&](const PickedParticle& p) { return number(p.speed); });
    row(marked("density"), unit_of(scene, RenderSettings::ColourBy::density), "%.5g",
        [&](const PickedParticle& p) { return number(p.density); });
    row(marked("pressure"), unit_of(scene, RenderSettings::ColourBy::pressure), "%.4g",
        [&](const PickedParticle& p) { return number(p.pressure); });
    row(marked("neighbours"), "", "%d", [](const PickedParticle& p) { return p.neighbours; });
}

}  // namespace slosh
