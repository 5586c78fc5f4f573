// What the page reports of the user: first to the panel, then to the simulation.
#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>

#include "app/app.h"

namespace slosh {

void App::resize(glm::ivec2 pixels, float dpr) {
    constexpr int most = 16384;
    canvas_ = camera_.pixels = glm::clamp(pixels, glm::ivec2(1), glm::ivec2(most));
    dpr_ = dpr >= 0.25f && dpr <= 16 ? dpr : 1;
    if (overlay_) {
        overlay_->resize(canvas_, dpr_);
        covered_ = overlay_->covered();
    }
    follow_camera();
}

bool App::over_container(glm::vec2 pixel) const { return deep() || inside(camera_.to_world(pixel)); }

bool App::inside(glm::vec3 at) const {
    const Walls& walls = settings_.scene.domain.walls;
    if (walls.open) return true;
    const glm::vec3 from = at - walls.centre - container_.offset();
    const float depth = deep() ? from.z : 0;
    if (walls.shape == Shape::circle) return glm::length(glm::vec3(from.x, from.y, depth)) <= walls.half.x;
    return std::abs(from.x) <= walls.half.x && std::abs(from.y) <= walls.half.y &&
           (!deep() || std::abs(depth) <= walls.half.z);
}

void App::pointer(PointerEvent event) {
    if (!std::isfinite(event.pixel.x) || !std::isfinite(event.pixel.y)) return;
    constexpr float far = 1e6f;
    event.pixel = glm::clamp(event.pixel, glm::vec2(-far), glm::vec2(far));
    on_panel_ = overlay_ && overlay_->pointer(event);
    if (on_panel_) return input_.leave_to_panel(event.id);
    if (SLOSH_PANEL && other_) event.pixel = in_half(event);
    pointed_ = event.pixel;
    const auto tool = settings_.scene.interaction.tool;
    const Pick body = body_at(event);
    const bool pressed = event.type == PointerEvent::down && event.buttons == PointerEvent::left;
    const bool idle = tool == InteractionSettings::Tool::pour && !settings_.scene.solver.can_be_poured();
    input_.use(idle ? InteractionSettings::Tool::drag : tool);
    input_.pointer(event, over_container(event.pixel), deep(), body);
    if (pressed && tool == InteractionSettings::Tool::drop && body.body < 0 && over_container(event.pixel)) drop();
}

glm::vec3 App::top_of_tank(float below) const {
    const Walls& walls = settings_.scene.domain.walls;
    const View& view = settings_.scene.view;
    glm::vec3 at = (walls.open ? view.centre : walls.centre) + container_.offset();
    at.y += 0.98f * (walls.open ? view.height / 2 : walls.shape == Shape::circle ? walls.half.x : walls.half.y) - below;
    return at;
}

void App::wheel(float dx, float dy) {
    if (!std::isfinite(dx) || !std::isfinite(dy)) return;
    if (overlay_) overlay_->wheel(dx, dy);
    if (on_panel_ || !deep()) return;
    const float notches = 0.12f * std::clamp(dy, -5.0f, 5.0f);
    const glm::vec3 under = pointed_.x >= 0 ? camera_.to_world(pointed_) - camera_.centre : glm::vec3(0);
    orbit_.zoom(notches > 0 ? 1 / (1 + notches) : 1 - notches, under);
}

void App::character(unsigned codepoint) {
    if (overlay_) overlay_->character(codepoint);
}

void App::focus(bool focused) {
    if (!focused) tilt_.lift_all(), input_.pour_by_key(false);
    if (overlay_) overlay_->focus(focused);
}

bool App::key(std::string_view code, bool down, int modifiers) {
    if (code == "DoubleClick") {
        if (!deep() || on_panel_) return true;
        orbit_.reset();
        // Its two clicks were not meant for a particle.
        input_.take_click();
        picked_ = -1;
        return true;
    }
    if (overlay_ && overlay_->key(code, down, modifiers)) return true;
    constexpr int ctrl_alt_meta = 2 | 4 | 8;
    const int direction = code == "ArrowRight" ? 1 : code == "ArrowLeft" ? -1 : 0;
    const int away = !deep() ? 0 : code == "ArrowUp" ? 1 : code == "ArrowDown" ? -1 : 0;
    if (!down) {
        if (code == "KeyP") input_.pour_by_key(false);
        if (direction) tilt_.lift(direction);
        if (away) tilt_.lift_away(away);
        return false;
    }
    if (modifiers & ctrl_alt_meta) return false;
    UiCommands wishes;
    if (direction) tilt_.press(direction);
    else if (away) tilt_.press_away(away);
    else if (code == "Home" || code == "ArrowUp" || code == "ArrowDown") wishes.level = true;
    else if (code == "Space") wishes.toggle_pause = true;
    else if (code == "Period") wishes.single_step = true;
    else if (code == "KeyR") wishes.reset = true;
    else if (code == "KeyB") wishes.drop = true;
    else if (code == "KeyP") input_.pour_by_key(true);
    else if (const std::string_view view = WaterSettings::view_of(code); deep() && !view.empty())
        wishes.changes.push_back({"view", std::string(view)});
    else if (SLOSH_PANEL && code == "KeyI") return look_at_iteration(modifiers & PointerEvent::shift ? -1 : 1);
    else if (code == "KeyH" && overlay_) overlay_->toggle();
    else return false;
    follow(wishes);
    return true;
}

}  // namespace slosh
