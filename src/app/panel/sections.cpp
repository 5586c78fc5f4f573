#include "app/panel/sections.h"

#include <algorithm>

#include "app/panel/imgui/icons.h"
#include "app/panel/imgui/style.h"
#include "app/panel/legends.h"
#include "app/panel/life.h"
#include "app/panel/residuals.h"
#include "app/panel/solver_features.h"
#include "app/panel/split_view.h"
#include "app/panel/texts/texts.h"
#include "base/wording.h"
#include "settings/presets.h"
#include "settings/random_settings.h"

namespace slosh {

namespace {

// All settings back to their own values.
void reset_all(const RowsState& rows, const PanelState& state, UiCommands& commands) {
    for (const std::string_view key : state.changed)
        commands.changes.push_back({std::string(key), std::string(rows.own_value(key))});
}

}  // namespace

void statistics_section(const RenderSettings& render, const PanelState& state, const StageGraph& cpu_graph,
                        const StageGraph& gpu_graph, float dpr) {
    if (!header(marked("Figures"))) return;
    cpu_graph.draw(64, dpr);
    ImGui::Spacing();
    if (ImGui::TreeNode("gpu", "%s", translated("GPU time"))) {
        if (state.gpu_timed) gpu_graph.draw(36, dpr);
        else ImGui::TextDisabled("%s", translated("not measured by this browser"));
        ImGui::TreePop();
    }
    const float middle = ImGui::GetCursorPosX() + 0.56f * ImGui::GetContentRegionAvail().x;
    const auto row = [&](const char* name, const char* format, auto... values) {
        ImGui::TextDisabled("%s", translated(name));
        ImGui::SameLine(middle);
        ImGui::Text(format, values...);
    };
    row(marked("particles"), "%d", state.particles);
    row(marked("sub-steps"), "%d", state.substeps);
    if (state.iterations > 0) row(marked("iterations/sub-step"), "%.1f", static_cast<double>(state.iterations));
    row(marked("kinetic energy"), "%.4g", state.kinetic_energy);
    row(marked("max speed"), "%.3g", static_cast<double>(state.max_speed));
    row(marked("threads"), "%d", state.workers);
    const std::string device(state.adapter.empty() ? "CPU" : state.adapter);
    row(marked("device"), "%s", device.c_str());
    row(marked("step"), "%.2f ms", state.step_ms);
    row(marked("resolution"), render.quality == RenderSettings::QualityLevel::automatic ? "%.0f %%, auto" : "%.0f %%",
        static_cast<double>(100 * state.resolution));
    if (state.hashed) {
        row(marked("state hash"), "%08x", static_cast<unsigned>(state.hash >> 32));
        ImGui::SetItemTooltip("%016llx\n%s", static_cast<unsigned long long>(state.hash),
                              translated("Identical for the same run on every machine."));
    }
}

void SettingsBar::presets(const Scene& scene, const RowsState& rows, const PanelState& state, UiCommands& commands,
                          double now_ms) {
    const float size = ImGui::GetFrameHeight();
    const auto choose = [&](const auto& settings) {
        reset_all(rows, state, commands);
        for (const auto& [key, value] : settings) commands.changes.push_back({std::string(key), std::string(value)});
    };
    ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x - size - ImGui::GetStyle().ItemSpacing.x);
    if (ImGui::BeginCombo("##preset", translated("Presets"))) {
        if (ImGui::Selectable(translated("as at first"))) reset_all(rows, state, commands);
        for (const Preset& preset : presets_of(scene))
            if (ImGui::Selectable(translated(preset.name).c_str())) choose(preset.settings);
        ImGui::EndCombo();
    }
    ImGui::SameLine();
    if (icon_button("chance", Icon::chance, size, translated("Settings by chance")))
        choose(random_settings(scene, static_cast<uint64_t>(1000 * now_ms)));
}

