// Parameters as rows of the panel: name, and slider, check box or choice; a changed one has a button that resets it.
#pragma once
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/panel/panel_interface.h"

namespace slosh {

// The text, cut at its end and marked by dots if it is wider than `width` pixels.
std::string fitted(std::string text, float width);

// What the rows remember between frames.
struct RowsState {
    // The value of a parameter that restarts the simulation, applied when its slider is released.
    std::string pending_key;
    float pending = 0;
    // The slider that was pressed last, its value before, and when, s.
    std::string pressed_key;
    float before_press = 0;
    double pressed_at = -1;
    std::string_view scene;
    std::string_view length;        // its unit of length
    std::span<const OwnValue> own;  // of this frame

    void update(std::string_view scene_name, std::span<const OwnValue> own_values);
    std::string_view own_value(std::string_view key) const;
};

// One row for each visited parameter; edits become commands.
class PanelRows final : public Visitor {
public:
    PanelRows(UiCommands& commands, RowsState& state, float dpr) : commands_(commands), state_(state), dpr_(dpr) {}

    // Parameters that were already shown are skipped.
    void operator()(const Field&, float&) override;
    void operator()(const Field&, int&) override;
    void operator()(const Field&, bool&) override;
    void operator()(const Field&, int& choice, std::span<const std::string_view> names) override;
    void operator()(const Field&, ColourList&) override;
    // Parameters visited while hidden count as shown.
    bool hidden = false;
    // Only keys with this prefix are visited; others are left for a later visit.
    std::string_view key_prefix;
    // Only this key, if it is not empty.
    std::string_view only_key;
    // Only parameters with this text in their name or description; "" for all.
    std::string_view search;
    // Number of rows drawn.
    int count = 0;

private:
    bool begin_row(const Field&, std::string_view value);
    void end_row(const Field&, bool changed, std::string text);
    void slider(const Field&, float value, bool whole);
    void tooltip(const Field&) const;
    void reset_button(const Field&);

    UiCommands& commands_;
    RowsState& state_;
    float dpr_;
    float end_x_ = 0;       // of the row, relative to the window
    bool changed_ = false;  // the row does not have its own value
    std::vector<std::string_view> shown_;
};

}  // namespace slosh
