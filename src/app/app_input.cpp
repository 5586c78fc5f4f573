// Input events of the page: first to the panel, then to the simulations.
#include <algorithm>
#include <cmath>

#include "app/app.h"

namespace slosh {

void App::set_page_colours(std::string_view kinds, std::string_view container) {
    ColourList of_kinds, of_container;
    parse_colours(kinds, ColourList::capacity, of_kinds);
    parse_colours(container, 1, of_container);
    view_.set_page_colours(of_kinds, of_container);
}

void App::resize(glm::ivec2 pixels, float dpr, bool is_page_dark) {
    view_.resize(pixels, dpr, is_page_dark);
    if (panel_) {
        panel_->resize(view_.canvas(), view_.dpr());
        view_.set_covered(panel_->covered(), View::Transition::none);
    }
    view_.update_camera(scene());
}

void App::pointer(PointerEvent event) {
    if (!std::isfinite(event.pixel.x) || !std::isfinite(event.pixel.y)) return;
    constexpr float far = 1e6f;  // device pixels
    event.pixel = glm::clamp(event.pixel, glm::vec2(-far), glm::vec2(far));
    const bool on_panel = panel_ && panel_->pointer(event);
    emit_warning(interaction_.pointer(event, on_panel, view_, simulations()));
    if (SLOSH_PANEL && on_panel) interaction_.lift_pen();
    if (SLOSH_PANEL && interaction_.take_drawn()) record_drawing();
}

void App::wheel(float dx, float dy) {
    if (!std::isfinite(dx) || !std::isfinite(dy)) return;
    if (panel_) panel_->wheel(dx, dy);
    interaction_.wheel(dy, view_, scene());
}

void App::character(unsigned codepoint) {
    if (panel_) panel_->character(codepoint);
}

void App::focus(bool focused) {
    if (!focused) {
        interaction_.tilt().release_keys();
        interaction_.pour_by_key(false);
    }
    if (panel_) panel_->focus(focused);
}

bool App::key(std::string_view code, bool down, int modifiers) {
    if (code == "DoubleClick") {
        interaction_.double_click(view_, scene());
        return true;
    }
    const bool on_panel = panel_ && panel_->key(code, down, modifiers);
    if (on_panel && down) return true;
    constexpr int ctrl_alt_meta = PointerEvent::ctrl | PointerEvent::alt | PointerEvent::meta;
    GravityTilt& tilt = interaction_.tilt();
    const int direction = code == "ArrowRight" ? 1 : code == "ArrowLeft" ? -1 : 0;
    const int depth = !is_3d() ? 0 : code == "ArrowUp" ? 1 : code == "ArrowDown" ? -1 : 0;
    if (!down) {
        if (code == "KeyP") interaction_.pour_by_key(false);
        if (direction) tilt.release(direction);
        if (depth) tilt.release_depth(depth);
        return on_panel;
    }
    if (modifiers & ctrl_alt_meta) return false;
    UiCommands commands;
    if (direction) tilt.press(direction);
    else if (depth) tilt.press_depth(depth);
    else if (code == "Home" || code == "ArrowUp" || code == "ArrowDown") commands.level = true;
    else if (code == "Space") commands.toggle_pause = true;
    else if (code == "Period") commands.single_step = true;
    else if (code == "KeyR") commands.reset = true;
    else if (code == "KeyB") commands.drop = true;
    else if (code == "KeyP") interaction_.pour_by_key(true);
    else if (const std::string_view view = WaterSettings::view_of(code); is_3d() && !view.empty())
        commands.changes.push_back({"view", std::string(view)});
    else if (SLOSH_PANEL && code == "KeyI") return show_iteration(modifiers & PointerEvent::shift ? -1 : 1);
    else if (code == "KeyH" && panel_) toggle_panel();
    else return false;
    apply(commands);
    return true;
}

}  // namespace slosh
