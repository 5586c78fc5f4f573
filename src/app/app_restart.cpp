// Starts of the simulations: from the scene, from a saved state, and from the particles as they are.
#include <algorithm>

#include "app/app.h"
#include "app/drawing/drawing.h"

namespace slosh {

void App::rebuild() {
    interaction_.restart(scene());
    if (SLOSH_PANEL) interaction_.lift_pen();
    if (SLOSH_PANEL && !comparison_.empty()) {
        running_ = simulations_.size();
        view_.split(running_);
        apply_settings_to_all();
    }
    for (Simulation& simulation : simulations()) simulation.stop();  // their memory is needed for the new solvers
    size_t from = 0;
    for (Simulation& simulation : simulations()) {
        const SavedState* const state =
            restored_.empty() ? nullptr : &restored_[std::min(from++, restored_.size() - 1)];
        simulation.start(interaction_.tilt(), jobs_, state, gpu_.get());
        if (const std::string& note = simulation.device_note(); !note.empty() && note != device_note_) {
            emit_message("warning", "device: " + note + "; the scene runs on the CPU");
            device_note_ = note;
        }
        simulation.solver().record_solves(SLOSH_PANEL);
    }
    if (SLOSH_PANEL) interaction_.drawing().restart(!restored_.empty());
    restored_.clear();
    rebuild_ = false;
    panel_state_.notice = {};
    if (SLOSH_PANEL) sampler_.begin(simulations_.front(), panel_state_.sample, jobs_);
    timing_.step_ms = 0;
}

void App::reset() {
    interaction_.tilt().level();
    restored_.clear();
    rebuild_ = true;
}

std::vector<float> App::save_state() const { return save_state(simulations_.front()); }

std::vector<float> App::save_state(const Simulation& simulation) const {
    const Motion container = simulation.solver().shown_container().value_or(interaction_.container_motion());
    return slosh::save_state(simulation.particles(), container, interaction_.tilt().angle());
}

void App::restore_state(std::span<const float> numbers) {
    SavedState state;
    const Outcome outcome = read_state(numbers, settings(), state);
    emit_warning(outcome);
    if (!outcome.accepted) return;
    interaction_.tilt().set_angle(state.tilt);
    restored_.clear();
    restored_.push_back(std::move(state));
    rebuild_ = true;
}

// Builds the solvers again from the particles as they are.
void App::continue_from_here() {
    std::vector<SavedState> states(running());
    for (size_t i = 0; i < states.size(); ++i) {
        const Outcome outcome = read_state(save_state(simulations_[i]), simulations_[i].settings(), states[i]);
        if (!outcome.accepted) return emit_warning(outcome);
    }
    restored_ = std::move(states);
    rebuild_ = true;
}

}  // namespace slosh
