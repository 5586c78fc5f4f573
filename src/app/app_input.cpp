// What the page reports of the user: first to the panel, then to the simulation.
#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>

#include "app/app.h"

namespace slosh {

void App::resize(glm::ivec2 pixels, float dpr) {
    constexpr int most = 16384;
    camera_.pixels = glm::clamp(pixels, glm::ivec2(1), glm::ivec2(most));
    dpr_ = dpr >= 0.25f && dpr <= 16 ? dpr : 1;
    if (overlay_) {
        overlay_->resize(camera_.pixels, dpr_);
        covered_ = overlay_->covered();
    }
    follow_camera();
}

bool App::over_container(glm::vec2 pixel) const {
    const Walls& walls = settings_.scene.domain.walls;
    const glm::vec3 from = camera_.to_world(pixel) - walls.centre - container_.offset();
    if (walls.shape == Shape::circle) return glm::length(glm::vec2(from)) <= walls.half.x;
    return std::abs(from.x) <= walls.half.x && std::abs(from.y) <= walls.half.y;
}

void App::pointer(PointerEvent event) {
    if (!std::isfinite(event.pixel.x) || !std::isfinite(event.pixel.y)) return;
    constexpr float far = 1e6f;
    event.pixel = glm::clamp(event.pixel, glm::vec2(-far), glm::vec2(far));
    if (overlay_ && overlay_->pointer(event)) return input_.leave_to_panel(event.id);
    pointed_ = event.pixel;
    input_.pointer(event, over_container(event.pixel), body_at(event));
}

// Only a press takes hold. A finger hits what is near; what was dropped last lies on top.
Pick App::body_at(const PointerEvent& event) const {
    Pick pick;
    if (event.type != PointerEvent::down || (event.buttons & PointerEvent::right)) return pick;
    const Particles particles = solver_->particles();
    float nearest = (event.device == PointerEvent::touch ? 12 : 3) * dpr_ / camera_.pixels_per_unit();
    for (size_t i = 0; i < particles.bodies.size(); ++i) {
        const Body& body = particles.bodies[i];
        glm::vec3 at = camera_.to_world(event.pixel), outwards;
        if (particles.dimensions == 3) at.z = body.position.z;
        const glm::vec3 own = body.to_own(at);
        const float distance = std::max(body.distance(own, particles.dimensions, outwards), 0.0f);
        if (!body.driven() && distance <= nearest) nearest = distance, pick = {static_cast<int>(i), own};
    }
    return pick;
}

// One more body, at the pointer or else at the top in the middle.
void App::drop() {
    const Walls& walls = settings_.scene.domain.walls;
    BodyDef def = settings_.scene.drop.body();
    def.position = walls.centre + container_.offset();
    const float height = walls.shape == Shape::circle ? walls.half.x : walls.half.y;
    def.position.y += 0.98f * height - std::max(def.half.x, def.half.y);
    if (over_container(pointed_)) {
        const glm::vec3 at = camera_.to_world(pointed_);
        def.position.x = at.x, def.position.y = at.y;
    }
    def.velocity = container_.motion().velocity;
    def.kind = static_cast<uint8_t>(solver_->particles().bodies.size() % 6);
    const SetResult result = solver_->drop(def);
    if (result.status != SetResult::ok) message("warning", result.message);
}

void App::wheel(float dx, float dy) {
    if (overlay_ && std::isfinite(dx) && std::isfinite(dy)) overlay_->wheel(dx, dy);
}

void App::character(unsigned codepoint) {
    if (overlay_) overlay_->character(codepoint);
}

void App::focus(bool focused) {
    if (!focused) tilt_.lift_all();
    if (overlay_) overlay_->focus(focused);
}

bool App::key(std::string_view code, bool down, int modifiers) {
    if (overlay_ && overlay_->key(code, down, modifiers)) return true;
    constexpr int ctrl_alt_meta = 2 | 4 | 8;
    const int direction = code == "ArrowRight" ? 1 : code == "ArrowLeft" ? -1 : 0;
    if (!down) {
        if (direction) tilt_.lift(direction);
        return false;
    }
    if (modifiers & ctrl_alt_meta) return false;
    Wishes wishes;
    if (direction) tilt_.press(direction);
    else if (code == "Home" || code == "ArrowUp" || code == "ArrowDown") wishes.level = true;
    else if (code == "Space") wishes.toggle_pause = true;
    else if (code == "Period") wishes.single_step = true;
    else if (code == "KeyR") wishes.reset = true;
    else if (code == "KeyB") wishes.drop = true;
    else if (code == "KeyH" && overlay_) overlay_->toggle();
    else return false;
    follow(wishes);
    return true;
}

}  // namespace slosh
