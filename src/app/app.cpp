#include "app/app.h"

#include <algorithm>
#include <cmath>

#include "analysis/stats.h"
#include "app/drawing/drawing.h"
#include "app/state/comparison.h"
#include "base/json_writer.h"

namespace slosh {

bool App::open(std::string_view scene_name, std::span<const KeyValue> initial) {
    gpu_ = make_gpu_part();
    switch_scene(scenes().front());
    if (!scene_name.empty()) set("scene", scene_name);
    for (const auto& [key, text] : initial) set(key, text);
    if (SLOSH_PANEL) history_.clear();  // the first settings are not the reader's
    rebuild();
    if (!open_view()) return false;
#if SLOSH_PANEL
    panel_ = make_panel();
    if (!panel_->error().empty()) {
        emit_error(panel_->error());
        return false;
    }
    panel_->resize(view_.canvas(), view_.dpr());
#endif
    emit_values();
    return true;
}

bool App::open_view() {
    std::string error;
    const bool opened = view_.open(error, context_.timers_available);
    panel_state_.gpu_timed = context_.timers_available;
    if (!opened) emit_error(error);
    return opened;
}

// --- a frame ---

void App::frame(double now_ms) {
    if (context_.lost || !view_.is_open()) return;
    const auto start = Profile::Clock::now();
    timing_.profile.begin_step();
    now_ms_ = now_ms;
    if (SLOSH_PANEL && view_.timers()) view_.timers()->begin_frame();
    view_.choose_quality(settings().render, now_ms);
    if (rebuild_) rebuild();
    update_covered();
    view_.advance(scene(), interaction_.take_camera_delta(), now_ms);
    if (is_3d()) interaction_.tilt().set_screen_right(view_.orbit().heading());
    interaction_.pick_clicked(view_, simulations(), clock_.paused());
    step(now_ms);
    if (SLOSH_PANEL && clock_.paused()) change_paused();
    draw();
    if (panel_) {
        const auto scope = timing_.profile.scope("panel");
        const gl::Pass pass(view_.timers(), "panel");
        if (SLOSH_PANEL && view_.timers()) panel_state_.gpu = view_.timers()->latest();
        if (SLOSH_PANEL) panel_state_.brush = interaction_.brush(view_, scene());
        apply(panel_->draw(settings(), panel_state_, now_ms));
    }
    emit_text_input();
    if (SLOSH_PANEL) emit_panel_open();
    if (reports_.values_due) emit_values();
    timing_.last_stages.assign(timing_.profile.stages().begin(), timing_.profile.stages().end());
    panel_state_.stages = timing_.last_stages;
    measure(now_ms, Profile::milliseconds_since(start));
}

void App::step(double now_ms) {
    constexpr auto dt = static_cast<float>(Clock::step);
    const Simulation& first = simulations_.front();
    if (gpu_ && !first.failed() && !follow_gpu()) return;
    int steps = clock_.due(now_ms, timing_.step_ms);
    if (first.failed() || steps == 0) return;
    if (gpu_) steps = limit_gpu_steps(steps);
    const std::span<const PointerForce> forces =
        interaction_.begin_steps(view_, simulations(), dt * static_cast<float>(steps));
    emit_warning(interaction_.pour(simulations()));
    if (SLOSH_PANEL) interaction_.erase_fluid(view_, simulations());
    for (Simulation& simulation : simulations()) simulation.save_particles();
    for (int i = 0; i < steps && !first.failed() && !rebuild_; ++i) step_once(dt, forces);
    if (SLOSH_PANEL && panel_ && panel_->wants_samples() && !first.failed())
        sampler_.take(first, interaction_.tilt().apply(scene().domain.gravity), panel_state_.sample, jobs_);
}

// What the pen and the eraser have done while paused is seen at once.
void App::change_paused() {
    if (interaction_.drawing().changed()) apply_drawing(true);
    if (!simulations_.front().failed()) interaction_.erase_paused_fluid(simulations());
}

void App::step_once(float dt, std::span<const PointerForce> forces) {
    const Motion container = interaction_.advance(dt);
    if (SLOSH_PANEL && interaction_.drawing().advance(dt)) apply_drawing(false);
    const GravityTilt& tilt = interaction_.tilt();
    double foam_ms = 0;
    timing_.step_ms = 0;
    for (size_t i = 0; i < running(); ++i) {
        Simulation& simulation = simulations_[i];
        simulation.apply_changed_settings(tilt);
        if (simulation.step(dt, forces, container, tilt, jobs_)) emit_failure(simulation);
        const double step_ms = gpu_ ? measure_device(simulation) : simulation.step_ms();
        timing_.step_ms += step_ms + simulation.foam_ms();
        foam_ms += simulation.foam_ms();
        if (i == 0) panel_state_.step_ms = step_ms;
        if (SLOSH_PANEL) {
            panel_state_.sides[i].step_ms += step_ms;
            ++panel_state_.sides[i].steps;
        }
    }
    for (const StageTime& stage : simulations_.front().solver().profile().stages())
        timing_.profile.add(stage.name, stage.ms);
    if (foam_ms > 0) timing_.profile.add("foam", foam_ms);
    ++steps_;
}

void App::draw() {
    if (context_.lost || !view_.is_open()) return;
    const auto scope = timing_.profile.scope("draw");
    update_covered();
    view_.update_camera(scene());
    std::string error;
    const View::Context context{
        .container = interaction_.container_motion(), .picked = interaction_.picked(), .paused = clock_.paused()};
    view_.draw(simulations(), context, timing_.profile, panel_state_, error);
    if (!error.empty()) emit_error(error);
    if (const std::string_view note = view_.take_capability_warning(); !note.empty()) emit_message("info", note);
}

// The scene is fitted into the part of the canvas beside the panel, with a transition when the panel opens or closes.
void App::update_covered() { view_.set_covered(panel_ ? panel_->covered() : glm::vec2(0)); }

// Twice a second: the statistics that need a pass over the particles. Single steps while paused are reported at once
// if the frame follows a gap.
void App::measure(double now_ms, double took_ms) {
    timing_.meter.add(now_ms, took_ms);
    const bool unreported_step = timing_.meter.after_gap() && clock_.paused() && steps_ != reports_.steps;
    if (!timing_.meter.is_due() && !unreported_step) return;
    if (timing_.meter.is_due()) {
        panel_state_.fps = timing_.meter.fps();
        panel_state_.frame_ms = timing_.meter.frame_ms();
    }
    timing_.meter.begin();
    for (Simulation& simulation : simulations()) simulation.update_stats();
    const Stats& stats = simulations_.front().stats();
    constexpr int max_hashed = 200'000;  // particles
    panel_state_.particles = stats.particles;
    panel_state_.substeps = stats.substeps;
    panel_state_.iterations = stats.iterations;
    panel_state_.kinetic_energy = stats.kinetic_energy;
    panel_state_.max_speed = stats.max_speed;
    panel_state_.hashed = stats.particles <= max_hashed;
    panel_state_.hash = panel_state_.hashed ? state_hash(simulations_.front().particles()) : 0;
    panel_state_.workers = jobs_.workers();
    panel_state_.adapter = simulations_.front().on_gpu() ? gpu_->adapter() : std::string_view();
    reports_.steps = steps_;
    if (SLOSH_PANEL && running() > 1) measure_sides();
    emit_stats();
}

void App::measure_sides() {
    for (size_t i = 0; i < running(); ++i) {
        const Simulation& simulation = simulations_[i];
        SimulationPanelState& side = panel_state_.sides[i];
        side.failed = simulation.failed();
        side.stats = simulation.stats();
        if (side.steps > 0 && side.step_ms > 0) side.steps_per_second = 1000 * side.steps / side.step_ms;
        side.steps = 0;
        side.step_ms = 0;
        side.settings = describe_comparison(comparison_, simulation.settings());
    }
    panel_state_.is_split = true;
}

// --- commands ---

void App::toggle_panel() {
    if (panel_) panel_->set_open(!panel_->is_open());
}

void App::set_panel_open(bool open) {
    if (panel_) panel_->set_open(open);
}

void App::apply(const UiCommands& commands) {
    const bool was_paused = clock_.paused();
    for (const UiCommands::Change& change : commands.changes) set(change.key, change.text);
    if (commands.undo) undo();
    if (commands.redo) redo();
    panel_state_.can_undo = history_.can_undo();
    panel_state_.can_redo = history_.can_redo();
    if (commands.toggle_pause) was_paused ? play() : pause();
    if (commands.single_step) single_step();
    if (commands.reset) reset();
    if (commands.drop) emit_warning(drop());
    if (commands.level) interaction_.tilt().level();
    if (clock_.paused() != was_paused) emit_state();
    panel_state_.paused = clock_.paused();
    panel_state_.tilt = interaction_.tilt().degrees();
}

// Shows the iteration of the last pressure solve that is `offset` after the shown one; returns false without a solve.
// Pauses the simulation, so that the solve stays the last.
bool App::show_iteration(int offset) {
    const int last = static_cast<int>(panel_state_.sides[0].grid.residuals.size()) - 1;
    if (last < 0) return false;
    UiCommands commands;
    commands.show_iteration(scene().slice.iteration_of(last) + offset, last, clock_.paused());
    apply(commands);
    return true;
}

// --- the GL context ---

// The particles remain; all GL objects are lost and created again.
void App::context_lost() {
    context_.lost = true;
    view_.release();
    panel_state_.gpu = {};
    if (panel_) panel_->context_lost();
}

void App::context_restored() {
    if (!context_.lost) return;
    context_.lost = false;
    if (panel_) panel_->context_restored();
    open_view();
}

}  // namespace slosh
