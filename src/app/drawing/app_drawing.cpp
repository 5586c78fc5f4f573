// The drawing as a setting: text in links and files, in the history, and as obstacles in the solvers.
#include "app/app.h"

namespace slosh {

SetResult::Status App::set_drawing(std::string_view text) {
    const Outcome outcome = interaction_.drawing().read(text);
    emit_warning(outcome);
    if (!outcome.accepted) return SetResult::refused;
    record_drawing();
    return SetResult::ok;
}

// Each stroke is a change of its own.
void App::record_drawing() {
    std::string text = interaction_.drawing().text();
    if (SLOSH_PANEL && recording_) history_.record_alone("drawing", drawing_, text, now_ms_);
    drawing_ = std::move(text);
    reports_.values_due = true;
}

void App::apply_drawing(bool grown) {
    interaction_.drawing().applied();
    const std::vector<BodyDef> bodies = interaction_.drawing().bodies(grown);
    for (Simulation& simulation : simulations()) simulation.solver().set_drawn_bodies(bodies);
}

}  // namespace slosh
