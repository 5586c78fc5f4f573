// The panel in Dear ImGui: window, layout, scene and playback.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <optional>

#include "app/panel/graph.h"
#include "app/panel/imgui/icons.h"
#include "app/panel/imgui/imgui_renderer.h"
#include "app/panel/imgui/style.h"
#include "app/panel/input_events.h"
#include "app/panel/numbers.h"
#include "app/panel/plots.h"
#include "app/panel/rows.h"
#include "app/panel/sections.h"
#include "app/panel/split_view.h"
#include "app/panel/texts/texts.h"
#include "app/panel/tools.h"
#include "base/wording.h"

namespace slosh {
namespace {

constexpr float side_width = 284, margin = 10;  // CSS pixels
constexpr float bottom_height = 0.44f;          // fraction of the canvas height

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

    bool pointer(const PointerEvent& event) override {
        const bool consumed = pointer_input_.handle(io(), event, contains(event.pixel), last_ms_, dpr_);
        if (pointer_input_.by_touch() != by_touch_) {
            by_touch_ = pointer_input_.by_touch();
            styled_ = false;
        }
        return consumed;
    }
    bool key(std::string_view code, bool down, int modifiers) override {
        return handle_key(io(), code, down, modifiers, wants_text_);
    }
    void wheel(float dx, float dy) override { io().AddMouseWheelEvent(-dx, -dy); }
    void character(unsigned codepoint) override { io().AddInputCharacter(codepoint); }
    void focus(bool focused) override { io().AddFocusEvent(focused); }
    bool is_open() const override { return open_; }
    void set_open(bool open) override {
        open_ = open;
        open_decided_ = true;
    }
    bool wants_text() const override { return wants_text_; }
    bool wants_samples() const override { return plotting_; }
    Wording wording() const override { return {translated, label_of}; }
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
        styled_ = false;  // the font went with the context
    }

private:
    enum class Layout { side, bottom, overlay };
    Layout layout() const;
    bool contains(glm::vec2 p) const {
        return popup_ || (p.x >= low_.x && p.y >= low_.y && p.x < high_.x && p.y < high_.y);
    }
    ImGuiIO& io() const {
        ImGui::SetCurrentContext(context_);
        return ImGui::GetIO();
    }
    void begin_frame(double now_ms);
    void brush(const Brush&) const;
    void closed_button();
    void window(Settings&, const PanelState&, UiCommands&);
    void head(Settings&, const PanelState&, UiCommands&);
    void body(Settings&, const PanelState&, UiCommands&);
    void notice(std::string_view, UiCommands&);

    ImGuiContext* context_;
    std::string error_;
    std::optional<ImGuiRenderer> renderer_;
    PointerInput pointer_input_;
    StageGraph graph_, gpu_graph_;
    Plots plots_;
    SliceLabels numbers_;
    glm::ivec2 pixels_{1, 1};
    float dpr_ = 1;
    double last_ms_ = -1;
    bool open_ = false, open_decided_ = false;
    bool styled_ = false;                                         // the style is that of dpr_ and by_touch_
    int texts_version_ = 0;                                       // of the texts that the font is for
    bool by_touch_ = false;                                       // the last input came from a finger
    bool popup_ = false, wants_text_ = false, plotting_ = false;  // as of the last frame
    bool tools_in_head_ = false;
    glm::vec2 low_{0, 0}, high_{0, 0};  // the panel's corners when last drawn
    RowsState rows_;
    SettingsBar bar_;
    std::string compared_;  // text input of the section "Compare"
};

// --- layout ---

Panel::Layout Panel::layout() const {
    constexpr float min_widths = 1.8f;     // canvas width in panel widths for a panel at the side
    constexpr float min_aspect = 0.6f;     // of the part beside the panel
    constexpr float min_css_height = 520;  // for a panel at the bottom
    const glm::vec2 css = glm::vec2(pixels_) / dpr_;
    if (css.x >= min_widths * side_width && css.x - side_width >= min_aspect * css.y) return Layout::side;
    return css.y >= min_css_height && css.y >= css.x ? Layout::bottom : Layout::overlay;
}

glm::vec2 Panel::covered() const {
    if (!open_ || layout() == Layout::overlay) return {0, 0};
    return layout() == Layout::side ? glm::vec2((side_width + margin) * dpr_, 0)
                                    : glm::vec2(0, bottom_height * static_cast<float>(pixels_.y));
}

