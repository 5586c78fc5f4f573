#include "app/app.h"

#include <algorithm>
#include <cmath>

#include "analysis/stats.h"
#include "base/json_writer.h"

namespace slosh {

bool App::open(std::string_view scene_name, std::span<const KeyValue> given) {
    switch_scene(scenes().front());
    if (!scene_name.empty()) set("scene", scene_name);
    for (const auto& [key, text] : given) set(key, text);
    rebuild();
    if (!make_painter()) return false;
#if SLOSH_PANEL
    overlay_ = make_panel();
    if (!overlay_->error().empty()) {
        fail(overlay_->error());
        return false;
    }
    overlay_->resize(canvas_, dpr_);
#endif
    say_values();
    return true;
}

bool App::make_painter() {
    std::string error;
    painter_.emplace(error);
    timers_.reset();
    if (SLOSH_PANEL && times_passes_) timers_ = std::make_shared<gl::Timers>();
    readings_.gpu_timed = times_passes_;
    if (error.empty()) return true;
    painter_.reset();
    fail(error);
    return false;
}

// --- a frame ---

void App::frame(double now_ms) {
    if (lost_ || !painter_) return;
    const auto start = Profile::Clock::now();
    profile_.begin_step();
    if (SLOSH_PANEL && timers_) timers_->begin_frame();
    choose_quality(now_ms);
    if (rebuild_) rebuild();
    look_around(now_ms);
    if (const auto click = input_.take_click(); click && (clock_.paused() || click->modifiers & PointerEvent::alt))
        pick(*click);
    step(now_ms);
    draw();
    if (overlay_) {
        const auto scope = profile_.scope("panel");
        const gl::Pass pass(timers_.get(), "panel");
        if (SLOSH_PANEL && timers_) readings_.gpu = timers_->latest();
        follow(overlay_->draw(settings_, readings_, now_ms));
    }
    say_text_input();
    if (values_changed_) say_values();
    last_phases_.assign(profile_.phases().begin(), profile_.phases().end());
    readings_.phases = last_phases_;
    const double took = Profile::milliseconds_since(start);
    frames_ms_ += took;
    ++frames_;
    measure(now_ms, took);
}

void App::step(double now_ms) {
    constexpr auto dt = static_cast<float>(Clock::step);
    const int steps = clock_.due(now_ms, step_ms_);
    if (broken_ || steps == 0) return;
    const std::span<const PointerForce> hands =
        input_.hands(camera_, settings_.scene.interaction, container_, dt * static_cast<float>(steps));
    solver_->hold(input_.grabs());
    if (SLOSH_PANEL && other_) other_->solver().hold(input_.grabs());
    pour();
    kept_.keep(solver_->particles());
    for (int i = 0; i < steps && !broken_; ++i) {
        tilt_.advance(dt);
        retune_if_needed();
        const auto start = Profile::Clock::now();
        const Motion container = container_.advance(dt);
        solver_->step(dt, hands, container);
        step_ms_ = Profile::milliseconds_since(start);
        if (SLOSH_PANEL && other_) step_other(dt, hands, container);
        for (const Phase& phase : solver_->profile().phases()) profile_.add(phase.name, phase.ms);
        ++steps_, ++steps_since_start_;
        stop_if_broken();
        if (!broken_) step_foam(dt, container);
    }
    if (overlay_ && overlay_->wants_samples() && !broken_) take_sample();
}

// A step may leave no numbers behind, or flight at any speed. The picture stays as it was before, and so does every
// setting; a reset begins again.
void App::stop_if_broken() {
    const Scene& scene = settings_.scene;
    const Instability breakdown = detect_instability(solver_->particles(), runaway_speed(scene.domain.walls));
    if (!breakdown) return;
    broken_ = true;
    notice_ = "The simulation broke down at step " + write_number(static_cast<double>(steps_since_start_), 9) + ": " +
              describe(breakdown, scene.unit) + ". To go on, " + advice(settings_) + ", then reset.";
    readings_.notice = notice_;
    message("warning", notice_);
}

void App::draw() {
    if (lost_ || !painter_) return;
    const auto scope = profile_.scope("draw");
    follow_camera();
    std::string error;
    Frame frame{particles(), settings_.scene.domain, container_.motion(), camera_, settings_.look, dpr_};
    frame.derived = observe(frame.particles, settings_.look.colour_by);
    frame.picked = look_at_picked(frame.particles, readings_.sides[0].picked);
    frame.slice = settings_.scene.slice;
    frame.diffuse = foam_of(0);
    frame.timers = timers_.get();
    frame.water = settings_.deep;
    frame.environment = surroundings_;
    if (!broken_) frame.grid = looks_back() ? solver_->grid_at(frame.slice.iteration) : solver_->grid();
    frame.ellipsoids = ellipsoids_of(0, frame);
    const bool beside = SLOSH_PANEL && other_ && other_->started();
    if (beside) draw_beside(frame, error);
    else if (level_ < full_quality) draw_small(frame, error);
    else painter_->draw(frame, error);
    readings_.colour_range = painter_->colour_range();
    readings_.resolution = qualities[level_].resolution;
    readings_.fullest_cell = painter_->fullest_cell();
    readings_.view_range = painter_->view_range();
    if (SLOSH_PANEL) {
        readings_.camera = camera_;
        SimulationPanelState& side = readings_.sides[0];
        if (!beside) side.grid = frame.grid, side.slice_range = painter_->slice_range(), side.corner = {0, 0};
    }
    if (!error.empty()) fail(error);
    if (const std::string_view note = painter_->take_capability_warning(); !note.empty()) message("info", note);
}

// What no solver keeps, computed only while it is shown.
std::span<const float> App::observe(const ParticleView& p, int colour_by) {
    if (colour_by < RenderSettings::vorticity || colour_by == RenderSettings::smoothing) return {};
    const auto scope = profile_.scope("observe");
    const float support = p.support > 0 ? p.support : 4 * p.radius;
    const ParticleFields view{p.count, p.dimensions, p.x, p.y, p.z, p.vx, p.vy, p.vz, support};
    switch (colour_by) {
        case RenderSettings::vorticity:
            return observer_.vorticity(view, jobs_);
        case RenderSettings::neighbours:
            return p.neighbours.empty() ? observer_.neighbours(view, jobs_) : p.neighbours;
        case RenderSettings::substep:
            return observer_.courant(view, stats_.substep, jobs_);
        case RenderSettings::body:
            return observe_bodies(view);
        default:
            return {};
    }
}

// The view fits into what the overlay leaves free; it glides there when the overlay opens or closes.
void App::follow_camera() {
    const glm::vec2 wanted = overlay_ ? overlay_->covered() : glm::vec2(0);
    const glm::vec2 way = wanted - covered_;
    covered_ = std::max(std::abs(way.x), std::abs(way.y)) < 0.5f ? wanted : covered_ + 0.2f * way;
    const bool halved = SLOSH_PANEL && other_;
    camera_.pixels = halved ? left_half().size : canvas_;
    const glm::vec2 covered = halved ? glm::vec2(0) : covered_;
    const View& view = settings_.scene.view;
    const glm::vec2 size(camera_.pixels), free = glm::max(size - covered, 0.25f * size);
    camera_.width = view.width * size.x / free.x;
    camera_.height = view.height * size.y / free.y;
    // The two are grown separately, so the same of both may not hold any more: take the tighter fit.
    const float unit = std::min(free.x / view.width, free.y / view.height);
    camera_.width = size.x / unit;
    camera_.height = size.y / unit;
    camera_.distance = 0;
    camera_.centre = view.centre - glm::vec3(covered / (2 * unit), 0);
    if (!deep()) return;
    const glm::vec2 half_field = direction_of(0.5f * view.field);
    camera_.fit_distance = 0.5f * view.height * half_field.x / half_field.y;
    camera_.distance = camera_.fit_distance / orbit_.shown().closeness;
    camera_.axes = orbit_.axes();
    camera_.centre = view.centre + orbit_.shown().aim;
    camera_.shift = 0.5f * covered;
}

// The eye glides also while the simulation rests.
void App::look_around(double now_ms) {
    const Input::Eye eye = input_.take_eye();
    const double elapsed = looked_at_ >= 0 && std::isfinite(now_ms) ? (now_ms - looked_at_) / 1000 : 0;
    looked_at_ = now_ms;
    if (!deep()) return;
    const glm::ivec2 size = camera_.pixels;
    orbit_.turn(eye.turn / static_cast<float>(std::max(1, std::min(size.x, size.y))));
    orbit_.zoom(eye.closer);
    orbit_.advance(static_cast<float>(elapsed));
    tilt_.face(orbit_.heading());
    follow_camera();
}

// Twice a second: figures that take a pass over the particles.
void App::measure(double now_ms, double took_ms) {
    constexpr double interval = 500, gap = 1000;
    // After a rest (off-screen, a hidden tab) the counting starts afresh. Where every frame is a rest, single steps
    // are told of all the same.
    const bool rested = !(now_ms - framed_at_ <= gap), told = steps_ == told_steps_;
    framed_at_ = now_ms + took_ms;
    if (rested) measured_at_ = now_ms, frames_ = 0, frames_ms_ = 0;
    const double elapsed = now_ms - measured_at_;
    const bool due = elapsed >= interval;
    if (!due && !(rested && clock_.paused() && !told)) return;
    if (!broken_) stats_ = solver_->stats();
    const Stats& stats = stats_;
    const ParticleView particles = this->particles();
    constexpr int hashable = 200'000;
    if (due) readings_.fps = frames_ * 1000.0 / elapsed, readings_.frame_ms = frames_ms_ / frames_;
    readings_.particles = stats.particles;
    readings_.substeps = stats.substeps;
    readings_.iterations = stats.iterations;
    readings_.kinetic_energy = stats.kinetic_energy;
    readings_.max_speed = stats.max_speed;
    readings_.hashed = stats.particles <= hashable;
    readings_.hash = readings_.hashed ? state_hash(particles) : 0;
    readings_.workers = jobs_.workers();
    measured_at_ = now_ms, frames_ = 0, frames_ms_ = 0;
    told_steps_ = steps_;
    const bool compares = SLOSH_PANEL && other_ && other_->started();
    if (compares) measure_sides();

    const auto mean = [&](std::span<const float> values) {
        double sum = 0;
        for (int i = 0; i < particles.count; ++i) sum += static_cast<double>(values[static_cast<size_t>(i)]);
        return JsonWriter::format(sum / std::max(particles.count, 1));
    };
    emit_("stats", JsonWriter()
                       .number("fps", readings_.fps)
                       .number("ms", readings_.frame_ms)
                       .number("steps", static_cast<double>(steps_))
                       .number("particles", stats.particles)
                       .number("bodies", static_cast<double>(particles.bodies.size()))
                       .number("kineticEnergy", stats.kinetic_energy)
                       .number("workers", jobs_.workers())
                       .raw("centre", "[" + mean(particles.x) + "," + mean(particles.y) + "]")
                       .number("maxSpeed", static_cast<double>(stats.max_speed))
                       .number("resolution", static_cast<double>(readings_.resolution))
                       .raw("gpu", SLOSH_PANEL && timers_ ? timers_->take_means() : "null")
                       .text("hash", readings_.hashed ? write_hex(readings_.hash, 16) : "")
                       .flag("paused", clock_.paused())
                       .flag("broken", broken_)
                       .text("otherHash", compares ? write_hex(state_hash(other_->particles()), 16) : "")
                       .end());
}

// --- settings ---

SetResult::Status App::set(std::string_view key, std::string_view text) {
    if (key == "scene") {
        if (const Scene* scene = find_scene(text)) {
            switch_scene(*scene);
            return SetResult::ok;
        }
        if (is_scene(text)) {
            emit_("elsewhere", JsonWriter().text("scene", text).end());  // another module plays it
            return SetResult::refused;
        }
        const bool cut = text.size() > 40;
        message("warning", "scene: \"" + std::string(text.substr(0, 40)) + (cut ? "..." : "") + "\" is none of " +
                               all_scene_names());
        return SetResult::refused;
    }
    if (key == "compare") return compare(text);
    const SetResult result = set_param(settings_, key, text);
    if (result.status != SetResult::ok) message("warning", result.message);
    if (result.status == SetResult::refused) return result.status;
    rebuild_ = rebuild_ || result.rebuild;
    retune_ = values_changed_ = true;
    return result.status;
}

void App::switch_scene(const Scene& scene) {
    if (SLOSH_PANEL) compare("");  // its settings need not be there
    settings_ = Settings::of(scene, max_particles);
    tilt_.level();
    tilt_.face({1, 0});
    tilt_.set_deep(deep());
    orbit_.start(scene.view.yaw, scene.view.pitch);
    rebuild_ = values_changed_ = true;
}

Scene App::tilted_scene() const {
    Scene scene = settings_.scene;
    scene.domain.gravity = tilt_.apply(scene.domain.gravity);
    return scene;
}

void App::rebuild() {
    const Walls& walls = settings_.scene.domain.walls;
    const glm::vec3 half = walls.half;
    const View& view = settings_.scene.view;
    container_.resize(walls.open                     ? 0.5f * std::min(view.width, view.height)
                      : walls.shape == Shape::circle ? half.x
                                                     : std::min({half.x, half.y, deep() ? half.z : half.y}));
    input_.release_all();
    picked_ = -1;
    solver_.reset();  // before the new one, which may need the memory
    if (SLOSH_PANEL && other_) other_->stop(), other_->start(settings_, tilt_, jobs_);
    solver_ = make_solver(tilted_scene(), jobs_);
    solver_->record_solves(SLOSH_PANEL);
    tuned_tilt_ = tilt_.state();
    foam_ = {};
    rebuild_ = retune_ = broken_ = false;
    readings_.notice = {};
    steps_since_start_ = 0;
    stats_ = solver_->stats();
    begin_samples();
    step_ms_ = 0;
}

void App::retune_if_needed() {
    if (!retune_ && tuned_tilt_ == tilt_.state()) return;
    retune(*solver_, tilted_scene());
    if (SLOSH_PANEL && other_) other_->retune(settings_, tilt_);
    tuned_tilt_ = tilt_.state();
    retune_ = false;
}

// --- commands and events ---

void App::play() { clock_.play(); }
void App::pause() { clock_.pause(); }
void App::single_step() { clock_.single_step(); }

void App::reset() {
    tilt_.level();
    rebuild_ = true;
}

void App::toggle_panel() {
    if (overlay_) overlay_->toggle();
}

void App::follow(const UiCommands& wishes) {
    const bool was_paused = clock_.paused();
    for (const UiCommands::Change& change : wishes.changes) set(change.key, change.text);
    if (wishes.toggle_pause) was_paused ? play() : pause();
    if (wishes.single_step) single_step();
    if (wishes.reset) reset();
    if (wishes.drop) drop();
    if (wishes.level) tilt_.level();
    if (clock_.paused() != was_paused) say_paused();
    readings_.paused = clock_.paused();
    readings_.tilt = tilt_.degrees();
}

void App::message(const char* level, std::string_view text) {
    emit_("message", JsonWriter().text("level", level).text("text", text).end());
}

void App::fail(std::string_view text) { emit_("error", JsonWriter().text("text", text).end()); }

void App::say_paused() { emit_("state", JsonWriter().flag("paused", clock_.paused()).end()); }

void App::say_values() {
    JsonWriter json;
    json.text("scene", settings_.scene.name);
    for (const ParamInfo& info : list_params(settings_)) json.text(info.field.key, info.value);
    if (SLOSH_PANEL) json.text("compare", other_ ? other_->text() : "");
    emit_("values", json.end());
    values_changed_ = false;
}

void App::say_text_input() {
    const bool wanted = overlay_ && overlay_->wants_text();
    if (wanted == wanted_text_) return;
    wanted_text_ = wanted;
    emit_("text-input", JsonWriter().flag("wanted", wanted).end());
}

// --- the graphics context ---

// The particles stay; everything on the graphics card is gone and is built again.
void App::context_lost() {
    lost_ = true;
    painter_.reset();
    timers_.reset(), small_.reset();
    readings_.gpu = {};
    beside_.reset();
    if (overlay_) overlay_->context_lost();
}

void App::context_restored() {
    if (!lost_) return;
    lost_ = false;
    if (overlay_) overlay_->context_restored();
    make_painter();
}

}  // namespace slosh
