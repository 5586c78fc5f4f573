// Drawing obstacles with the pointer, and erasing them or fluid: only in modules with the panel. The drawing is also a
// setting: text in links and files, in the history, and obstacles in the solvers.
#include <algorithm>
#include <cmath>
#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <optional>
#include <utility>

#include "app/app.h"
#include "app/drawing/drawing.h"
#include "app/input/body_pick.h"
#include "app/particle_pick.h"
#include "domain/emitters.h"

namespace slosh {
namespace {

using Tool = InteractionSettings::Tool;

float pen_width(const Scene& scene) { return scene.pen.width / 100 * std::min(scene.view.width, scene.view.height); }

// The nearest position, relative to the container, at which a body of this radius is inside the walls.
glm::vec3 moved_inside(glm::vec3 at, const Walls& walls, float radius) {
    if (walls.open) return at;
    const glm::vec3 from = at - walls.centre;
    if (walls.shape == Shape::circle) {
        const float far = glm::length(from), limit = std::max(walls.half.x - radius, 0.0f);
        return far > limit ? walls.centre + from * (limit / far) : at;
    }
    const glm::vec3 limit = glm::max(walls.half - radius, glm::vec3(0));
    return walls.centre + glm::clamp(from, -limit, limit);
}

// Where a press places an object: standing on the floor where the floor is seen, else in the plane through the middle
// of the container that faces the eye. Relative to the container; none beside it.
std::optional<glm::vec3> place(const Scene& scene, const Camera& camera, glm::vec2 pixel, glm::vec3 offset,
                               float radius) {
    const Walls& walls = scene.domain.walls;
    const glm::vec3 middle = walls.centre + offset;
    if (!walls.open && walls.shape == Shape::box) {
        const Ray ray = camera.to_ray(pixel);
        const float along = (middle.y - walls.half.y - ray.origin.y) / ray.direction.y;
        const glm::vec3 from = ray.origin + ray.direction * along - middle;
        if (ray.direction.y < 0 && std::abs(from.x) < walls.half.x && std::abs(from.z) < walls.half.z)
            return moved_inside(from + middle - offset, walls, radius);
    }
    const glm::vec3 at = camera.to_plane(pixel, middle) - offset, inside = moved_inside(at, walls, radius);
    const float reach = walls.open ? 0.5f * std::min(scene.view.width, scene.view.height) : 1.5f * radius;
    if (glm::length(at - (walls.open ? walls.centre : inside)) > reach) return std::nullopt;
    return inside;
}

// World units: a finger is wider than a mouse.
float picking_tolerance(const PointerEvent& event, const View& view) {
    return (event.device == PointerEvent::touch ? 12 : 2) * view.dpr() / view.camera().pixels_per_unit();
}

}  // namespace

void Interaction::start_drawing(const Scene& scene) {
    drawing_ = make_module_part<Drawing>();
    drawing_->set_scene(scene);
}

bool Interaction::draw(const PointerEvent& event, const View& view, const Simulation& simulation, bool inside,
                       Outcome& outcome) {
    const Tool tool = simulation.settings().scene.interaction.tool;
    const bool is_drawing = tool == Tool::pen || tool == Tool::erase;
    shows_brush_ = is_drawing && event.type != PointerEvent::gone &&
                   (event.device != PointerEvent::touch || event.type != PointerEvent::up);
    if (!is_drawing) {
        if (pen_ == event.id) lift_pen();
        return false;
    }
    const bool pressed = event.type == PointerEvent::down && event.buttons == PointerEvent::left;
    const bool begins = pressed && !pen_ && is_target(event, view, simulation, inside);
    if (begins) {
        pen_ = event.id;
        input_.remove(event.id);
        erases_ = tool == Tool::erase && !is_drawn(event, view, simulation);
        if (erases_) {
            erased_.clear();
            erase_pixel_ = event.pixel;
        }
    }
    if (pen_ != event.id) return false;
    if (event.type == PointerEvent::up || event.type == PointerEvent::gone) lift_pen();
    else outcome = draw_at(event, view, simulation, begins);
    return true;
}

// Whether a press draws or erases something. In 3D any other turns the view.
bool Interaction::is_target(const PointerEvent& event, const View& view, const Simulation& simulation,
                            bool inside) const {
    const Scene& scene = simulation.settings().scene;
    if (scene.domain.dimensions == 2) return inside;
    if (event.modifiers & (PointerEvent::shift | PointerEvent::ctrl)) return false;
    const Camera& camera = view.camera();
    if (scene.interaction.tool == Tool::erase)
        return is_drawn(event, view, simulation) || fluid_at(event.pixel, view, simulation).has_value();
    return place(scene, camera, event.pixel, container_.offset(), 0.5f * pen_width(scene)).has_value();
}

// Whether the eraser meets a drawn piece there.
bool Interaction::is_drawn(const PointerEvent& event, const View& view, const Simulation& simulation) const {
    const Scene& scene = simulation.settings().scene;
    const Camera& camera = view.camera();
    const float tolerance = picking_tolerance(event, view);
    if (scene.domain.dimensions == 3) return drawn_body_at(event, view, simulation) >= 0;
    const glm::vec3 offset = container_.offset(), at = camera.to_plane(event.pixel, scene.domain.walls.centre + offset);
    return drawing_->touches(at - offset, std::max(0.5f * pen_width(scene), tolerance));
}

// In 3D: the index of the drawn piece under the pointer, or -1.
int Interaction::drawn_body_at(const PointerEvent& event, const View& view, const Simulation& simulation) const {
    return pick_drawn(simulation.particles().bodies, view.camera(), event.pixel, picking_tolerance(event, view));
}

// In 3D the surface of the fluid under the pointer, in 2D the place itself.
std::optional<glm::vec3> Interaction::fluid_at(glm::vec2 pixel, const View& view, const Simulation& simulation) const {
    const ParticleView p = simulation.particles();
    const Camera& camera = view.camera();
    if (p.dimensions == 2) return camera.to_plane(pixel, container_.offset());
    const int slot = find_particle(p, pick_particle(p, camera, pixel, 1.5f * p.radius), nullptr);
    if (slot < 0) return std::nullopt;
    const auto i = static_cast<size_t>(slot);
    return glm::vec3(p.x[i], p.y[i], p.z[i]);
}

// Adds drains where the eraser is and on its way there: a browser may report one event a frame.
void Interaction::erase(const View& view, const Simulation& simulation) {
    constexpr int max_parts = 24;
    const float radius = std::max(0.5f * pen_width(simulation.settings().scene), 1.5f * simulation.particles().radius);
    const glm::vec2 from = std::exchange(erase_pixel_, pixel_);
    const float way = glm::length(pixel_ - from) / view.camera().pixels_per_unit();
    const int parts = std::clamp(static_cast<int>(way / radius), 1, max_parts);
    for (int k = 1; k <= parts; ++k) {
        const glm::vec2 pixel = glm::mix(from, pixel_, static_cast<float>(k) / static_cast<float>(parts));
        if (const std::optional<glm::vec3> at = fluid_at(pixel, view, simulation))
            erased_.insert(erased_.begin(),
                           {.shape = Shape::circle, .centre = *at - container_.offset(), .half = glm::vec3(radius)});
    }
    erased_.resize(std::min(erased_.size(), size_t{EmitterSystem::max_user_drains}));
}

void Interaction::erase_fluid(const View& view, std::span<Simulation> simulations) {
    const bool held = pen_ && erases_;
    if (held) erase(view, simulations[active_]);
    for (Simulation& simulation : simulations) simulation.solver().set_user_drains(erased_);
    erased_.resize(held ? std::min<size_t>(erased_.size(), 1) : 0);
}

void Interaction::erase_paused_fluid(std::span<Simulation> simulations) {
    if (erased_.empty()) return;
    bool done = true;
    for (Simulation& simulation : simulations) {
        simulation.solver().set_user_drains(erased_);
        done &= simulation.solver().drain(container_.offset());
        simulation.solver().set_user_drains({});
    }
    if (done) erased_.resize(pen_ && erases_ ? 1 : 0);
}

Outcome Interaction::draw_at(const PointerEvent& event, const View& view, const Simulation& simulation, bool begins) {
    const Scene& scene = simulation.settings().scene;
    const Camera& camera = view.camera();
    const float width = pen_width(scene), radius = 0.5f * width;
    const float tolerance = std::max(radius, picking_tolerance(event, view));
    const bool is_3d = scene.domain.dimensions == 3, erases = scene.interaction.tool == Tool::erase;
    const glm::vec3 offset = container_.offset(), at = camera.to_plane(event.pixel, scene.domain.walls.centre + offset);
    Outcome outcome;
    if (erases_) {
        erase(view, simulation);
    } else if (erases && is_3d) {
        const int body = drawn_body_at(event, view, simulation);
        if (body >= 0 && !drawing_->changed()) drawing_->erase_body(static_cast<size_t>(body));
    } else if (erases) {
        drawing_->erase(at - offset, tolerance);
    } else if (is_3d) {
        if (!begins) return {};
        if (const auto place_at = place(scene, camera, event.pixel, offset, radius))
            outcome = drawing_->add_object(scene.pen.shape == Pen::Shape::box, *place_at, width);
    } else {
        const glm::vec3 inside = moved_inside(at - offset, scene.domain.walls, 0);
        outcome = begins ? drawing_->begin_stroke(inside, width) : drawing_->extend_stroke(inside);
    }
    if (!outcome.accepted) lift_pen();
    return outcome;
}

void Interaction::lift_pen() {
    if (pen_ && !erases_) drawn_ = true;
    pen_.reset();
    erases_ = false;
}

Brush Interaction::brush(const View& view, const Scene& scene) const {
    if (!shows_brush_ || on_panel_ || (!over_container(scene, view.camera()) && !pen_)) return {};
    const glm::vec2 corner(static_cast<float>(view.viewport(active_).low.x), 0);
    return {pixel_ + corner, 0.5f * pen_width(scene) * view.camera().pixels_per_unit()};
}

// --- the setting ---

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