void Panel::begin_frame(double now_ms) {
    if (!open_decided_) {
        // Initially open if there is space for both the panel and the fluid.
        constexpr float min_css_height = 360;
        open_decided_ = true;
        open_ = layout() == Layout::side && static_cast<float>(pixels_.y) >= min_css_height * dpr_;
    }
    if (!styled_ || texts_version_ != panel_texts_version()) {
        texts_version_ = panel_texts_version();
        set_panel_style(dpr_, by_touch_, panel_characters());
        renderer_->forget_font();
        styled_ = true;
    }
    ImGuiIO& in = ImGui::GetIO();
    in.DisplaySize = {static_cast<float>(pixels_.x), static_cast<float>(pixels_.y)};
    const double seconds = last_ms_ >= 0 ? (now_ms - last_ms_) / 1000 : 1.0 / 60;
    in.DeltaTime = static_cast<float>(std::clamp(std::isfinite(seconds) ? seconds : 0.0, 1e-4, 0.1));
    last_ms_ = now_ms;
    pointer_input_.tick(in, now_ms);
    renderer_->prepare();
    ImGui::NewFrame();
}

UiCommands Panel::draw(Settings& settings, const PanelState& state, double now_ms) {
    UiCommands commands;
    ImGui::SetCurrentContext(context_);
    if (!renderer_) return commands;
    begin_frame(now_ms);
    graph_.add(state.stages);
    gpu_graph_.add(state.gpu);
    if (std::exchange(plotting_, false)) plots_.add(state.sample);
    cell_numbers(state, numbers_, dpr_);
    if (state.is_split) split_view_captions(state, dpr_);
    brush(state.brush);
    if (open_) window(settings, state, commands);
    else {
        rows_.pending_key.clear();
        closed_button();
    }
    popup_ = ImGui::IsPopupOpen(nullptr, ImGuiPopupFlags_AnyPopupId | ImGuiPopupFlags_AnyPopupLevel);
    ImGui::Render();
    renderer_->draw(*ImGui::GetDrawData());
    wants_text_ = ImGui::GetIO().WantTextInput;
    return commands;
}

// Behind the panel; dark beside light, to be seen on every fluid.
void Panel::brush(const Brush& brush) const {
    if (!(brush.radius > 0)) return;
    const ImVec2 at{brush.pixel.x, brush.pixel.y};
    ImDrawList& draw = *ImGui::GetBackgroundDrawList();
    draw.AddCircle(at, brush.radius + dpr_, IM_COL32(20, 22, 40, 170), 0, dpr_);
    draw.AddCircle(at, brush.radius, IM_COL32(255, 255, 255, 230), 0, 1.5f * dpr_);
}

void Panel::closed_button() {
    const float size = button_size * dpr_;
    ImGui::SetNextWindowPos({margin * dpr_, margin * dpr_});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 0);
    ImGui::PushStyleColor(ImGuiCol_WindowBg, IM_COL32(24, 27, 50, 150));
    ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, ImGui::GetStyle().FrameRounding);
    ImGui::Begin("handle", nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_AlwaysAutoResize);
    if (icon_button("open", Icon::menu, size, translated("Show the panel (h)"))) open_ = true;
    ImGui::End();
    ImGui::PopStyleVar(3);
    ImGui::PopStyleColor();
    low_ = glm::vec2(margin * dpr_);
    high_ = low_ + size;
}

void Panel::window(Settings& settings, const PanelState& state, UiCommands& commands) {
    const glm::vec2 canvas(pixels_);
    const float gap = margin * dpr_;
    glm::vec2 size(side_width * dpr_, canvas.y - 2 * gap), at(gap);
    if (layout() == Layout::bottom) {
        size = {canvas.x - 2 * gap, bottom_height * canvas.y - gap};
        at.y = canvas.y - size.y - gap;
    }
    size = glm::min(size, canvas - 2 * gap);
    low_ = at;
    high_ = at + size;
    ImGui::SetNextWindowPos({at.x, at.y});
    // At the side the window is only as tall as its contents.
    if (layout() == Layout::bottom) ImGui::SetNextWindowSize({size.x, size.y});
    else ImGui::SetNextWindowSizeConstraints({size.x, 0}, {size.x, size.y});
    ImGuiWindowFlags flags = ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoResize |
                             ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoScrollbar |
                             ImGuiWindowFlags_NoScrollWithMouse;
    if (layout() != Layout::bottom) flags |= ImGuiWindowFlags_AlwaysAutoResize;
    ImGui::Begin("slosh", nullptr, flags);
    head(settings, state, commands);
    // What is below the head scrolls. At the side it is only as tall as its contents.
    const float padding = ImGui::GetStyle().WindowPadding.y;
    const float room = std::max(size.y - ImGui::GetCursorPosY() - padding, 1.0f);
    const bool fits = layout() != Layout::bottom;
    if (fits) ImGui::SetNextWindowSizeConstraints({0, 0}, {size.x, room});
    ImGui::PushStyleVar(ImGuiStyleVar_ChildBorderSize, 0);
    ImGui::BeginChild("body", {0, fits ? 0 : room}, fits ? ImGuiChildFlags_AutoResizeY : ImGuiChildFlags_None);
    ImGui::PopStyleVar();
    body(settings, state, commands);
    ImGui::EndChild();
    high_ = low_ + glm::vec2(ImGui::GetWindowSize().x, ImGui::GetWindowSize().y);
    ImGui::End();
}

