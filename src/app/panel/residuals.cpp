#include <algorithm>
#include <cmath>
#include <cstdio>

#include "app/panel/imgui/style.h"
#include "app/panel/residuals.h"
#include "app/panel/texts/texts.h"
#include "base/wording.h"

namespace slosh {
namespace {

// The range of the plot in decades: from below the smallest value to above the largest, at least four.
struct Decades {
    float lo = -4, hi = 0;
};

bool has_logarithm(float value) { return value > 1e-30f && value < 1e30f; }

Decades decades_of(std::span<const float> values) {
    Decades d;
    for (const float value : values) {
        if (!has_logarithm(value)) continue;
        const float log = std::log10(value);
        d.lo = std::min(d.lo, std::floor(log));
        d.hi = std::max(d.hi, std::ceil(log));
    }
    return d;
}

}  // namespace

void residual_plot(const Slice& slice, const PanelState& state, UiCommands& commands, float dpr) {
    const std::span<const float> residuals = state.sides[0].grid.residuals;
    if (residuals.empty()) return ImGui::TextDisabled("%s", translated("no solve yet"));
    const ImU32 white = IM_COL32(255, 255, 255, 255), dim = ImGui::GetColorU32(ImGuiCol_TextDisabled),
                faint = ImGui::GetColorU32(ImGuiCol_Separator);
    const auto iterations = static_cast<int>(residuals.size()) - 1;
    const ImVec2 at = ImGui::GetCursorScreenPos(), size{ImGui::GetContentRegionAvail().x, 84 * dpr};
    ImGui::InvisibleButton("iteration", size);
    const bool hovered = ImGui::IsItemHovered(), pressed = ImGui::IsItemActive();
    ImDrawList& draw = *ImGui::GetWindowDrawList();
    draw_plot_background(draw, at, size, dpr);

    const Decades decades = decades_of(residuals);
    const float edge = 5 * dpr, left = at.x + edge, right = at.x + size.x - edge, top = at.y + edge,
                bottom = at.y + size.y - edge;
    const auto x_of = [&](int i) {
        return left + (right - left) * static_cast<float>(i) / static_cast<float>(std::max(iterations, 1));
    };
    const auto y_of = [&](float log) {
        return bottom - (bottom - top) * (log - decades.lo) / (decades.hi - decades.lo);
    };
    for (float log = decades.lo; log <= decades.hi; log += 1)
        draw.AddLine({left, y_of(log)}, {right, y_of(log)}, faint);
    char text[48];
    std::snprintf(text, sizeof text, "1e%.0f", static_cast<double>(decades.hi));
    draw.AddText({right - ImGui::CalcTextSize(text).x - 2 * dpr, top}, dim, text);
    std::snprintf(text, sizeof text, "1e%.0f", static_cast<double>(decades.lo));
    draw.AddText({left + 2 * dpr, bottom - ImGui::GetFontSize()}, dim, text);

    const auto point = [&](int i) {
        const float value = residuals[static_cast<size_t>(i)];
        return ImVec2{x_of(i), has_logarithm(value) ? y_of(std::log10(value)) : bottom};
    };
    for (int i = 0; i <= iterations; ++i) draw.PathLineTo(point(i));
    draw.PathStroke(plot_blue, 0, 1.4f * dpr);
    const bool sparse = iterations <= 40;
    for (int i = 0; sparse && i <= iterations; ++i) draw.AddCircleFilled(point(i), 2.2f * dpr, plot_blue);

    const int chosen = state.paused ? slice.iteration_of(iterations) : iterations;
    if (state.paused) {
        draw.AddLine({x_of(chosen), top}, {x_of(chosen), bottom}, white);
        draw.AddCircleFilled(point(chosen), 3.6f * dpr, white);
    }
    const float fraction = (ImGui::GetIO().MousePos.x - left) / (right - left);
    const int shown =
        hovered || pressed
            ? std::clamp(static_cast<int>(std::lround(fraction * static_cast<float>(iterations))), 0, iterations)
            : chosen;
    if (hovered) draw.AddLine({x_of(shown), top}, {x_of(shown), bottom}, dim);
    ImGui::TextDisabled("%s", filled(translated("residual after iteration {}"), {std::to_string(shown)}).c_str());
    std::snprintf(text, sizeof text, "%.3g", static_cast<double>(residuals[static_cast<size_t>(shown)]));
    ImGui::SameLine(ImGui::GetCursorPosX() + size.x - ImGui::CalcTextSize(text).x);
    ImGui::TextUnformatted(text);

    int selected = pressed ? shown : chosen;
    ImGui::SetNextItemWidth(size.x);
    const std::string format = filled(as_format(translated("iteration {}")), {"%d"});
    ImGui::SliderInt("##iteration", &selected, 0, std::max(iterations, 1), format.c_str(),
                     ImGuiSliderFlags_AlwaysClamp);
    ImGui::SetItemTooltip("%s\n%s",
                          translated("While paused the slice shows the vectors of the solve after this iteration."),
                          translated("Keys: i for the next iteration, Shift+i for the previous one."));
    if (selected != chosen || (pressed && !state.paused)) commands.show_iteration(selected, iterations, state.paused);
}

}  // namespace slosh
