// Buttons with an icon.
#pragma once
#include <cstdint>

namespace slosh {

enum class Icon : uint8_t {
    play,
    pause,
    step,
    reset,
    undo,
    redo,
    chance,
    menu,
    close,
    drag,
    turn,
    push,
    stir,
    drop,
    pour,
    pen,
    erase
};

// A flat button; `size` in device pixels. If `chosen` it is highlighted. Returns whether it was pressed.
bool icon_button(const char* id, Icon, float size, const char* tooltip, bool chosen = false);

}  // namespace slosh