// --- contents ---

void Panel::head(Settings& settings, const PanelState& state, UiCommands& commands) {
    const float size = button_size * dpr_, space = ImGui::GetStyle().ItemSpacing.x;
    const float width = ImGui::GetContentRegionAvail().x;
    const std::string title = fitted(translated(settings.scene.title), width - 2 * size - space - 18 * dpr_);
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {9 * dpr_, 0.5f * (size - ImGui::GetFontSize())});
    ImGui::SetNextItemWidth(width - size - space);
    if (ImGui::BeginCombo("##scene", title.c_str(), ImGuiComboFlags_HeightLarge)) {
        for (const auto& [name, scene_title] : all_scenes()) {
            const std::string text = translated(scene_title);
            if (ImGui::Selectable(text.c_str(), name == settings.scene.name))
                commands.changes.push_back({"scene", std::string(name)});
            if (const Scene* scene = find_scene(name)) ImGui::SetItemTooltip("%s", translated(scene->about).c_str());
        }
        ImGui::EndCombo();
    }
    ImGui::PopStyleVar();
    ImGui::SameLine();
    if (icon_button("close", Icon::close, size, translated("Hide the panel (h)"))) open_ = false;

    const Icon play = state.paused ? Icon::play : Icon::pause;
    if (icon_button("play", play, size, state.paused ? translated("Play (space)") : translated("Pause (space)")))
        commands.toggle_pause = true;
    ImGui::SameLine(0, 0.6f * space);
    if (icon_button("step", Icon::step, size, translated("One step (.)"))) commands.single_step = true;
    ImGui::SameLine(0, 0.6f * space);
    if (icon_button("reset", Icon::reset, size, translated("Restart (r)"))) commands.reset = true;
    // Below the canvas of a phone every row counts.
    tools_in_head_ = layout() == Layout::bottom &&
                     width > 3 * (size + 0.6f * space) + space + tool_buttons_width(settings.scene, dpr_);
    if (tools_in_head_) ImGui::SameLine(0, 1.6f * space), tool_buttons(settings.scene, commands, dpr_);
    char text[48];
    std::snprintf(text, sizeof text, "%.0f fps", state.fps);
    if (!tools_in_head_) {
        ImGui::SameLine(ImGui::GetCursorPosX() + width - ImGui::CalcTextSize(text).x);
        ImGui::SetCursorPosY(ImGui::GetCursorPosY() + 0.5f * (size - ImGui::GetFontSize()));
        ImGui::TextDisabled("%s", text);
    }
    if (!state.notice.empty()) notice(state.notice, commands);
    if (state.tilt != 0) {
        char degrees[16];
        std::snprintf(degrees, sizeof degrees, "%.0f", static_cast<double>(state.tilt));
        const std::string tilt = filled(translated("gravity tilted by {}°: reset"), {degrees});
        if (ImGui::SmallButton(tilt.c_str())) commands.level = true;
    }
}

void Panel::body(Settings& settings, const PanelState& state, UiCommands& commands) {
    rows_.update(settings.scene.name, state.own);
    PanelRows rows(commands, rows_, dpr_);
    if (!tools_in_head_) {
        tool_buttons(settings.scene, commands, dpr_);
        tool_hint(settings.scene);
    }
    tool_rows(settings, rows, commands, dpr_);
    picked_particle(settings.scene, state);
    if (bar_.searched().empty()) {
        bar_.presets(settings.scene, rows_, state, commands, last_ms_);
        main_rows(settings, rows);
    }
    bar_.search(rows_, state, commands);
    if (const std::string_view text = bar_.searched(); !text.empty()) {
        if (!found_rows(settings, rows, text)) ImGui::TextDisabled("%s", translated("No setting has this text."));
        return;
    }
    shown_legends(settings, state, dpr_);
    life_section(settings, state, rows, commands, dpr_);
    const bool solve_shown = advanced_sections(settings, state, rows, plots_, compared_, commands, dpr_);
    statistics_section(settings.render, state, graph_, gpu_graph_, dpr_);
    const bool plots_shown = plots_.draw(settings.scene, dpr_);
    plotting_ = solve_shown || plots_shown;
}

// The notice, and a button that resolves it.
void Panel::notice(std::string_view text, UiCommands& commands) {
    ImGui::PushStyleColor(ImGuiCol_Text, IM_COL32(255, 178, 128, 255));
    ImGui::TextWrapped("%.*s", static_cast<int>(text.size()), text.data());
    ImGui::PopStyleColor();
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {12 * dpr_, 0.5f * (button_size * dpr_ - ImGui::GetFontSize())});
    if (ImGui::Button(translated("Reset"))) commands.reset = true;
    ImGui::PopStyleVar();
}

}  // namespace

std::unique_ptr<PanelInterface> make_panel() { return std::make_unique<Panel>(); }

}  // namespace slosh