void SettingsBar::search(const RowsState& rows, const PanelState& state, UiCommands& commands) {
    const char* reset = translated("Reset all");
    const ImGuiStyle& style = ImGui::GetStyle();
    const float size = ImGui::GetFrameHeight(), space = style.ItemSpacing.x;
    const bool can_turn = state.can_undo || state.can_redo;
    const float reset_width =
        state.changed.empty() ? 0 : ImGui::CalcTextSize(reset).x + 2 * style.FramePadding.x + space;
    ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x - reset_width - (can_turn ? 2 * (size + space) : 0));
    ImGui::InputTextWithHint("##search", translated("Search"), text_.data(), text_.size(),
                             ImGuiInputTextFlags_EscapeClearsAll);
    if (can_turn) {
        ImGui::SameLine();
        if (icon_button("undo", Icon::undo, size, translated("Take back the last change (Ctrl+Z)")))
            commands.undo = true;
        ImGui::SameLine();
        if (icon_button("redo", Icon::redo, size, translated("Make it again (Ctrl+Shift+Z)"))) commands.redo = true;
    }
    if (state.changed.empty()) return;
    ImGui::SameLine();
    if (ImGui::Button(reset)) reset_all(rows, state, commands);
    const std::string count = std::to_string(state.changed.size());
    ImGui::SetItemTooltip("%s", filled(translated("All settings back to those at first: {} differ"), {count}).c_str());
}

void main_rows(Settings& settings, PanelRows& rows) {
    for (const std::string_view key : main_keys(settings.scene)) {
        rows.only_key = key;
        settings.visit(rows);
    }
    rows.only_key = {};
}

bool found_rows(Settings& settings, PanelRows& rows, std::string_view text) {
    rows.search = text;
    rows.count = 0;
    settings.visit(rows);
    rows.search = {};
    return rows.count > 0;
}

void shown_legends(const Settings& settings, const PanelState& state, float dpr) {
    const RenderSettings& render = settings.render;
    if (render.colour_by != RenderSettings::ColourBy::kind) draw_legend(particle_legend(settings, state.shown()), dpr);
    if (render.show_cells) draw_legend(cell_legend(settings, state.shown()), dpr);
    if (settings.scene.domain.dimensions == 3 && settings.water.view != WaterSettings::View::final_image)
        draw_legend(view_legend(settings, state.shown()), dpr);
    if (has_grid(settings.scene.solver) && settings.scene.slice.shown != Slice::Quantity::off)
        draw_legend(slice_legend(settings, state.shown()), dpr);
}

bool advanced_sections(Settings& settings, const PanelState& state, PanelRows& rows, Plots& plots,
                       std::string& compared, UiCommands& commands, float dpr) {
    if (!header(marked("Advanced"))) return false;
    bool plotting = false;
    ImGui::Indent(6 * dpr);
    const auto group = [&](const char* title, auto& owner) {
        rows.hidden = !header(title);
        owner.visit(rows);
        rows.hidden = false;
    };
    // Marks parameters as shown without a row.
    const auto skip = [&](const char* keys, auto& owner) {
        rows.key_prefix = keys;
        rows.hidden = true;
        owner.visit(rows);
        rows.hidden = false;
        rows.key_prefix = {};
    };
    const bool on_grid = has_grid(settings.scene.solver);
    if (!on_grid) skip("show-grid", settings.render);
    group(marked("Rendering"), settings.render);
    if (settings.scene.domain.dimensions == 3) group(marked("Water"), settings.water);
    if (on_grid) {
        skip("slice-iteration", settings.scene.slice);  // shown with the solve
        group(marked("Slice through the grid"), settings.scene.slice);
        if (header(marked("Last pressure solve"))) {
            residual_plot(settings.scene.slice, state, commands, dpr);
            plots.draw_iterations(settings.scene, dpr);
            plotting = true;
        }
    }
    if (header(marked("Compare"))) split_view_row(settings, state, compared, commands, dpr);
    rows.only_key = "device";
    settings.visit(rows);
    rows.only_key = {};
    group(marked("Fluid"), settings.scene.solver);
    group(marked("Scene"), settings.scene);  // the remaining parameters of the scene
    ImGui::Unindent(6 * dpr);
    return plotting;
}

void life_section(Settings& settings, const PanelState& state, PanelRows& rows, UiCommands& commands, float dpr) {
    ParticleLifeDef* life = particle_life(settings.scene.solver);
    if (!life) return;
    rows.hidden = !header(marked("Microbes"), ImGuiTreeNodeFlags_DefaultOpen);
    if (!rows.hidden) life_grid(settings.scene, *life, state.sides[0].kinds, commands, dpr);
    life->visit(rows);
    rows.hidden = false;
}

}  // namespace slosh
