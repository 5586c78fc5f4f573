// Parameters as rows of the panel: name and slider, check box or choice.
#pragma once
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/panel/panel_interface.h"

namespace slosh {

// One row for each visited parameter; edits become commands.
class PanelRows final : public Visitor {
public:
    PanelRows(UiCommands& commands, std::string_view scene, std::string& pending_key, float& pending)
        : commands_(commands), scene_(scene), pending_key_(pending_key), pending_(pending) {}

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

private:
    bool begin_row(const Field&);
    void end_row(const Field&, bool changed, std::string text);
    void slider(const Field&, float value, bool whole);
    void tooltip(const Field&) const;

    UiCommands& commands_;
    std::string_view scene_;
    // The value of a parameter that restarts the simulation, applied when its slider is released.
    std::string& pending_key_;
    float& pending_;
    std::vector<std::string_view> shown_;
};

}  // namespace slosh
