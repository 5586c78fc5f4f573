#include "app/panel/tools.h"

#include <algorithm>
#include <iterator>

#include "app/panel/imgui/icons.h"
#include "app/panel/imgui/style.h"
#include "app/panel/texts/texts.h"

namespace slosh {
namespace {

struct ToolButton {
    InteractionSettings::Tool tool;
    Icon icon;
    const char* tooltip;
    const char* keys;  // prefix of the keys of its parameters
};

constexpr ToolButton tools[] = {
    {InteractionSettings::Tool::drag, Icon::drag, marked("Drag the container"), ""},
    {InteractionSettings::Tool::push, Icon::push, marked("Repel the fluid"), "push-"},
    {InteractionSettings::Tool::stir, Icon::stir, marked("Stir the fluid"), "stir-"},
    {InteractionSettings::Tool::drop, Icon::drop, marked("Drop a body"), "drop-"},
    {InteractionSettings::Tool::pour, Icon::pour, marked("Pour"), "pour-"},
    {InteractionSettings::Tool::pen, Icon::pen, marked("Draw obstacles"), "pen-"},
    {InteractionSettings::Tool::erase, Icon::erase, marked("Erase"), "erase-"},
};

// Whether the scene's solver supports it.
bool supports(const Scene& scene, InteractionSettings::Tool tool) {
    return tool != InteractionSettings::Tool::drop || scene.solver.can().bodies;
}

const char* hint(const Scene& scene) {
    const bool is_3d = scene.domain.dimensions == 3;
    switch (scene.interaction.tool) {
        case InteractionSettings::Tool::push:
            return marked("Press or hover over the fluid.");
        case InteractionSettings::Tool::stir:
            return is_3d ? marked("Drag through the fluid. Also: Shift and the right button.")
                         : marked("Drag through the fluid. Also: the right button, or a second finger.");
        case InteractionSettings::Tool::drop:
            return marked("Press to drop a body. Grab a body to throw it.");
        case InteractionSettings::Tool::pour:
            return marked("Press to pour. Also: hold p over the fluid.");
        case InteractionSettings::Tool::pen:
            return is_3d ? marked("Press to place an obstacle. Beside the tank a drag turns the view.")
                         : marked("Draw obstacles for the fluid. They stay when you restart.");
        case InteractionSettings::Tool::erase:
            return is_3d ? marked("Press an obstacle that you have placed, or take fluid out.")
                         : marked("Rub out what you have drawn, or, from beside it, fluid.");
        default:
            return is_3d ? marked("Drag to turn the view. Shift, the right button or two fingers move the tank.")
                         : marked("Drag the container: the fluid sloshes.");
    }
}

}  // namespace

float tool_buttons_width(const Scene& scene, float dpr) {
    float width = 0;
    for (const ToolButton& tool : tools)
        if (supports(scene, tool.tool)) width += button_size * dpr + 0.6f * ImGui::GetStyle().ItemSpacing.x;
    return width;
}

void tool_buttons(const Scene& scene, UiCommands& commands, float dpr) {
    const bool is_3d = scene.domain.dimensions == 3;
    const auto count = static_cast<float>(std::count_if(std::begin(tools), std::end(tools),
                                                        [&](const ToolButton& t) { return supports(scene, t.tool); }));
    const float size = button_size * dpr, room = ImGui::GetContentRegionAvail().x - count * size;
    const float space = std::clamp(room / std::max(count - 1, 1.0f), 0.0f, 0.6f * ImGui::GetStyle().ItemSpacing.x);
    const auto chosen = scene.interaction.tool;
    bool first = true;
    for (const ToolButton& tool : tools) {
        if (!supports(scene, tool.tool)) continue;
        if (!first) ImGui::SameLine(0, space);
        first = false;
        const bool turns = is_3d && tool.tool == InteractionSettings::Tool::drag;
        if (icon_button(tool.keys[0] ? tool.keys : "drag-", turns ? Icon::turn : tool.icon, size,
                        translated(turns ? marked("Turn the view") : tool.tooltip), chosen == tool.tool))
            commands.changes.push_back(
                {"tool", std::string(InteractionSettings::tool_names[static_cast<size_t>(tool.tool)])});
    }
}

// At least two lines high, so that the rows below stay where they are with another tool or font.
void tool_hint(const Scene& scene) {
    const float bottom = ImGui::GetCursorPosY() + 2 * ImGui::GetTextLineHeight() + ImGui::GetStyle().ItemSpacing.y;
    ImGui::PushTextWrapPos(0);
    ImGui::TextDisabled("%s", translated(hint(scene)));
    ImGui::PopTextWrapPos();
    if (ImGui::GetCursorPosY() < bottom) ImGui::SetCursorPosY(bottom);
}

void tool_rows(Settings& settings, PanelRows& rows, UiCommands& commands, float dpr) {
    Scene& scene = settings.scene;
    const auto chosen = scene.interaction.tool;
    const bool draws = chosen >= InteractionSettings::Tool::pen && supports(scene, chosen);
    for (const ToolButton& tool : tools) {
        if (!tool.keys[0] || !supports(scene, tool.tool)) continue;
        rows.key_prefix = tool.keys;
        rows.hidden = chosen != tool.tool && !(tool.tool == InteractionSettings::Tool::pen && draws);
        if (tool.tool == InteractionSettings::Tool::drop) scene.drop.visit(rows);
        else if (tool.tool == InteractionSettings::Tool::pour) scene.pour.visit(rows);
        else if (tool.tool == InteractionSettings::Tool::pen) scene.pen.visit(rows, scene.domain.dimensions == 3);
        else scene.interaction.visit(rows);
    }
    rows.key_prefix = "tool";  // shown as the toolbar
    rows.hidden = true;
    scene.interaction.visit(rows);
    rows.key_prefix = {};
    rows.hidden = false;
    const bool drops = chosen == InteractionSettings::Tool::drop && supports(scene, chosen);
    if (!drops && !draws) return ImGui::Spacing();
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {12 * dpr, 0.5f * (button_size * dpr - ImGui::GetFontSize())});
    if (drops && ImGui::Button(translated("Drop a body"))) commands.drop = true;
    if (draws && ImGui::Button(translated("Clear the drawing"))) commands.changes.push_back({"drawing", ""});
    ImGui::PopStyleVar();
    ImGui::SetItemTooltip("%s", drops ? translated("At the top centre; with the key b at the pointer")
                                      : translated("Removes all that you have drawn (Ctrl Z: back)"));
    ImGui::Spacing();
}

}  // namespace slosh
