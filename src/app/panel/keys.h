// KeyboardEvent.code to Dear ImGui's key, for the keys that text editing needs.
#pragma once
#include <imgui.h>

#include <string_view>

namespace slosh {

inline ImGuiKey imgui_key(std::string_view code) {
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

}  // namespace slosh
