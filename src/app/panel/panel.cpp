// The panel, in Dear ImGui: scene and playback, statistics, all parameters.
#include <algorithm>
#include <cfloat>
#include <cmath>
#include <cstdio>
#include <optional>

#include "app/panel/graph.h"
#include "app/panel/imgui/icons.h"
#include "app/panel/imgui/imgui_renderer.h"
#include "app/panel/imgui/style.h"
#include "app/panel/keys.h"
#include "app/panel/legends.h"
#include "app/panel/life.h"
#include "app/panel/numbers.h"
#include "app/panel/plots.h"
#include "app/panel/residuals.h"
#include "app/panel/rows.h"
#include "app/panel/solver_features.h"
#include "app/panel/split_view.h"
#include "app/panel/tools.h"

namespace slosh {
namespace {

constexpr float side_width = 284, edge = 10;  // CSS pixels

class Panel final : public PanelInterface {
public:
    Panel() : context_(ImGui::CreateContext()) {
        ImGui::SetCurrentContext(context_);
        ImGuiIO& io = ImGui::GetIO();
        io.IniFilename = nullptr;
        io.LogFilename = nullptr;
        io.ConfigWindowsMoveFromTitleBarOnly = true;
        renderer_.emplace(error_);
    }

    ~Panel() override {
        ImGui::SetCurrentContext(context_);
        renderer_.reset();
        ImGui::DestroyContext(context_);
    }

    void resize(glm::ivec2 pixels, float dpr) override {
        pixels_ = pixels;
        if (dpr != dpr_) styled_ = false;
        dpr_ = dpr;
    }

    bool pointer(const PointerEvent&) override;
    bool key(std::string_view code, bool down, int modifiers) override;
    void wheel(float dx, float dy) override { io().AddMouseWheelEvent(-dx, -dy); }
    void character(unsigned codepoint) override { io().AddInputCharacter(codepoint); }
    void focus(bool focused) override { io().AddFocusEvent(focused); }
    void toggle() override { open_ = !open_, open_decided_ = true; }
    bool wants_text() const override { return wants_text_; }
    bool wants_samples() const override { return plotting_; }
    glm::vec2 covered() const override;
    UiCommands draw(Settings&, const PanelState&, double now_ms) override;
    std::string_view error() const override { return error_; }

    void context_lost() override {
        ImGui::SetCurrentContext(context_);
        renderer_.reset();
    }

    void context_restored() override {
        ImGui::SetCurrentContext(context_);
        renderer_.emplace(error_);
    }

private:
    enum class Layout { side, bottom, overlay };
    Layout layout() const;
    bool contains(glm::vec2 pixel) const;
    ImGuiIO& io() const {
        ImGui::SetCurrentContext(context_);
        return ImGui::GetIO();
    }
    void begin_frame(double now_ms);
    void closed_button();
    void window(Settings&, const PanelState&, UiCommands&);
    void head(Settings&, const PanelState&, UiCommands&);
    void notice(std::string_view, UiCommands&);
    void statistics(const RenderSettings&, const PanelState&);
    void parameters(Settings&, const PanelState&, PanelRows&, UiCommands&);

    ImGuiContext* context_;
    std::string error_;
    std::optional<ImGuiRenderer> renderer_;
    PhaseGraph graph_, gpu_graph_;
    Plots plots_;
    SliceLabels numbers_;
    glm::ivec2 pixels_{1, 1};
    float dpr_ = 1;
    double last_ms_ = -1;
    bool open_ = false, open_decided_ = false, styled_ = false;
    bool popup_ = false, wants_text_ = false, by_touch_ = false, plotting_ = false;
    glm::vec2 low_{0, 0}, high_{0, 0};  // the panel's corners when last drawn
    std::string pending_key_, compared_;
    float pending_ = 0;

