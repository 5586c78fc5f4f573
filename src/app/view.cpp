#include "app/view.h"

#include <algorithm>
#include <cmath>

#include "app/particle_pick.h"

namespace slosh {

bool View::open(std::string& error, bool with_timers) {
    renderers_[0] = make_module_part<FrameRenderer>(error);
    timers_.reset();
    if (SLOSH_PANEL && with_timers) timers_ = make_module_part<gl::Timers>();
    if (error.empty()) return true;
    renderers_[0].reset();
    return false;
}

void View::release() {
    for (ModulePart<FrameRenderer>& renderer : renderers_) renderer.reset();
    offscreen_.reset();
    timers_.reset();
}

// --- quality ---

// `automatic`: by the GPU time of the frames if the browser measures it and there is a panel, else by the time between
// frames.
void View::choose_quality(const RenderSettings& settings, double now_ms) {
    const double since = now_ms - std::exchange(quality_at_ms_, now_ms);
    const auto target_ms = static_cast<double>(settings.frame_ms);
    constexpr double max_gap = 2000;  // ms; longer in a hidden tab or off-screen
    if (settings.quality != RenderSettings::QualityLevel::automatic) {
        constexpr int levels[] = {low_quality, medium_quality, full_quality};
        level_ = levels[static_cast<size_t>(settings.quality)];
        return;
    }
    if (SLOSH_PANEL && timers_) {
        if (std::exchange(timed_frames_, timers_->frames()) != timers_->frames())
            quality_control_.feed(timers_->latest_sum(), target_ms, QualityControl::TimeSource::gpu);
    } else if (since > 0 && since < max_gap) {
        quality_control_.feed(since, target_ms, QualityControl::TimeSource::frame_interval);
    }
    level_ = quality_control_.level();
}

// --- drawing ---

void View::draw(std::span<Simulation> simulations, const Context& context, Profile& profile, PanelState& state,
                std::string& error) {
    const bool is_split = SLOSH_PANEL && simulations.size() > 1, direct = !is_split && level_ == full_quality;
    if (is_split) {
        glClearColor(0, 0, 0, 0);
        glClear(GL_COLOR_BUFFER_BIT);
    }
    for (size_t i = 0; i < simulations.size(); ++i) {
        SimulationPanelState& side = state.sides[i];
        ModulePart<FrameRenderer>& renderer = renderers_[i];
        if (SLOSH_PANEL && !renderer) renderer = make_module_part<FrameRenderer>(error);
        Frame frame = make_frame(simulations[i], context, profile, side.picked);
        if (SLOSH_PANEL) {
            side.slice = frame.slice;
            side.render = frame.settings;
            side.kinds = frame.kinds;
        }
        if (direct) renderer->draw(frame, error);
        else draw_scaled(*renderer, frame, viewport(i), error);
        side.grid = frame.grid;
        side.slice_range = renderer->slice_range();
        if (SLOSH_PANEL) side.corner = {viewport(i).low.x, 0};
    }
    if (!direct) glViewport(0, 0, canvas_.x, canvas_.y);
    const FrameRenderer& first = *renderers_[0];
    state.colour_range = first.colour_range();
    state.resolution = qualities[level_].resolution;
    state.fullest_cell = first.fullest_cell();
    state.view_range = first.view_range();
    if (SLOSH_PANEL) state.camera = camera_;
}

Frame View::make_frame(Simulation& simulation, const Context& context, Profile& profile, PickedParticle& picked) {
    const Settings& settings = simulation.settings();
    Frame frame{.particles = simulation.particles(),
                .domain = settings.scene.domain,
                .container = context.container,
                .camera = camera_,
                .settings = settings.render,
                .dpr = dpr_,
                .is_page_dark = is_page_dark_};
    const RenderSettings& render = settings.render;
    const ColourList& chosen = render.colours.empty() ? page_colours_.kinds : render.colours;
    frame.kinds = kind_colours_of(render, chosen, kinds_of(settings.scene));
    frame.container_colour = render.container_colour.empty() ? page_colours_.container : render.container_colour;
    frame.derived = find_derived_field(simulation, frame.particles, profile);
    frame.picked = find_particle(frame.particles, context.picked, SLOSH_PANEL ? &picked : nullptr);
    frame.slice = settings.scene.slice;
    frame.diffuse = simulation.foam();
    frame.timers = timers_.get();
    frame.water = settings.water;
    frame.environment = environment_;
    const int iteration = frame.slice.iteration;
    if (!simulation.failed())
        frame.grid = SLOSH_PANEL && context.paused && iteration >= 0 ? simulation.solver().grid_at(iteration)
                                                                     : simulation.solver().grid();
    frame.ellipsoids = simulation.ellipsoids(frame, jobs_);
    return frame;
}

// A field that the solver does not store, computed only while the particle colours show it.
std::span<const float> View::find_derived_field(const Simulation& simulation, const ParticleView& p, Profile& profile) {
    const RenderSettings::ColourBy colour_by = simulation.settings().render.colour_by;
    if (colour_by < RenderSettings::ColourBy::vorticity || colour_by == RenderSettings::ColourBy::smoothing) return {};
    const auto scope = profile.scope("diagnostics");
    const float support = p.support > 0 ? p.support : 4 * p.radius;
    const ParticleFields fields{.count = p.count,
                                .dimensions = p.dimensions,
                                .x = p.x,
                                .y = p.y,
                                .z = p.z,
                                .vx = p.vx,
                                .vy = p.vy,
                                .vz = p.vz,
                                .support = support};
    switch (colour_by) {
        case RenderSettings::ColourBy::vorticity:
            return diagnostics_.vorticity(fields, jobs_);
        case RenderSettings::ColourBy::neighbours:
            return p.neighbours.empty() ? diagnostics_.neighbours(fields, jobs_) : p.neighbours;
        case RenderSettings::ColourBy::substep:
            return diagnostics_.courant(fields, simulation.stats().substep, jobs_);
        case RenderSettings::ColourBy::body:
            return find_nearest_bodies(fields, p.bodies);
        default:
            return {};
    }
}

// Renders at the chosen quality into the offscreen target, then scales it to the viewport.
void View::draw_scaled(FrameRenderer& renderer, Frame& frame, const Viewport& viewport, std::string& error) {
    frame.quality = qualities[level_];
    const float scale = frame.quality.resolution;
    Camera& camera = frame.camera;
    camera.pixels = glm::max(glm::ivec2(glm::round(scale * glm::vec2(camera.pixels))), glm::ivec2(1));
    camera.shift *= scale;
    frame.dpr *= scale;
    if (!offscreen_) offscreen_.emplace();
    offscreen_->resize(camera.pixels);
    frame.target = offscreen_->framebuffer();
    renderer.draw(frame, error);
    const gl::Pass pass(timers_.get(), "upscaling");
    offscreen_->blit_to(0, viewport.low, viewport.size);
}

}  // namespace slosh
