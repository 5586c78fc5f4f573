// The parts of the panel below its tools: the parameters that the scene puts first, legends, and collapsible sections.
#pragma once
#include <array>
#include <string>
#include <string_view>

#include "app/panel/graph.h"
#include "app/panel/plots.h"
#include "app/panel/rows.h"

namespace slosh {

void statistics_section(const RenderSettings&, const PanelState&, const StageGraph& cpu_graph,
                        const StageGraph& gpu_graph, float dpr);

// Around the main parameters: presets and chance, the search, and the ways back.
class SettingsBar {
public:
    // The scene's named settings, and others by chance; both start from the values at first.
    void presets(const Scene&, const RowsState&, const PanelState&, UiCommands&, double now_ms);
    // The field, and buttons that take back, make again and reset, where there is something.
    void search(const RowsState&, const PanelState&, UiCommands&);
    // The text of the search, "" for none.
    std::string_view searched() const { return text_.data(); }

private:
    std::array<char, 40> text_{};
};

// The rows of Scene::main_parameters.
void main_rows(Settings&, PanelRows&);

// All parameters with `text` in their name or description. False if there are none.
bool found_rows(Settings&, PanelRows&, std::string_view text);

// The scales of the colours that are in use.
void shown_legends(const Settings&, const PanelState&, float dpr);

// The interactions of microbes, for scenes with microbes.
void life_section(Settings&, const PanelState&, PanelRows&, UiCommands&, float dpr);

// All other parameters by topic. `compared`: the text of the second simulation of a split view, while it is edited.
// Returns whether a plot over time is visible, so that samples are needed.
bool advanced_sections(Settings&, const PanelState&, PanelRows&, Plots&, std::string& compared, UiCommands&, float dpr);

}  // namespace slosh