    // The pointer that is passed on to Dear ImGui, and the one that the panel has captured until its release.
    static constexpr int no_pointer = -1;
    int active_id_ = no_pointer, captured_id_ = no_pointer;
    int buttons_ = 0;
    double pressed_at_ = -1e9;
    glm::vec2 pressed_pixel_{0, 0};
};

// --- input ---

bool Panel::contains(glm::vec2 p) const {
    return popup_ || (p.x >= low_.x && p.y >= low_.y && p.x < high_.x && p.y < high_.y);
}

bool Panel::pointer(const PointerEvent& event) {
    ImGuiIO& in = io();
    const bool touch = event.device == PointerEvent::touch;
    const bool ends = event.type == PointerEvent::gone || (touch && event.type == PointerEvent::up);
    const bool captured = event.id == captured_id_;
    if (active_id_ != no_pointer && event.id != active_id_ && buttons_ != 0) return captured;  // a second finger
    if (event.type == PointerEvent::down && contains(event.pixel)) captured_id_ = event.id;
    const bool on_panel = event.id == captured_id_ || (event.buttons == 0 && contains(event.pixel));

    active_id_ = event.id;
    by_touch_ = touch;
    in.AddMouseSourceEvent(touch                               ? ImGuiMouseSource_TouchScreen
                           : event.device == PointerEvent::pen ? ImGuiMouseSource_Pen
                                                               : ImGuiMouseSource_Mouse);
    in.AddMousePosEvent(event.pixel.x, event.pixel.y);
    const int buttons = ends ? 0 : event.buttons;
    // A double press at the same position is passed on as Ctrl+click, which opens the text field of a slider.
    const bool pressed = (buttons & ~buttons_ & PointerEvent::left) != 0;
    const glm::vec2 moved = glm::abs(event.pixel - pressed_pixel_);
    const bool double_press = pressed && last_ms_ - pressed_at_ < 350 && std::max(moved.x, moved.y) < 6 * dpr_;
    if (pressed) pressed_at_ = last_ms_, pressed_pixel_ = event.pixel;
    // Without the focus the canvas receives no event of the Ctrl key.
    if (double_press || (pressed && event.modifiers & PointerEvent::ctrl)) in.AddKeyEvent(ImGuiMod_Ctrl, true);
    for (int bit = 0; bit < 3; ++bit)
        if ((buttons ^ buttons_) >> bit & 1) in.AddMouseButtonEvent(bit, buttons >> bit & 1);
    if (!pressed && buttons == 0 && buttons_ != 0) in.AddKeyEvent(ImGuiMod_Ctrl, false);
    buttons_ = buttons;
    if (buttons == 0 && event.id == captured_id_) captured_id_ = no_pointer;
    if (ends) {
        in.AddMousePosEvent(-FLT_MAX, -FLT_MAX);
        active_id_ = no_pointer;
    }
    return on_panel || captured;
}

bool Panel::key(std::string_view code, bool down, int modifiers) {
    ImGuiIO& in = io();
    // Modifiers are always passed on: they change the meaning of a click.
    in.AddKeyEvent(ImGuiMod_Shift, modifiers & 1);
    in.AddKeyEvent(ImGuiMod_Ctrl, modifiers & 2);
    in.AddKeyEvent(ImGuiMod_Alt, modifiers & 4);
    in.AddKeyEvent(ImGuiMod_Super, modifiers & 8);
    if (down && !wants_text_) return false;
    const ImGuiKey key = imgui_key(code);
    if (key == ImGuiKey_None) return wants_text_;  // while typing, every key is text
    in.AddKeyEvent(key, down);
    return wants_text_;
}

// --- layout ---

Panel::Layout Panel::layout() const {
    const glm::vec2 css = glm::vec2(pixels_) / dpr_;
    if (css.x >= 1.8f * side_width && css.x - side_width >= 0.6f * css.y) return Layout::side;
    return css.y >= 520 && css.y >= css.x ? Layout::bottom : Layout::overlay;
}

glm::vec2 Panel::covered() const {
    if (!open_ || layout() == Layout::overlay) return {0, 0};
    return layout() == Layout::side ? glm::vec2((side_width + edge) * dpr_, 0)
                                    : glm::vec2(0, 0.44f * static_cast<float>(pixels_.y));
}

void Panel::begin_frame(double now_ms) {
    if (!open_decided_) {
        // Initially open if there is space for both the panel and the fluid.
        open_decided_ = true;
        open_ = layout() == Layout::side && static_cast<float>(pixels_.y) >= 360 * dpr_;
    }
    if (!styled_) {
        set_panel_style(dpr_);
        renderer_->forget_font();
        styled_ = true;
    }
    ImGuiIO& in = ImGui::GetIO();
    in.DisplaySize = {static_cast<float>(pixels_.x), static_cast<float>(pixels_.y)};
    const double seconds = last_ms_ >= 0 ? (now_ms - last_ms_) / 1000 : 1.0 / 60;
    in.DeltaTime = static_cast<float>(std::clamp(std::isfinite(seconds) ? seconds : 0.0, 1e-4, 0.1));
    last_ms_ = now_ms;
    renderer_->prepare();
    ImGui::NewFrame();
}

UiCommands Panel::draw(Settings& settings, const PanelState& state, double now_ms) {
    UiCommands commands;
    ImGui::SetCurrentContext(context_);
    if (!renderer_) return commands;
    begin_frame(now_ms);
    graph_.add(state.phases);
    gpu_graph_.add(state.gpu);
    if (std::exchange(plotting_, false)) plots_.add(state.sample);
    cell_numbers(state, numbers_, dpr_);
    if (state.is_split) split_view_captions(state, dpr_);
    if (open_) window(settings, state, commands);
    else closed_button();
    popup_ = ImGui::IsPopupOpen(nullptr, ImGuiPopupFlags_AnyPopupId | ImGuiPopupFlags_AnyPopupLevel);
    ImGui::Render();
    renderer_->draw(*ImGui::GetDrawData());
    wants_text_ = ImGui::GetIO().WantTextInput;
    return commands;
}

void Panel::closed_button() {
    const float size = button_size * dpr_;
    ImGui::SetNextWindowPos({edge * dpr_, edge * dpr_});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 0);
    ImGui::PushStyleColor(ImGuiCol_WindowBg, IM_COL32(24, 27, 50, 150));
    ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, ImGui::GetStyle().FrameRounding);
    ImGui::Begin("handle", nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_AlwaysAutoResize);
    if (icon_button("open", Icon::menu, size, "Show the panel (h)")) open_ = true;
    ImGui::End();
    ImGui::PopStyleVar(3);
    ImGui::PopStyleColor();
    low_ = glm::vec2(edge * dpr_);
    high_ = low_ + size;
}

