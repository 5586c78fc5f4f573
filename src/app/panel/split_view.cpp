// Captions and input of a split view.
#include <cmath>
#include <cstdio>

#include "app/panel/imgui/style.h"
#include "app/panel/solver_features.h"
#include "app/panel/split_view.h"
#include "app/panel/texts/texts.h"
#include "base/wording.h"

namespace slosh {
namespace {

// Iterations and residual of the pressure solve, or without one the density error; sub-steps and speed.
std::string performance_of(const SimulationPanelState& side) {
    if (side.failed) return translated("unstable");
    const Stats& stats = side.stats;
    const auto written = [](const char* format, double number) {
        char text[32];
        std::snprintf(text, sizeof text, format, number);
        return std::string(text);
    };
    const std::span<const float> residuals = side.grid.residuals;
    const std::string iterations = written("%.1f", static_cast<double>(stats.iterations));
    std::string text;
    if (!residuals.empty())
        text = filled(translated("{} iterations, residual {}"),
                      {iterations, written("%.2g", static_cast<double>(residuals.back()))});
    else if (stats.iterations > 0) text = filled(translated("{} iterations"), {iterations});
    else
        text = filled(translated("density error {} %"),
                      {written("%.2g", 100 * static_cast<double>(stats.mean_density_error))});
    text += ", ";
    text += filled(stats.substeps == 1 ? translated("{} sub-step") : translated("{} sub-steps"),
                   {std::to_string(stats.substeps)});
    text += ", ";
    text += filled(translated("{} steps/s"), {written("%.0f", side.steps_per_second)});
    return text;
}

}  // namespace

void split_view_captions(const PanelState& state, float dpr) {
    ImDrawList& draw = *ImGui::GetBackgroundDrawList();
    const auto width = static_cast<float>(state.camera.pixels.x), height = static_cast<float>(state.camera.pixels.y);
    const float pad = 8 * dpr, gap = 3 * dpr, wrap = width - 2 * pad - 2 * dpr;
    const float middle = std::round(state.sides[1].corner.x);
    draw.AddLine({middle, 0}, {middle, height}, IM_COL32(120, 135, 200, 120), std::max(1.0f, std::round(dpr)));
    for (const SimulationPanelState& side : state.sides) {
        const std::string texts[] = {side.settings, performance_of(side)};
        ImVec2 sizes[2], box{0, gap + pad};
        for (size_t i = 0; i < 2; ++i) {
            sizes[i] = ImGui::CalcTextSize(texts[i].c_str(), nullptr, false, wrap);
            box.x = std::max(box.x, sizes[i].x + 2 * pad);
            box.y += sizes[i].y;
        }
        const ImVec2 low{std::round(side.corner.x + 0.5f * (width - box.x)), std::round(height - box.y - 1.5f * pad)};
        draw.AddRectFilled(low, {low.x + box.x, low.y + box.y}, IM_COL32(20, 22, 42, 215), 6 * dpr);
        float y = low.y + 0.5f * pad;
        for (size_t i = 0; i < 2; ++i) {
            const ImU32 ink = i == 0 ? IM_COL32(255, 255, 255, 255) : IM_COL32(190, 198, 224, 255);
            draw.AddText(ImGui::GetFont(), ImGui::GetFontSize(),
                         {std::round(low.x + 0.5f * (box.x - sizes[i].x)), std::round(y)}, ink, texts[i].c_str(),
                         nullptr, wrap);
            y += sizes[i].y + gap;
        }
    }
}

void split_view_row(const Settings& settings, const PanelState& state, std::string& text, UiCommands& commands,
                    float dpr) {
    ImGui::PushTextWrapPos(0);
    const char* example =
        has_grid(settings.scene.solver) ? "preconditioner:none, flip:0.5" : "gravity-y:-20, particles:1000";
    ImGui::TextDisabled(
        "%s", filled(translated("Beside a simulation with other parameters, for example {}"), {example}).c_str());
    ImGui::PopTextWrapPos();
    char buffer[200];
    std::snprintf(buffer, sizeof buffer, "%s", text.c_str());
    ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x);
    const bool entered =
        ImGui::InputTextWithHint("##compare", "key:value", buffer, sizeof buffer, ImGuiInputTextFlags_EnterReturnsTrue);
    text = buffer;
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {12 * dpr, 0.5f * (button_size * dpr - ImGui::GetFontSize())});
    if ((ImGui::Button(translated("Compare")) || entered) && !text.empty())
        commands.changes.push_back({"compare", text});
    if (state.is_split) {
        ImGui::SameLine();
        if (ImGui::Button(translated("End"))) commands.changes.push_back({"compare", ""});
    }
    ImGui::PopStyleVar();
}

}  // namespace slosh
