// The events that App emits, each with its details as JSON.
#include <algorithm>

#include "analysis/stats.h"
#include "app/app.h"
#include "app/legend/legend.h"
#include "app/state/comparison.h"
#include "base/json_writer.h"
#include "settings/presets.h"

namespace slosh {

void App::emit_message(const char* level, std::string_view text) {
    emit_("message", JsonWriter().text("level", level).text("text", text).end());
}

void App::emit_warning(const Outcome& outcome) {
    if (!outcome.warning.empty()) emit_message("warning", outcome.warning);
}

void App::emit_error(std::string_view text) { emit_("error", JsonWriter().text("text", text).end()); }

// The canvas keeps showing the last stable state, and the settings stay; a reset restarts the simulation.
void App::emit_failure(const Simulation& simulation) {
    const bool is_first = !SLOSH_PANEL || &simulation == &simulations_.front();
    if (!is_first)
        return emit_message("warning",
                            "compare: the simulation with " + describe_comparison(comparison_, simulation.settings()) +
                                " became unstable at step " + write_number(static_cast<double>(simulation.steps()), 9));
    const auto text_in = [&](const Wording& wording) {
        return describe_failure(simulation.instability(), simulation.steps(), settings(), wording);
    };
    if (panel_) panel_state_.notice = text_in(panel_->wording());
    emit_message("warning", text_in(plain_english));
}

void App::emit_state() { emit_("state", JsonWriter().flag("paused", clock_.paused()).end()); }

void App::emit_stats() {
    const Simulation& first = simulations_.front();
    const Stats& stats = first.stats();
    const ParticleView particles = first.particles();
    const bool is_split = running() > 1;
    // An open panel has its own.
    const bool has_legends = !panel_ || !panel_->is_open();
    const auto mean = [&](std::span<const float> values) {
        double sum = 0;
        for (int i = 0; i < particles.count; ++i) sum += static_cast<double>(values[static_cast<size_t>(i)]);
        return JsonWriter::format(sum / std::max(particles.count, 1));
    };
    emit_("stats", JsonWriter()
                       .number("fps", panel_state_.fps)
                       .number("ms", panel_state_.frame_ms)
                       .number("steps", static_cast<double>(steps_))
                       .number("particles", stats.particles)
                       .number("bodies", static_cast<double>(particles.bodies.size()))
                       .number("kineticEnergy", stats.kinetic_energy)
                       .number("densityError", static_cast<double>(stats.mean_density_error))
                       .number("compression", static_cast<double>(stats.mean_compression))
                       .number("substeps", stats.substeps)
                       .number("iterations", static_cast<double>(stats.iterations))
                       .number("workers", jobs_.workers())
                       .text("device", first.on_gpu() ? "gpu" : "cpu")
                       .text("adapter", panel_state_.adapter)
                       .number("stepMs", panel_state_.step_ms)
                       .raw("centre", "[" + mean(particles.x) + "," + mean(particles.y) + "]")
                       .number("maxSpeed", static_cast<double>(stats.max_speed))
                       .number("resolution", static_cast<double>(panel_state_.resolution))
                       .raw("gpu", SLOSH_PANEL && view_.timers() ? view_.timers()->take_means() : "null")
                       .text("hash", panel_state_.hashed ? write_hex(panel_state_.hash, 16) : "")
                       .raw("legends", has_legends ? legends_json(legends_of(settings(), panel_state_.shown())) : "[]")
                       .text("eye", view_.eye())
                       .flag("paused", clock_.paused())
                       .flag("broken", first.failed())
                       .text("otherHash", is_split ? write_hex(state_hash(simulations_.back().particles()), 16) : "")
                       .end());
}

void App::emit_values() {
    JsonWriter json;
    json.text("scene", scene().name);
    Settings own = Settings::of(*find_scene(scene().name));
    const std::vector<ParamInfo> own_values = list_params(own);
    std::string changed;
    panel_state_.changed.clear();
    for (size_t i = 0; const ParamInfo& info : list_params(settings())) {
        json.text(info.field.key, info.value);
        if (SLOSH_PANEL && info.value != panel_state_.own[i].second) panel_state_.changed.push_back(info.field.key);
        if (info.value == own_values[i++].value) continue;
        changed.append(changed.empty() ? "\"" : ",\"").append(info.field.key) += '"';
    }
    if (SLOSH_PANEL && !drawing_.empty()) changed.append(changed.empty() ? "" : ",").append("\"drawing\"");
    if (SLOSH_PANEL) json.text("drawing", drawing_);
    json.raw("changed", "[" + changed + "]");  // the keys whose values are not those of the scene
    if (SLOSH_PANEL) json.text("compare", comparison_);
    json.text("eye", view_.eye());
    emit_("values", json.end());
    reports_.values_due = false;
    if (SLOSH_PANEL && reports_.main_parameters_of != scene().name) emit_main_parameters();
}

// The parameters that the scene puts first, for native inputs beside the canvas.
void App::emit_main_parameters() {
    reports_.main_parameters_of = scene().name;
    std::string list;
    const std::vector<ParamInfo> all = list_params(settings());
    for (const std::string_view key : main_keys(scene())) {
        const auto info = std::find_if(all.begin(), all.end(), [&](const ParamInfo& p) { return p.field.key == key; });
        if (info == all.end()) continue;
        const auto quoted = [](std::string_view text) { return JsonWriter::quoted(text); };
        list += (list.empty() ? "" : ",") + JsonWriter()
                                                .text("key", key)
                                                .text("type", name_of(info->type))
                                                .text("unit", readable_unit(info->field.unit, scene().unit))
                                                .text("doc", info->field.doc)
                                                .number("min", static_cast<double>(info->field.min))
                                                .number("max", static_cast<double>(info->field.max))
                                                .number("sliderMax", static_cast<double>(info->field.slider_max))
                                                .flag("logarithmic", info->field.scale == Scale::logarithmic)
                                                .raw("choices", JsonWriter::array_of(info->choices, quoted))
                                                .end();
    }
    emit_("main-parameters", JsonWriter().raw("list", "[" + list + "]").end());
}

void App::emit_panel_open() {
    const bool open = panel_ && panel_->is_open(), covers = open && panel_->covered() == glm::vec2(0);
    const int state = open ? covers ? 2 : 1 : 0;
    if (state == reports_.panel) return;
    reports_.panel = state;
    emit_("panel", JsonWriter().flag("open", open).flag("covers", covers).end());
}

void App::emit_text_input() {
    const bool active = panel_ && panel_->wants_text();
    if (active == reports_.text_input) return;
    reports_.text_input = active;
    emit_("text-input", JsonWriter().flag("active", active).end());
}

}  // namespace slosh