void Panel::window(Settings& settings, const PanelState& state, UiCommands& commands) {
    const glm::vec2 canvas(pixels_);
    const float gap = edge * dpr_;
    glm::vec2 size(side_width * dpr_, canvas.y - 2 * gap), at(gap);
    if (layout() == Layout::bottom) size = {canvas.x - 2 * gap, 0.44f * canvas.y - gap}, at.y = canvas.y - size.y - gap;
    size = glm::min(size, canvas - 2 * gap);
    low_ = at, high_ = at + size;
    ImGui::SetNextWindowPos({at.x, at.y});
    // At the side the window is only as tall as its contents.
    if (layout() == Layout::bottom) ImGui::SetNextWindowSize({size.x, size.y});
    else ImGui::SetNextWindowSizeConstraints({size.x, 0}, {size.x, size.y});
    ImGuiWindowFlags flags = ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoResize |
                             ImGuiWindowFlags_NoSavedSettings;
    if (layout() != Layout::bottom) flags |= ImGuiWindowFlags_AlwaysAutoResize;
    ImGui::Begin("slosh", nullptr, flags);
    head(settings, state, commands);
    PanelRows rows(commands, settings.scene.name, pending_key_, pending_);
    tool_bar(settings, rows, commands, dpr_);
    picked_particle(settings.scene, state);
    statistics(settings.render, state);
    plotting_ = plots_.draw(settings.scene, dpr_);
    parameters(settings, state, rows, commands);
    // A finger that does not drag a control scrolls the window.
    if (by_touch_ && ImGui::IsWindowHovered() && ImGui::IsMouseDragging(0) && !ImGui::IsAnyItemActive())
        ImGui::SetScrollY(ImGui::GetScrollY() - ImGui::GetIO().MouseDelta.y);
    high_ = low_ + glm::vec2(ImGui::GetWindowSize().x, ImGui::GetWindowSize().y);
    ImGui::End();
}

