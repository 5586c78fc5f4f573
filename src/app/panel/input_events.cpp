#include "app/panel/input_events.h"

#include <algorithm>
#include <cfloat>
#include <glm/common.hpp>

namespace slosh {
namespace {

// KeyboardEvent.code to Dear ImGui's key, for the keys of text editing.
ImGuiKey imgui_key(std::string_view code) {
    constexpr struct {
        std::string_view code;
        ImGuiKey key;
    } keys[] = {
        {"ArrowLeft", ImGuiKey_LeftArrow},
        {"ArrowRight", ImGuiKey_RightArrow},
        {"ArrowUp", ImGuiKey_UpArrow},
        {"ArrowDown", ImGuiKey_DownArrow},
        {"Home", ImGuiKey_Home},
        {"End", ImGuiKey_End},
        {"Backspace", ImGuiKey_Backspace},
        {"Delete", ImGuiKey_Delete},
        {"Enter", ImGuiKey_Enter},
        {"NumpadEnter", ImGuiKey_KeypadEnter},
        {"Escape", ImGuiKey_Escape},
        {"Tab", ImGuiKey_Tab},
        {"KeyA", ImGuiKey_A},
        {"KeyX", ImGuiKey_X},
        {"KeyY", ImGuiKey_Y},
        {"KeyZ", ImGuiKey_Z},
    };
    for (const auto& entry : keys)
        if (entry.code == code) return entry.key;
    return ImGuiKey_None;
}

}  // namespace

bool PointerInput::handle(ImGuiIO& io, const PointerEvent& event, bool inside, double now_ms, float dpr) {
    const bool touch = event.device == PointerEvent::touch;
    const bool ends = event.type == PointerEvent::gone || (touch && event.type == PointerEvent::up);
    const bool captured = event.id == captured_id_;
    const bool busy = buttons_ != 0 || finger_ != Finger::none;
    if (active_id_ != no_pointer && event.id != active_id_ && busy) return captured;  // a second finger
    if (event.type == PointerEvent::down && inside) captured_id_ = event.id;
    const bool on_panel = event.id == captured_id_ || (event.buttons == 0 && inside);

    active_id_ = event.id;
    by_touch_ = touch;
    io.AddMouseSourceEvent(touch                               ? ImGuiMouseSource_TouchScreen
                           : event.device == PointerEvent::pen ? ImGuiMouseSource_Pen
                                                               : ImGuiMouseSource_Mouse);
    if (touch && captured_id_ == event.id) {
        handle_finger(io, event, now_ms, dpr);
    } else {
        const int buttons = ends ? 0 : event.buttons;
        if (buttons & ~buttons_ & PointerEvent::left)
            press(io, event.pixel, event.modifiers & PointerEvent::ctrl, now_ms, dpr);
        else io.AddMousePosEvent(event.pixel.x, event.pixel.y);
        for (int bit = 0; bit < 3; ++bit)
            if ((buttons ^ buttons_) >> bit & 1) io.AddMouseButtonEvent(bit, buttons >> bit & 1);
        if (buttons == 0 && buttons_ != 0) io.AddKeyEvent(ImGuiMod_Ctrl, false);
        buttons_ = buttons;
    }
    if ((ends || event.buttons == 0) && event.id == captured_id_) captured_id_ = no_pointer;
    if (ends) {
        io.AddMousePosEvent(-FLT_MAX, -FLT_MAX);
        active_id_ = no_pointer;
    }
    return on_panel || captured;
}

// Moves to a pixel where the left button goes down. A double press is passed on as Ctrl+click, which opens the text
// field of a slider; without the focus the canvas receives no event of the Ctrl key itself.
void PointerInput::press(ImGuiIO& io, glm::vec2 pixel, bool with_ctrl, double now_ms, float dpr) {
    io.AddMousePosEvent(pixel.x, pixel.y);
    constexpr double max_gap = 350;    // ms between the two presses
    constexpr float max_distance = 6;  // CSS pixels
    const glm::vec2 moved = glm::abs(pixel - pressed_pixel_);
    const bool is_double = now_ms - pressed_at_ < max_gap && std::max(moved.x, moved.y) < max_distance * dpr;
    if (is_double || with_ctrl) io.AddKeyEvent(ImGuiMod_Ctrl, true);
    pressed_at_ = now_ms;
    pressed_pixel_ = pixel;
}

void PointerInput::handle_finger(ImGuiIO& io, const PointerEvent& event, double now_ms, float dpr) {
    constexpr float min_drag = 8;     // CSS pixels
    constexpr float wheel_lines = 5;  // that Dear ImGui scrolls for a wheel event of 1
    const auto release = [&] {
        io.AddMouseButtonEvent(0, false);
        io.AddKeyEvent(ImGuiMod_Ctrl, false);
    };
    const glm::vec2 before = finger_pixel_;
    finger_pixel_ = event.pixel;
    dpr_ = dpr;
    if (event.type == PointerEvent::down) {
        finger_ = Finger::waiting;
        finger_start_ = event.pixel;
        finger_down_at_ = -1;  // the next frame's: a tank at rest draws none
        io.AddMousePosEvent(event.pixel.x, event.pixel.y);
    } else if (event.type == PointerEvent::up || event.type == PointerEvent::gone) {
        if (finger_ == Finger::waiting && event.type == PointerEvent::up) {
            press(io, finger_start_, false, now_ms, dpr);
            io.AddMouseButtonEvent(0, true);
            release();
        } else if (finger_ == Finger::holding) {
            io.AddMousePosEvent(event.pixel.x, event.pixel.y);
            release();
        }
        finger_ = Finger::none;
    } else if (finger_ == Finger::scrolling) {
        io.AddMouseWheelEvent(0, (event.pixel.y - before.y) / (wheel_lines * std::max(ImGui::GetFontSize(), 1.0f)));
    } else if (finger_ == Finger::holding) {
        io.AddMousePosEvent(event.pixel.x, event.pixel.y);
    } else if (const glm::vec2 moved = glm::abs(event.pixel - finger_start_);
               std::max(moved.x, moved.y) > min_drag * dpr) {
        finger_ = moved.y > moved.x ? Finger::scrolling : Finger::holding;
        if (finger_ == Finger::scrolling) return;
        press(io, finger_start_, false, now_ms, dpr);
        io.AddMouseButtonEvent(0, true);
        io.AddMousePosEvent(event.pixel.x, event.pixel.y);
    }
}

void PointerInput::tick(ImGuiIO& io, double now_ms) {
    constexpr double rest_time = 300;  // ms
    if (finger_ != Finger::waiting) return;
    if (finger_down_at_ < 0) finger_down_at_ = now_ms;
    if (now_ms - finger_down_at_ < rest_time) return;
    finger_ = Finger::holding;
    press(io, finger_start_, false, now_ms, dpr_);
    io.AddMouseButtonEvent(0, true);
}

bool handle_key(ImGuiIO& io, std::string_view code, bool down, int modifiers, bool wants_text) {
    // Modifiers are always passed on: they change the meaning of a click.
    io.AddKeyEvent(ImGuiMod_Shift, modifiers & PointerEvent::shift);
    io.AddKeyEvent(ImGuiMod_Ctrl, modifiers & PointerEvent::ctrl);
    io.AddKeyEvent(ImGuiMod_Alt, modifiers & PointerEvent::alt);
    io.AddKeyEvent(ImGuiMod_Super, modifiers & PointerEvent::meta);
    if (down && !wants_text) return false;
    const ImGuiKey key = imgui_key(code);
    if (key == ImGuiKey_None) return wants_text;  // while typing, every key is text
    io.AddKeyEvent(key, down);
    return wants_text;
}

}  // namespace slosh
