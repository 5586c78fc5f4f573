#include "app/input.h"

#include <algorithm>
#include <glm/geometric.hpp>

namespace slosh {

void Input::pointer(const PointerEvent& event, bool over_container, const Pick& pick) {
    constexpr size_t most_pointers = 16;
    Pointer* known = find(event.id);
    const bool lifted = event.type == PointerEvent::up && event.device == PointerEvent::touch;
    if (event.type == PointerEvent::gone || lifted) return leave_to_panel(event.id);
    const Role role = role_of(event, known, over_container, pick.body >= 0);
    if (known) {
        if (known->role != role) known->fresh = true, known->pressed = event.pixel, known->pick = pick;
        known->role = role;
        known->pixel = event.pixel;
    } else if (pointers_.size() < most_pointers) {
        pointers_.push_back({event.id, role, event.pixel, event.pixel, {}, {}, pick, true});
    }
}

void Input::leave_to_panel(int id) {
    std::erase_if(pointers_, [&](const Pointer& p) { return p.id == id; });
}

bool Input::dragging() const {
    return std::any_of(pointers_.begin(), pointers_.end(), [](const Pointer& p) { return p.role == drag; });
}

Input::Pointer* Input::find(int id) {
    const auto found = std::find_if(pointers_.begin(), pointers_.end(), [&](const Pointer& p) { return p.id == id; });
    return found == pointers_.end() ? nullptr : &*found;
}

// A pressed button keeps its role until it is let go; pressing another one in between changes nothing.
Input::Role Input::role_of(const PointerEvent& event, const Pointer* known, bool over_container, bool over_body) const {
    const Role before = known ? known->role : idle;
    if (event.device == PointerEvent::touch) {
        if (event.type != PointerEvent::down) return before;
        return over_body ? hold : !over_container ? idle : dragging() ? stir : drag;
    }
    const bool left = event.buttons & PointerEvent::left, right = event.buttons & PointerEvent::right;
    if ((before == drag || before == hold) && left) return before;
    if (before == stir && right) return stir;
    if (event.buttons == 0) return hover;
    const bool pressed_here =
        event.type == PointerEvent::down || before == hover || before == drag || before == stir || before == hold;
    if (!pressed_here) return idle;
    if (right) return stir;
    if (left && over_body) return hold;
    return left && over_container && !dragging() ? drag : idle;
}

std::span<const Stir> Input::hands(const Camera& camera, const Hand& hand, Container& container, float dt) {
    stirs_.clear(), grabs_.clear();
    bool dragged = false;
    for (Pointer& p : pointers_) {
        const glm::vec3 at = camera.to_world(p.pixel);
        if (p.role == drag) {
            if (p.fresh || !container.held()) container.grab(camera.to_world(p.fresh ? p.pressed : p.pixel));
            container.pull(at);
            dragged = true;
        } else if (p.role == hold) {
            grabs_.push_back({p.pick.body, p.pick.own, at});
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
