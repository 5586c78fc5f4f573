#include "app/input/input.h"

#include <algorithm>
#include <glm/geometric.hpp>

namespace slosh {

void Input::pointer(const PointerEvent& event, bool over_container, bool deep, const Pick& pick) {
    constexpr size_t max_pointers = 16;
    follow_click(event);
    Pointer* known = find(event.id);
    const bool lifted = event.type == PointerEvent::up && event.device == PointerEvent::touch;
    if (event.type == PointerEvent::gone || lifted) return leave_to_panel(event.id);
    const bool over_body = pick.body >= 0;
    const Role role = keeps_pouring(event, known) ? pour
                      : deep                      ? deep_role_of(event, known, over_body)
                                                  : role_of(event, known, over_container, over_body);
    if (role == pair && (!known || known->role != pair))
        for (Pointer& p : pointers_)
            if (p.role == orbit) p.role = pair, p.fresh = true, p.pressed = p.pixel;
    if (known) {
        if (known->role == role) look_around(event, *known);
        if (known->role != role) known->fresh = true, known->pressed = event.pixel, known->pick = pick;
        known->role = role;
        known->pixel = event.pixel;
    } else if (pointers_.size() < max_pointers) {
        pointers_.push_back({event.id, role, event.pixel, event.pixel, {}, {}, pick, true});
    }
    if (Pointer* here = find(event.id); here && event.type == PointerEvent::down) {
        here->clicking = event.buttons == PointerEvent::left && role != hold && role != pour && pointers_.size() == 1;
        here->down = event.pixel, here->modifiers = event.modifiers;
    }
}

void Input::follow_click(const PointerEvent& event) {
    constexpr float still = 10;  // device pixels
    Pointer* known = find(event.id);
    if (!known || !known->clicking) return;
    known->clicking = event.type != PointerEvent::gone && glm::length(event.pixel - known->down) <= still;
    if (event.type != PointerEvent::up || !known->clicking) return;
    click_ = Click{event.pixel, known->modifiers};
    known->clicking = false;
}

void Input::leave_to_panel(int id) {
    // The finger that stays waits until it is put down again, or the scene would jump.
    if (const Pointer* gone = find(id); gone && gone->role == pair)
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

// With its tool a press pours and goes on until it is let go; of two fingers the first one.
bool Input::keeps_pouring(const PointerEvent& event, const Pointer* known) const {
    const bool touch = event.device == PointerEvent::touch, left = event.buttons & PointerEvent::left;
    if (known && known->role == pour && event.type != PointerEvent::down) return touch || left;
    const bool taken = std::any_of(pointers_.begin(), pointers_.end(), [](const Pointer& p) { return p.role == pour; });
    return tool_ == InteractionSettings::Tool::pour && event.type == PointerEvent::down && left && !taken;
}

// A finger that pushes, and the button with this tool, do what a pointer does that hovers.
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

// A pressed button keeps its role until it is let go; pressing another one in between changes nothing.
Input::Role Input::role_of(const PointerEvent& event, const Pointer* known, bool over_container, bool over_body) const {
    const Role before = known ? known->role : idle;
    if (event.device == PointerEvent::touch) {
        if (event.type != PointerEvent::down) return before;
        return over_body ? hold : !over_container ? idle : dragging() ? stir : role_of_tool(drag);
    }
    const bool left = event.buttons & PointerEvent::left, right = event.buttons & PointerEvent::right;
    if ((before == drag || before == hold) && left) return before;
    if (before == stir && (right || (left && tool_ == InteractionSettings::Tool::stir))) return stir;
    if (event.buttons == 0) return hover;
    const bool pressed_here =
        event.type == PointerEvent::down || before == hover || before == drag || before == stir || before == hold;
    if (!pressed_here) return idle;
    if (right) return stir;
    if (left && over_body) return hold;
    return left && over_container && !dragging() ? role_of_tool(drag) : idle;
}

Input::Role Input::deep_role_of(const PointerEvent& event, const Pointer* known, bool over_body) const {
    const Role before = known ? known->role : idle;
    if (event.device == PointerEvent::touch) {
        if (event.type != PointerEvent::down) return before;
        const auto busy = [&](Role role) {
            return std::any_of(pointers_.begin(), pointers_.end(), [&](const Pointer& p) { return p.role == role; });
        };
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

void Input::look_around(const PointerEvent& event, const Pointer& before) {
    if (before.role == orbit) eye_.turn += event.pixel - before.pixel;
    if (before.role != pair) return;
    const Pointer* other = other_of_pair(event.id);
    if (!other) return;
    constexpr float least = 10;  // device pixels: two fingers are never nearer
    const float was = std::max(glm::length(before.pixel - other->pixel), least);
    eye_.closer *= std::max(glm::length(event.pixel - other->pixel), least) / was;
}

void Input::pull(ContainerDrag& container, const Camera& camera, const Pointer& p, glm::vec2 pixel,
                 glm::vec2 pressed) const {
    if (p.fresh || !container.held()) container.grab(camera.to_world(p.fresh ? pressed : pixel));
    container.pull(camera.to_world(pixel));
}

std::span<const PointerForce> Input::hands(const Camera& camera, const InteractionSettings& hand,
                                           ContainerDrag& container, float dt) {
    stirs_.clear(), grabs_.clear(), pours_.clear();
    bool dragged = false;
    for (Pointer& p : pointers_) {
        const glm::vec3 at = camera.to_world(p.pixel);
        if (p.role == drag) {
            pull(container, camera, p, p.pixel, p.pressed);
            dragged = true;
        } else if (p.role == pair) {
            // Both fingers hold it, in the middle between them.
            const Pointer* other = other_of_pair(p.id);
            if (!dragged && other)
                pull(container, camera, p, 0.5f * (p.pixel + other->pixel), 0.5f * (p.pressed + other->pressed));
            dragged = true;
        } else if (p.role == hold) {
            grabs_.push_back({p.pick.body, p.pick.own, camera.to_plane(p.pixel, p.pick.at)});
        } else if (p.role == pour || (p.role == hover && key_pours_)) {
            pours_.push_back(at);
        } else if (p.role == hover) {
            stirs_.push_back(hand.push(at));
        } else if (p.role == stir) {
            // Events come in clusters: the velocity is a running mean, bounded to what a hand can do.
            const glm::vec3 now = p.fresh || dt <= 0 ? glm::vec3(0) : (at - p.world) / dt;
            const glm::vec3 mean = p.fresh ? now : 0.5f * (p.velocity + now);
            const float limit = 10 * std::max(camera.width, camera.height), speed = glm::length(mean);
            p.velocity = speed > limit ? mean * (limit / speed) : mean;
            stirs_.push_back(hand.drag(at, p.velocity));
        }
        p.world = at;
        p.fresh = false;
    }
    if (!dragged && container.held()) container.release();
    return stirs_;
}

}  // namespace slosh
