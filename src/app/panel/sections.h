// The collapsible sections of the panel: statistics, and the groups of parameters.
#pragma once
#include <string>

#include "app/panel/graph.h"
#include "app/panel/plots.h"
#include "app/panel/rows.h"

namespace slosh {

void statistics_section(const RenderSettings&, const PanelState&, const PhaseGraph& cpu_graph,
                        const PhaseGraph& gpu_graph, float dpr);

// `compared`: the text of the second simulation of a split view, while it is edited. Returns whether a plot over time
// is visible, so that samples are needed.
bool parameter_sections(Settings&, const PanelState&, PanelRows&, Plots&, std::string& compared, UiCommands&,
                        float dpr);

}  // namespace slosh
