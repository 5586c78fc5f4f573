#include "app/panel/sections.h"

#include "app/panel/imgui/style.h"
#include "app/panel/legends.h"
#include "app/panel/life.h"
#include "app/panel/residuals.h"
#include "app/panel/solver_features.h"
#include "app/panel/split_view.h"

namespace slosh {

void statistics_section(const RenderSettings& render, const PanelState& state, const PhaseGraph& cpu_graph,
                        const PhaseGraph& gpu_graph, float dpr) {
    if (!ImGui::CollapsingHeader("Statistics", ImGuiTreeNodeFlags_DefaultOpen)) return;
    cpu_graph.draw(64, dpr);
    ImGui::Spacing();
    if (ImGui::TreeNode("GPU time")) {
        if (state.gpu_timed) gpu_graph.draw(36, dpr);
        else ImGui::TextDisabled("not measured by this browser");
        ImGui::TreePop();
    }
    const float middle = ImGui::GetCursorPosX() + 0.56f * ImGui::GetContentRegionAvail().x;
    const auto row = [&](const char* name, const char* format, auto... values) {
        ImGui::TextDisabled("%s", name);
        ImGui::SameLine(middle);
        ImGui::Text(format, values...);
    };
    row("particles", "%d", state.particles);
    row("sub-steps", "%d", state.substeps);
    if (state.iterations > 0) row("iterations/sub-step", "%.1f", static_cast<double>(state.iterations));
    row("kinetic energy", "%.4g", state.kinetic_energy);
    row("max speed", "%.3g", static_cast<double>(state.max_speed));
    row("threads", "%d", state.workers);
    row("resolution", render.quality == RenderSettings::QualityLevel::automatic ? "%.0f %%, auto" : "%.0f %%",
        static_cast<double>(100 * state.resolution));
    if (state.hashed) {
        row("state hash", "%08x", static_cast<unsigned>(state.hash >> 32));
        ImGui::SetItemTooltip("%016llx\nIdentical for the same run on every machine.",
                              static_cast<unsigned long long>(state.hash));
    }
}

bool parameter_sections(Settings& settings, const PanelState& state, PanelRows& rows, Plots& plots,
                        std::string& compared, UiCommands& commands, float dpr) {
    bool plotting = false;
    const auto group = [&](const char* title, bool open, auto& owner) {
        rows.hidden = !ImGui::CollapsingHeader(title, open ? ImGuiTreeNodeFlags_DefaultOpen : 0);
        owner.visit(rows);
    };
    if (ParticleLifeDef* life = particle_life(settings.scene.solver)) {
        group("Microbes", true, *life);
        if (!rows.hidden) life_grid(settings.scene, *life, state.sides[0].kinds, commands, dpr);
    }
    // Marks parameters as shown without a row.
    const auto skip = [&](const char* keys, auto& owner) {
        rows.key_prefix = keys;
        rows.hidden = true;
        owner.visit(rows);
        rows.key_prefix = {};
    };
    const bool on_grid = has_grid(settings.scene.solver);
    if (!on_grid) skip("show-grid", settings.render);
    group("Rendering", true, settings.render);
    if (!rows.hidden && settings.render.colour_by != RenderSettings::ColourBy::kind)
        draw_legend(particle_legend(settings, state.shown()), dpr);
    if (!rows.hidden && settings.render.show_cells) draw_legend(cell_legend(settings, state.shown()), dpr);
    if (settings.scene.domain.dimensions == 3) {
        group("Water", settings.render.style != RenderSettings::Style::points, settings.water);
        if (!rows.hidden && settings.water.view != WaterSettings::View::final_image)
            draw_legend(view_legend(settings, state.shown()), dpr);
    }
    if (on_grid) {
        const Slice& slice = settings.scene.slice;
        skip("slice-iteration", settings.scene.slice);  // shown with the solve
        group("Slice through the grid", true, settings.scene.slice);
        if (!rows.hidden && slice.shown != Slice::Quantity::off)
            draw_legend(slice_legend(settings, state.shown()), dpr);
        if (ImGui::CollapsingHeader("Last pressure solve")) {
            residual_plot(slice, state, commands, dpr);
            plots.draw_iterations(settings.scene, dpr);
            plotting = true;
        }
    }
    if (ImGui::CollapsingHeader("Compare")) split_view_row(settings, state, compared, commands, dpr);
    group("Fluid", true, settings.scene.solver);
    group("Scene", false, settings.scene);  // the remaining parameters of the scene
    return plotting;
}

}  // namespace slosh