// --- contents ---

void Panel::head(Settings& settings, const PanelState& state, UiCommands& commands) {
    const float size = button_size * dpr_, space = ImGui::GetStyle().ItemSpacing.x;
    const float width = ImGui::GetContentRegionAvail().x;
    const std::string shown(settings.scene.title);
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {9 * dpr_, 0.5f * (size - ImGui::GetFontSize())});
    ImGui::SetNextItemWidth(width - size - space);
    if (ImGui::BeginCombo("##scene", shown.c_str(), ImGuiComboFlags_HeightLarge)) {
        for (const auto& [name, title] : all_scenes()) {
            const std::string text(title);
            if (ImGui::Selectable(text.c_str(), name == settings.scene.name))
                commands.changes.push_back({"scene", std::string(name)});
            if (const Scene* scene = find_scene(name)) ImGui::SetItemTooltip("%s", std::string(scene->about).c_str());
        }
        ImGui::EndCombo();
    }
    ImGui::PopStyleVar();
    ImGui::SameLine();
    if (icon_button("close", Icon::close, size, "Hide the panel (h)")) open_ = false;

    const Icon play = state.paused ? Icon::play : Icon::pause;
    if (icon_button("play", play, size, state.paused ? "Play (space)" : "Pause (space)")) commands.toggle_pause = true;
    ImGui::SameLine(0, 0.6f * space);
    if (icon_button("step", Icon::step, size, "One step (.)")) commands.single_step = true;
    ImGui::SameLine(0, 0.6f * space);
    if (icon_button("reset", Icon::reset, size, "Restart (r)")) commands.reset = true;
    char text[48];
    std::snprintf(text, sizeof text, "%.0f fps  %.1f ms", state.fps, state.frame_ms);
    ImGui::SameLine(ImGui::GetCursorPosX() + width - ImGui::CalcTextSize(text).x);
    ImGui::SetCursorPosY(ImGui::GetCursorPosY() + 0.5f * (size - ImGui::GetFontSize()));
    ImGui::TextDisabled("%s", text);
    if (!state.notice.empty()) notice(state.notice, commands);
    if (state.tilt != 0) {
        char tilt[40];
        std::snprintf(tilt, sizeof tilt, "gravity tilted by %.0f deg: reset", static_cast<double>(state.tilt));
        if (ImGui::SmallButton(tilt)) commands.level = true;
    }
}

// The notice, and a button that resolves it.
void Panel::notice(std::string_view text, UiCommands& commands) {
    ImGui::PushStyleColor(ImGuiCol_Text, IM_COL32(255, 178, 128, 255));
    ImGui::TextWrapped("%.*s", static_cast<int>(text.size()), text.data());
    ImGui::PopStyleColor();
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {12 * dpr_, 0.5f * (button_size * dpr_ - ImGui::GetFontSize())});
    if (ImGui::Button("Reset")) commands.reset = true;
    ImGui::PopStyleVar();
}

