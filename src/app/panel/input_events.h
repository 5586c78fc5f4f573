// Forwards pointer and key events to Dear ImGui.
//
// A finger: a tap presses what is under it; a drag sideways, or a press that rests, holds it; a drag up or down
// scrolls.
#pragma once
#include <imgui.h>

#include <string_view>

#include "app/panel/panel_interface.h"

namespace slosh {

class PointerInput {
public:
    // `inside`: the event is on the panel. `now_ms`: time of the last frame. Returns whether the panel consumes the
    // event: if it is inside, or of a pointer that was pressed inside.
    bool handle(ImGuiIO&, const PointerEvent&, bool inside, double now_ms, float dpr);
    // Before each frame: a finger that rests becomes a press.
    void tick(ImGuiIO&, double now_ms);
    // Whether the last event was from a finger.
    bool by_touch() const { return by_touch_; }

private:
    enum class Finger { none, waiting, holding, scrolling };
    void handle_finger(ImGuiIO&, const PointerEvent&, double now_ms, float dpr);
    void press(ImGuiIO&, glm::vec2 pixel, bool with_ctrl, double now_ms, float dpr);

    static constexpr int no_pointer = -1;
    int active_id_ = no_pointer;    // the pointer that is forwarded
    int captured_id_ = no_pointer;  // the pointer that was pressed inside and is not released
    int buttons_ = 0;
    double pressed_at_ = -1e9;  // ms
    glm::vec2 pressed_pixel_{0, 0};
    bool by_touch_ = false;
    Finger finger_ = Finger::none;
    double finger_down_at_ = 0;  // ms
    glm::vec2 finger_start_{0, 0}, finger_pixel_{0, 0};
    float dpr_ = 1;
};

// `wants_text`: a text field is being edited, which consumes all keys. Returns whether the panel consumes the key.
bool handle_key(ImGuiIO&, std::string_view code, bool down, int modifiers, bool wants_text);

}  // namespace slosh
