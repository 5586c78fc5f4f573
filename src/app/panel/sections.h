// The parts of the panel below its tools: the parameters that the scene puts first, legends, and collapsible sections.
#pragma once
#include <string>

#include "app/panel/graph.h"
#include "app/panel/plots.h"
#include "app/panel/rows.h"

namespace slosh {

void statistics_section(const RenderSettings&, const PanelState&, const PhaseGraph& cpu_graph,
                        const PhaseGraph& gpu_graph, float dpr);

// The rows of Scene::main_parameters.
void main_rows(Settings&, PanelRows&);

// All parameters with `text`, in lower case, in their name or description. False if there are none.
bool found_rows(Settings&, PanelRows&, std::string_view text);

// The scales of the colours that are in use.
void shown_legends(const Settings&, const PanelState&, float dpr);

// The interactions of microbes, for scenes with microbes.
void life_section(Settings&, const PanelState&, PanelRows&, UiCommands&, float dpr);

// All other parameters by topic. `compared`: the text of the second simulation of a split view, while it is edited.
// Returns whether a plot over time is visible, so that samples are needed.
bool advanced_sections(Settings&, const PanelState&, PanelRows&, Plots&, std::string& compared, UiCommands&, float dpr);

}  // namespace slosh
