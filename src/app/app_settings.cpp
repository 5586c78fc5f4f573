// The settings of the page: a scene, a split view, parameters; undo and redo.
#include <emscripten/heap.h>

#include "app/app.h"
#include "app/drawing/drawing.h"
#include "app/state/comparison.h"
#include "base/json_writer.h"

namespace slosh {

SetResult::Status App::set(std::string_view key, std::string_view text) {
    if (key == "scene") return set_scene(text);
    if (key == "compare" || key == "drawing") {
        if (SLOSH_PANEL) return key == "compare" ? compare(text) : set_drawing(text);
        if (text.empty()) return SetResult::ok;
        emit_message("warning", std::string(key) + ": only with the panel (the attribute controls)");
        return SetResult::refused;
    }
    if (key == "eye") {
        const Outcome outcome = is_3d() || text.empty() ? view_.look(text) : Outcome::refused("eye: only in 3D scenes");
        emit_warning(outcome);
        reports_.values_due = true;
        return outcome.accepted ? SetResult::ok : SetResult::refused;
    }
    return set_parameter(key, text);
}

SetResult::Status App::unset(std::string_view key) {
    Settings own = Settings::of(*find_scene(scene().name), page_limits());
    return set(key, get_param(own, key));
}

void App::set_author_settings(std::span<const std::string_view> keys_and_texts) {
    author_settings_.clear();
    for (size_t i = 0; i + 1 < keys_and_texts.size(); i += 2)
        author_settings_.emplace_back(keys_and_texts[i], keys_and_texts[i + 1]);
    find_own_values();
    reports_.values_due = true;
}

// The values that the panel resets to: those of the scene, and over them those of the author.
void App::find_own_values() {
    Settings own = Settings::of(*find_scene(scene().name), page_limits());
    for (const auto& [key, text] : author_settings_) set_param(own, key, text);
    panel_state_.own.clear();
    for (ParamInfo& info : list_params(own)) panel_state_.own.emplace_back(info.field.key, std::move(info.value));
}

SetResult::Status App::set_scene(std::string_view name) {
    if (const Scene* scene = find_scene(name)) {
        switch_scene(*scene);
        return SetResult::ok;
    }
    if (is_scene(name)) {
        emit_("other-module", JsonWriter().text("scene", name).end());
        return SetResult::refused;
    }
    constexpr size_t max_shown = 40;  // characters of an unknown name
    const bool truncated = name.size() > max_shown;
    emit_message("warning", "scene: \"" + std::string(name.substr(0, max_shown)) + (truncated ? "..." : "") +
                                "\" is not one of " + all_scene_names());
    return SetResult::refused;
}

SetResult::Status App::set_parameter(std::string_view key, std::string_view text) {
    const DeviceChoice device = settings().device;
    const std::string before = SLOSH_PANEL ? get_param(settings(), key) : std::string();
    const SetResult result = set_param(settings(), key, text);
    if (result.status != SetResult::ok) emit_message("warning", result.message);
    if (result.status == SetResult::refused) return result.status;
    if (SLOSH_PANEL && recording_) history_.record(key, before, get_param(settings(), key), now_ms_);
    if (gpu_ && settings().device != device) {
        gpu_->allow();
        device_note_.clear();
        if (!rebuild_ && simulations_.front().is_running()) continue_from_here();
    }
    rebuild_ = rebuild_ || result.rebuild;
    apply_settings_to_all();
    reports_.values_due = true;
    return result.status;
}

// Copies the user's settings to all simulations.
void App::apply_settings_to_all() {
    for (size_t i = 0; i < running(); ++i) {
        if (SLOSH_PANEL && i > 0) {
            simulations_[i].settings() = settings();
            apply_comparison(comparison_, simulations_[i].settings());
        }
        simulations_[i].mark_changed();
    }
}

// The memory of a module cannot grow: WebGL refuses views of memory that can.
ProgramLimits App::page_limits() {
    constexpr double reserved = 48e6;  // bytes: the program, the panel, foam, textures on their way
    return {.particles = 2'000'000, .bytes = static_cast<double>(emscripten_get_heap_size()) - reserved};
}

void App::switch_scene(const Scene& scene) {
    if (SLOSH_PANEL) end_comparison();              // the new scene may lack its parameters
    const DeviceChoice device = settings().device;  // of the page, not of a scene
    settings() = Settings::of(scene, page_limits());
    settings().device = device;
    if (gpu_) gpu_->allow();
    device_note_.clear();
    restored_.clear();
    if (SLOSH_PANEL) {
        find_own_values();
        history_.clear();
    }
    interaction_.set_scene(scene);
    if (SLOSH_PANEL) {
        interaction_.start_drawing(scene);
        drawing_.clear();
    }
    view_.start_camera(scene.view);
    rebuild_ = reports_.values_due = true;
}

// Starts a split view, which restarts both simulations; "" ends it. Only with a panel, which labels them.
SetResult::Status App::compare(std::string_view text) {
    if (text.empty()) {
        end_comparison();
        return SetResult::ok;
    }
    const SetResult result = check_comparison(text, settings());
    if (result.status != SetResult::ok) emit_message("warning", result.message);
    if (result.status == SetResult::refused) return result.status;
    comparison_ = text;
    settings().limits = {.particles = max_compared_particles};
    rebuild_ = reports_.values_due = true;
    return result.status;
}

void App::end_comparison() {
    reports_.values_due = reports_.values_due || !comparison_.empty();
    comparison_.clear();
    if (running_ > 1) interaction_.leave_viewports();
    running_ = 1;
    view_.split(running_);
    for (Simulation& simulation : std::span(simulations_).subspan(running_)) simulation.stop();
    settings().limits = page_limits();
    panel_state_.is_split = false;
}

void App::undo() {
    if (SLOSH_PANEL) set_again(history_.undo(), true);
}

void App::redo() {
    if (SLOSH_PANEL) set_again(history_.redo(), false);
}

void App::set_again(std::span<const SettingsHistory::Change> changes, bool back) {
    recording_ = false;
    for (const auto& [key, before, after] : changes) set(key, back ? before : after);
    recording_ = true;
}

}  // namespace slosh
