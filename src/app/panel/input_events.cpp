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
    if (active_id_ != no_pointer && event.id != active_id_ && buttons_ != 0) return captured;  // a second finger
    if (event.type == PointerEvent::down && inside) captured_id_ = event.id;
    const bool on_panel = event.id == captured_id_ || (event.buttons == 0 && inside);

    active_id_ = event.id;
    by_touch_ = touch;
    io.AddMouseSourceEvent(touch                               ? ImGuiMouseSource_TouchScreen
                           : event.device == PointerEvent::pen ? ImGuiMouseSource_Pen
                                                               : ImGuiMouseSource_Mouse);
    io.AddMousePosEvent(event.pixel.x, event.pixel.y);
    const int buttons = ends ? 0 : event.buttons;
    // A double press at the same position is passed on as Ctrl+click, which opens the text field of a slider.
    const bool pressed = (buttons & ~buttons_ & PointerEvent::left) != 0;
    const glm::vec2 moved = glm::abs(event.pixel - pressed_pixel_);
    constexpr double max_gap = 350;    // ms between the two presses
    constexpr float max_distance = 6;  // CSS pixels
    const bool double_press =
        pressed && now_ms - pressed_at_ < max_gap && std::max(moved.x, moved.y) < max_distance * dpr;
    if (pressed) {
        pressed_at_ = now_ms;
        pressed_pixel_ = event.pixel;
    }
    // Without the focus the canvas receives no event of the Ctrl key.
    if (double_press || (pressed && event.modifiers & PointerEvent::ctrl)) io.AddKeyEvent(ImGuiMod_Ctrl, true);
    for (int bit = 0; bit < 3; ++bit)
        if ((buttons ^ buttons_) >> bit & 1) io.AddMouseButtonEvent(bit, buttons >> bit & 1);
    if (!pressed && buttons == 0 && buttons_ != 0) io.AddKeyEvent(ImGuiMod_Ctrl, false);
    buttons_ = buttons;
    if (buttons == 0 && event.id == captured_id_) captured_id_ = no_pointer;
    if (ends) {
        io.AddMousePosEvent(-FLT_MAX, -FLT_MAX);
        active_id_ = no_pointer;
    }
    return on_panel || captured;
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
