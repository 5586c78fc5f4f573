#include "app/interaction.h"

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>

#include "app/particle_pick.h"

namespace slosh {
namespace {

bool is_3d(const Scene& scene) { return scene.domain.dimensions == 3; }

// The page scrolls up and down; CSS pixels.
bool is_sideways(glm::vec2 moved) { return std::abs(moved.x) > std::max(std::abs(moved.y), 8.0f); }

// Tools whose press adds something that stays.
bool leaves_traces(InteractionSettings::Tool tool) {
    using enum InteractionSettings::Tool;
    return tool == drop || tool == pour || tool == pen || tool == erase;
}

}  // namespace

void Interaction::set_scene(const Scene& scene) {
    tilt_.level();
    tilt_.set_screen_right({1, 0});
    tilt_.set_3d(is_3d(scene));
}

void Interaction::restart(const Scene& scene) {
    const Walls& walls = scene.domain.walls;
    const glm::vec3 half = walls.half;
    container_.resize(walls.open                     ? 0.5f * std::min(scene.view.width, scene.view.height)
                      : walls.shape == Shape::circle ? half.x
                                                     : std::min({half.x, half.y, is_3d(scene) ? half.z : half.y}));
    input_.remove_all();
    waiting_.clear();
    erased_.clear();
    picked_ = -1;
}

void Interaction::leave_viewports() {
    if (SLOSH_PANEL) lift_pen();
    active_ = 0;
    waiting_.clear();
    erased_.clear();
    input_.remove_all();
}

// --- pointers ---

Outcome Interaction::pointer(const PointerEvent& event, bool on_panel, const View& view,
                             std::span<Simulation> simulations) {
    on_panel_ = on_panel;
    if (on_panel) {
        input_.remove(event.id);
        return {};
    }
    return SLOSH_PANEL ? handle_if_no_scroll(event, view, simulations) : handle(event, view, simulations);
}

Outcome Interaction::handle_if_no_scroll(const PointerEvent& event, const View& view,
                                         std::span<Simulation> simulations) {
    const bool waits = waiting_.empty() ? event.device == PointerEvent::touch && event.type == PointerEvent::down &&
                                              leaves_traces(simulations.front().settings().scene.interaction.tool)
                                        : event.id == waiting_.front().id && event.type == PointerEvent::move &&
                                              !is_sideways((event.pixel - waiting_.front().pixel) / view.dpr());
    if (waits) {
        if (waiting_.empty()) waited_ = 0;
        waiting_.push_back(event);
        return {};
    }
    // The page scrolls.
    if (!waiting_.empty() && event.id == waiting_.front().id && event.type == PointerEvent::gone) {
        waiting_.clear();
        return {};
    }
    const Outcome outcome = stop_waiting(view, simulations);
    return outcome.accepted ? handle(event, view, simulations) : outcome;
}

Outcome Interaction::stop_waiting(const View& view, std::span<Simulation> simulations) {
    Outcome outcome;
    for (const PointerEvent& event : std::exchange(waiting_, {}))
        if (outcome.accepted) outcome = handle(event, view, simulations);
    return outcome;
}

Outcome Interaction::handle(PointerEvent event, const View& view, std::span<Simulation> simulations) {
    // A pressed pointer belongs to the viewport of the press.
    const bool held = event.buttons != 0 && event.type != PointerEvent::down;
    if (!held) active_ = view.viewport_at(event.pixel);
    active_ = std::min(active_, simulations.size() - 1);
    event.pixel.x -= static_cast<float>(view.viewport(active_).low.x);
    pixel_ = event.pixel;
    const Scene& scene = simulations.front().settings().scene;
    const auto tool = scene.interaction.tool;
    const Pick body = pick_body_at(event, view, simulations[active_]);
    const bool pressed = event.type == PointerEvent::down && event.buttons == PointerEvent::left;
    const bool inside = over_container(scene, view.camera());
    if (Outcome outcome; SLOSH_PANEL && draw(event, view, simulations[active_], inside, outcome)) return outcome;
    const bool draws = tool >= InteractionSettings::Tool::pen;  // what the pen does not take is as with `drag`
    input_.set_tool(draws ? InteractionSettings::Tool::drag : tool);
    input_.pointer(event, inside, is_3d(scene), body);
    if (pressed && tool == InteractionSettings::Tool::drop && body.body < 0 && inside) return drop(view, simulations);
    return {};
}

void Interaction::wheel(float dy, View& view, const Scene& scene) {
    if (on_panel_ || !is_3d(scene)) return;
    constexpr float max_notches = 5;           // of the wheel in one event
    constexpr float change_per_notch = 0.12f;  // of the zoom factor
    const float change = change_per_notch * std::clamp(dy, -max_notches, max_notches);
    const Camera& camera = view.camera();
    const glm::vec3 fixed_point = pixel_.x >= 0 ? camera.to_world(pixel_) - camera.centre : glm::vec3(0);
    view.orbit().zoom(change > 0 ? 1 / (1 + change) : 1 - change, fixed_point);
}

void Interaction::double_click(View& view, const Scene& scene) {
    if (!is_3d(scene) || on_panel_) return;
    view.orbit().reset();
    // The two clicks of a double click do not pick a particle.
    input_.take_click();
    picked_ = -1;
}

void Interaction::pick_clicked(const View& view, std::span<const Simulation> simulations, bool paused) {
    const auto click = input_.take_click();
    if (!click || !(paused || click->modifiers & PointerEvent::alt)) return;
    const Simulation& simulation = simulations[std::min(active_, simulations.size() - 1)];
    const ParticleView p = simulation.particles();
    const Camera& camera = view.camera();
    const float point_size = simulations.front().settings().render.point_size;
    // Slightly larger than the drawn point, and at least 5 CSS pixels, for fingers.
    const float radius = std::max(1.05f * p.radius * point_size, 5 * view.dpr() / camera.pixels_per_unit());
    picked_ = pick_particle(p, camera, click->pixel, radius);
}

// --- steps ---

std::span<const PointerForce> Interaction::begin_steps(const View& view, std::span<Simulation> simulations, float dt) {
    const InteractionSettings& settings = simulations.front().settings().scene.interaction;
    // A scroll would have begun by now; a body drops when the finger is lifted.
    constexpr float scroll_time = 0.15f;  // s
    if (SLOSH_PANEL && settings.tool != InteractionSettings::Tool::drop && (waited_ += dt) > scroll_time)
        stop_waiting(view, simulations);
    const std::span<const PointerForce> forces = input_.update(view.camera(), settings, container_, dt);
    for (Simulation& simulation : simulations) simulation.set_grabs(input_.grabs());
    return forces;
}

// --- the container ---

bool Interaction::over_container(const Scene& scene, const Camera& camera) const {
    return is_3d(scene) || inside_walls(scene, camera.to_world(pixel_));
}

bool Interaction::inside_walls(const Scene& scene, glm::vec3 at) const {
    const Walls& walls = scene.domain.walls;
    if (walls.open) return true;
    const glm::vec3 offset = at - walls.centre - container_.offset();
    const float depth = is_3d(scene) ? offset.z : 0;
    if (walls.shape == Shape::circle) return glm::length(glm::vec3(offset.x, offset.y, depth)) <= walls.half.x;
    return std::abs(offset.x) <= walls.half.x && std::abs(offset.y) <= walls.half.y &&
           (!is_3d(scene) || std::abs(depth) <= walls.half.z);
}

glm::vec3 Interaction::top_of_container(const Scene& scene, float below) const {
    const Walls& walls = scene.domain.walls;
    const SceneView& view = scene.view;
    glm::vec3 at = (walls.open ? view.centre : walls.centre) + container_.offset();
    constexpr float margin = 0.98f;  // of the half height, so that the position is inside the wall
    at.y += margin * (walls.open                     ? view.height / 2
                      : walls.shape == Shape::circle ? walls.half.x
                                                     : walls.half.y) -
            below;
    return at;
}

}  // namespace slosh