void Panel::statistics(const RenderSettings& render, const PanelState& state) {
    if (!ImGui::CollapsingHeader("Statistics", ImGuiTreeNodeFlags_DefaultOpen)) return;
    graph_.draw(64, dpr_);
    ImGui::Spacing();
    if (ImGui::TreeNode("GPU time")) {
        if (state.gpu_timed) gpu_graph_.draw(36, dpr_);
        else ImGui::TextDisabled("not measured by this browser");
        ImGui::TreePop();
    }
    const float middle = ImGui::GetCursorPosX() + 0.56f * ImGui::GetContentRegionAvail().x;
    const auto row = [&](const char* name, const char* format, auto... values) {
        ImGui::TextDisabled("%s", name);
        ImGui::SameLine(middle);
        ImGui::Text(format, values...);
    };
    row("particles", "%d", state.particles);
    row("sub-steps", "%d", state.substeps);
    if (state.iterations > 0) row("iterations/sub-step", "%.1f", static_cast<double>(state.iterations));
    row("kinetic energy", "%.4g", state.kinetic_energy);
    row("max speed", "%.3g", static_cast<double>(state.max_speed));
    row("threads", "%d", state.workers);
    row("resolution", render.quality == RenderSettings::QualityLevel::automatic ? "%.0f %%, auto" : "%.0f %%",
        static_cast<double>(100 * state.resolution));
    if (state.hashed) {
        row("state hash", "%08x", static_cast<unsigned>(state.hash >> 32));
        ImGui::SetItemTooltip("%016llx\nIdentical for the same run on every machine.",
                              static_cast<unsigned long long>(state.hash));
    }
}

void Panel::parameters(Settings& settings, const PanelState& state, PanelRows& rows, UiCommands& commands) {
    const auto group = [&](const char* title, bool open, auto& owner) {
        rows.hidden = !ImGui::CollapsingHeader(title, open ? ImGuiTreeNodeFlags_DefaultOpen : 0);
        owner.visit(rows);
    };
    if (ParticleLifeDef* life = particle_life(settings.scene.solver)) {
        group("Microbes", true, *life);
        if (!rows.hidden) life_grid(settings.scene, *life, commands, dpr_);
    }
    const auto skip = [&](const char* keys, auto& owner) {
        rows.only = keys, rows.hidden = true;
        owner.visit(rows);
        rows.only = {};
    };
    const bool on_grid = has_grid(settings.scene.solver);
    if (!on_grid) skip("show-grid", settings.render);
    group("Rendering", true, settings.render);
    if (!rows.hidden && settings.render.colour_by != RenderSettings::ColourBy::kind)
        colour_legend(settings, state.colour_range, dpr_);
    if (!rows.hidden && settings.render.show_cells) cell_legend(settings, state.fullest_cell, dpr_);
    if (settings.scene.domain.dimensions == 3) {
        group("Water", settings.render.style != RenderSettings::Style::points, settings.water);
        if (!rows.hidden && settings.water.view != WaterSettings::View::final_image)
            view_legend(settings, state.view_range, dpr_);
    }
    if (on_grid) {
        const Slice& slice = settings.scene.slice;
        skip("slice-iteration", settings.scene.slice);  // shown with the solve
        group("Slice through the grid", true, settings.scene.slice);
        if (!rows.hidden && slice.shown != Slice::Quantity::off) slice_legend(settings, state, dpr_);
        if (ImGui::CollapsingHeader("Last pressure solve")) {
            residual_plot(slice, state, commands, dpr_);
            plots_.draw_iterations(settings.scene, dpr_);
            plotting_ = true;
        }
    }
    if (ImGui::CollapsingHeader("Compare")) split_view_row(settings, state, compared_, commands, dpr_);
    group("Fluid", true, settings.scene.solver);
    group("Scene", false, settings.scene);  // the remaining parameters of the scene
}

}  // namespace

std::unique_ptr<PanelInterface> make_panel() { return std::make_unique<Panel>(); }

}  // namespace slosh
