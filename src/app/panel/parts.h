// The parts of the panel. Only panel*.cpp see Dear ImGui.
#pragma once
#include <imgui.h>

#include <array>
#include <string>
#include <vector>

#include "app/panel/panel_interface.h"
#include "render/debug/slice_labels.h"

namespace slosh {

// Colours, roundings and the font, for `dpr` device pixels a CSS pixel. Call between frames.
void set_panel_style(float dpr);

enum class Icon : uint8_t { play, pause, step, reset, menu, close, drag, turn, push, stir, drop, pour };
// A flat button; `size` in device pixels. One that is `chosen` stands out.
bool icon_button(const char* id, Icon, float size, const char* tooltip, bool chosen = false);
constexpr float button_size = 32;  // CSS pixels: what a finger hits

// What a plot stands on, and the colour of its first line.
inline void plot_ground(ImDrawList& draw, ImVec2 at, ImVec2 size, float dpr) {
    draw.AddRectFilled(at, {at.x + size.x, at.y + size.y}, ImGui::GetColorU32(ImGuiCol_FrameBg, 0.6f), 5 * dpr);
}
constexpr ImU32 plot_blue = IM_COL32(64, 150, 255, 255);

// The colour map, what it shows, and the values at its ends and in the middle.
void colour_legend(const Settings&, glm::vec2 range, float dpr);
// The same for the cells of the neighbour search.
void cell_legend(const Settings&, int fullest, float dpr);
// What the image shown in place of a 3D picture says, from black to white.
void view_legend(const Settings&, glm::vec2 range, float dpr);
// The same for a slice through the grid.
void slice_legend(const Settings&, const PanelState&, float dpr);

// Below each of two simulations that are compared, what it is and how it does; and what to compare.
void compare_captions(const PanelState&, float dpr);
void compare_row(const Settings&, const PanelState&, std::string& text, UiCommands&, float dpr);

// The numbers in the cells of a slice, below every window.
void cell_numbers(const Settings&, const PanelState&, SliceLabels&, float dpr);

// What the picked particle carries, of two simulations side by side a column each; nothing where none is picked.
void picked_particle(const Scene&, const PanelState&);

// How far from solved the last pressure solve was, before the first iteration and after each: a logarithmic plot, and
// which of them the slice shows. A click or the slider below chooses another.
void residual_plot(const Slice&, const PanelState&, UiCommands&, float dpr);

// How the species of microbes take to each other, as a grid of colours that a drag or a click changes, and buttons that
// set all of it.
void life_grid(const Scene&, const ParticleLifeDef&, UiCommands&, float dpr);

// One row for each parameter of whatever is visited; edits become wishes.
class PanelRows final : public Visitor {
public:
    PanelRows(UiCommands& wishes, std::string_view scene, std::string& pending_key, float& pending)
        : wishes_(wishes), scene_(scene), pending_key_(pending_key), pending_(pending) {}

    // Leaves out the parameters that were already shown.
    void operator()(const Field&, float&) override;
    void operator()(const Field&, int&) override;
    void operator()(const Field&, bool&) override;
    void operator()(const Field&, int& choice, std::span<const std::string_view> names) override;
    // A hidden group still counts as shown.
    bool hidden = false;
    // Only keys that begin so are shown; the others are left for later.
    std::string_view only;

private:
    bool begin_row(const Field&);
    void end_row(const Field&, bool changed, std::string text);
    void slider(const Field&, float value, bool whole);
    void tooltip(const Field&) const;

    UiCommands& wishes_;
    std::string_view scene_;
    // A parameter that starts the simulation again waits until its slider is let go.
    std::string& pending_key_;
    float& pending_;
    std::vector<std::string_view> shown_;
};

// What a press does, to choose from, and the parameters of what is chosen.
void tool_bar(Settings&, PanelRows&, UiCommands&, float dpr);

// Milliseconds of each phase over the last frames, stacked.
class PhaseGraph {
public:
    void add(std::span<const Phase>);
    void draw(float height, float dpr) const;  // CSS pixels

private:
    std::vector<std::string_view>::iterator forgotten();
    static constexpr int frames = 150, max_phases = 12;
    using Sample = std::array<float, max_phases>;
    std::array<Sample, frames> samples_{};
    std::vector<std::string_view> names_;
    int next_ = 0;
};

}  // namespace slosh
