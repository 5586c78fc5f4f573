#include "app/input/input.h"

#include <algorithm>
#include <glm/geometric.hpp>

namespace slosh {

void Input::pointer(const PointerEvent& event, bool over_container, bool is_3d, const Pick& pick) {
    constexpr size_t max_pointers = 16;
    track_click(event);
    Pointer* tracked = find(event.id);
    const bool released = event.type == PointerEvent::up && event.device == PointerEvent::touch;
    if (event.type == PointerEvent::gone || released) return remove(event.id);
    const bool over_body = pick.body >= 0;
    const Role role = keeps_pouring(event, tracked) ? pour
                      : is_3d                       ? role_of_3d(event, tracked, over_body)
                                                    : role_of(event, tracked, over_container, over_body);
    if (role == pair && (!tracked || tracked->role != pair))
        for (Pointer& p : pointers_)
            if (p.role == orbit) {
                p.role = pair;
                p.pressed = p.pixel;
                p.fresh = true;
            }
    if (tracked && tracked->role == role) {
        update_orbit(event, *tracked);
        tracked->pixel = event.pixel;
    } else if (tracked) {
        tracked->role = role;
        tracked->pixel = tracked->pressed = event.pixel;
        tracked->pick = pick;
        tracked->fresh = true;
    } else if (pointers_.size() < max_pointers) {
        pointers_.push_back(
            {.id = event.id, .role = role, .pixel = event.pixel, .pressed = event.pixel, .pick = pick, .fresh = true});
    }
    if (Pointer* current = find(event.id); current && event.type == PointerEvent::down) {
        current->clicking =
            event.buttons == PointerEvent::left && role != hold && role != pour && pointers_.size() == 1;
        current->down = event.pixel;
        current->modifiers = event.modifiers;
    }
}

void Input::track_click(const PointerEvent& event) {
    constexpr float tolerance = 10;  // device pixels that a pointer may move during a click
    Pointer* tracked = find(event.id);
    if (!tracked || !tracked->clicking) return;
    tracked->clicking = event.type != PointerEvent::gone && glm::length(event.pixel - tracked->down) <= tolerance;
    if (event.type != PointerEvent::up || !tracked->clicking) return;
    click_ = Click{event.pixel, tracked->modifiers};
    tracked->clicking = false;
}

void Input::remove(int id) {
    // The remaining finger of a pair is idle until it is pressed again; otherwise the scene would jump.
    if (const Pointer* removed = find(id); removed && removed->role == pair)
        for (Pointer& p : pointers_)
            if (p.role == pair) p.role = idle;
    std::erase_if(pointers_, [&](const Pointer& p) { return p.id == id; });
}

bool Input::dragging() const {
    return std::any_of(pointers_.begin(), pointers_.end(),
                       [](const Pointer& p) { return p.role == drag || p.role == pair; });
}

Input::Pointer* Input::find(int id) {
    const auto found = std::find_if(pointers_.begin(), pointers_.end(), [&](const Pointer& p) { return p.id == id; });
    return found == pointers_.end() ? nullptr : &*found;
}

// With the pour tool a press pours until it is released; of two fingers only the first.
bool Input::keeps_pouring(const PointerEvent& event, const Pointer* tracked) const {
    const bool touch = event.device == PointerEvent::touch, left = event.buttons & PointerEvent::left;
    if (tracked && tracked->role == pour && event.type != PointerEvent::down) return touch || left;
    const bool pouring =
        std::any_of(pointers_.begin(), pointers_.end(), [](const Pointer& p) { return p.role == pour; });
    return tool_ == InteractionSettings::Tool::pour && event.type == PointerEvent::down && left && !pouring;
}

// The push tool gives a pressed finger or button the role of a hovering pointer.
Input::Role Input::role_of_tool(Role of_drag) const {
    switch (tool_) {
        case InteractionSettings::Tool::push:
            return hover;
        case InteractionSettings::Tool::stir:
            return stir;
        case InteractionSettings::Tool::drop:
        case InteractionSettings::Tool::pour:
            return idle;
        default:
            return of_drag;
    }
}

// A pressed button keeps its role until it is released, also while a second button is pressed.
Input::Role Input::role_of(const PointerEvent& event, const Pointer* tracked, bool over_container,
                           bool over_body) const {
    const Role before = tracked ? tracked->role : idle;
    if (event.device == PointerEvent::touch) {
        if (event.type != PointerEvent::down) return before;
        return over_body ? hold : !over_container ? idle : dragging() ? stir : role_of_tool(drag);
    }
    const bool left = event.buttons & PointerEvent::left, right = event.buttons & PointerEvent::right;
    if ((before == drag || before == hold) && left) return before;
    if (before == stir && (right || (left && tool_ == InteractionSettings::Tool::stir))) return stir;
    if (event.buttons == 0) return hover;
    const bool began_on_canvas =
        event.type == PointerEvent::down || before == hover || before == drag || before == stir || before == hold;
    if (!began_on_canvas) return idle;
    if (right) return stir;
    if (left && over_body) return hold;
    return left && over_container && !dragging() ? role_of_tool(drag) : idle;
}

Input::Role Input::role_of_3d(const PointerEvent& event, const Pointer* tracked, bool over_body) const {
    const Role before = tracked ? tracked->role : idle;
    if (event.device == PointerEvent::touch) {
        if (event.type != PointerEvent::down) return before;
        const auto busy = [&](Role role) {
            return std::any_of(pointers_.begin(), pointers_.end(), [&](const Pointer& p) { return p.role == role; });
        };
        if (event.modifiers & PointerEvent::shift) return over_body ? hold : busy(drag) ? stir : drag;
        return over_body ? hold : busy(pair) ? stir : busy(orbit) ? pair : role_of_tool(orbit);
    }
    const bool left = event.buttons & PointerEvent::left, right = event.buttons & PointerEvent::right;
    if (before == hold && left) return hold;
    if ((before == orbit || before == drag) && (left || right)) return before;
    if (before == stir && (right || (left && tool_ == InteractionSettings::Tool::stir))) return stir;
    if (event.buttons == 0) return hover;
    if (event.type != PointerEvent::down && before == idle) return idle;
    const bool shift = event.modifiers & PointerEvent::shift, ctrl = event.modifiers & PointerEvent::ctrl;
    if (right) return shift ? stir : drag;
    return !left ? idle : shift || ctrl ? drag : over_body ? hold : role_of_tool(orbit);
}

const Input::Pointer* Input::other_of_pair(int id) const {
    const auto found = std::find_if(pointers_.begin(), pointers_.end(),
                                    [&](const Pointer& p) { return p.role == pair && p.id != id; });
    return found == pointers_.end() ? nullptr : &*found;
}

void Input::update_orbit(const PointerEvent& event, const Pointer& before) {
    if (before.role == orbit) camera_delta_.turn += event.pixel - before.pixel;
    if (before.role != pair) return;
    const Pointer* other = other_of_pair(event.id);
    if (!other) return;
    constexpr float min_distance = 10;  // device pixels between two fingers, as a lower bound
    const float before_length = std::max(glm::length(before.pixel - other->pixel), min_distance);
    camera_delta_.zoom *= std::max(glm::length(event.pixel - other->pixel), min_distance) / before_length;
}

void Input::drag_container(ContainerDrag& container, const Camera& camera, const Pointer& p, glm::vec2 pixel,
                           glm::vec2 pressed) const {
    if (p.fresh || !container.held()) container.grab(camera.to_world(p.fresh ? pressed : pixel));
    container.set_target(camera.to_world(pixel));
}

std::span<const PointerForce> Input::update(const Camera& camera, const InteractionSettings& settings,
                                            ContainerDrag& container, float dt) {
    forces_.clear();
    grabs_.clear();
    pour_positions_.clear();
    bool dragged = false;
    for (Pointer& p : pointers_) {
        const glm::vec3 at = camera.to_world(p.pixel);
        if (p.role == drag) {
            drag_container(container, camera, p, p.pixel, p.pressed);
            dragged = true;
        } else if (p.role == pair) {
            // The container follows the midpoint of both fingers.
            const Pointer* other = other_of_pair(p.id);
            if (!dragged && other)
                drag_container(container, camera, p, 0.5f * (p.pixel + other->pixel),
                               0.5f * (p.pressed + other->pressed));
            dragged = true;
        } else if (p.role == hold) {
            grabs_.push_back({p.pick.body, p.pick.local, camera.to_plane(p.pixel, p.pick.at)});
        } else if (p.role == pour || (p.role == hover && key_pours_)) {
            pour_positions_.push_back(at);
        } else if (p.role == hover) {
            forces_.push_back(settings.push(at));
        } else if (p.role == stir) {
            // Events arrive in bursts: the velocity is an exponential mean, limited to ten view sizes per second.
            const glm::vec3 now = p.fresh || dt <= 0 ? glm::vec3(0) : (at - p.world) / dt;
            const glm::vec3 mean = p.fresh ? now : 0.5f * (p.velocity + now);
            const float limit = 10 * std::max(camera.width, camera.height), speed = glm::length(mean);
            p.velocity = speed > limit ? mean * (limit / speed) : mean;
            forces_.push_back(settings.drag(at, p.velocity));
        }
        p.world = at;
        p.fresh = false;
    }
    if (!dragged && container.held()) container.release();
    return forces_;
}

}  // namespace slosh
