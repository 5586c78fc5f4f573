#include "app/panel/rows.h"

#include <algorithm>
#include <cmath>

#include "app/panel/imgui/colour_swatch.h"
#include "app/panel/imgui/style.h"
#include "app/panel/texts/texts.h"
#include "base/wording.h"
#include "render/common/kind_colours.h"

namespace slosh {
namespace {

// A printf format with the unit behind the number.
std::string with_unit(const char* number, std::string_view unit) {
    std::string format = number;
    if (!unit.empty()) format += ' ';
    return format + as_format(unit);
}

// Above 0 a logarithmic slider that begins at 0 has its smallest value here, because Dear ImGui takes it from the
// digits of the format.
constexpr float smallest = 1e-6f;
constexpr const char* smallest_format = "%.6g";

// The position of a slider, 0 to 1. Sliders are drawn as filled bars, because a handle would hide the number.
float fraction_of(const Field& field, float value) {
    const bool logarithmic = field.scale == Scale::logarithmic;
    const float min = logarithmic ? std::max(field.min, smallest) : field.min;
    const float lo = logarithmic ? std::log(min) : min, hi = logarithmic ? std::log(field.max) : field.max;
    const float at = logarithmic ? std::log(std::max(value, min)) : value;
    return hi > lo ? std::clamp((at - lo) / (hi - lo), 0.0f, 1.0f) : 0;
}

// The background of the next slider.
void fill_bar(const Field& field, float value) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float width = ImGui::CalcItemWidth(), height = ImGui::GetFrameHeight(),
                rounding = ImGui::GetStyle().FrameRounding;
    ImDrawList& draw = *ImGui::GetWindowDrawList();
    draw.AddRectFilled(at, {at.x + width, at.y + height}, ImGui::GetColorU32(ImGuiCol_FrameBg), rounding);
    draw.PushClipRect(at, {at.x + width * fraction_of(field, value), at.y + height}, true);
    draw.AddRectFilled(at, {at.x + width, at.y + height}, ImGui::GetColorU32(ImGuiCol_PlotHistogram, 0.55f), rounding);
    draw.PopClipRect();
}

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

// Capital and small letters are the same.
bool contains(std::string_view text, std::string_view part) {
    const auto same = [](char a, char b) { return lower(a) == lower(b); };
    return std::search(text.begin(), text.end(), part.begin(), part.end(), same) != text.end();
}

// Long words of some languages are drawn smaller before they are cut.
float scale_to_fit(const std::string& text, float width) {
    constexpr float min_scale = 0.75f;
    return std::clamp(width / ImGui::CalcTextSize(text.c_str()).x, min_scale, 1.0f);
}

void label_text(const std::string& label, float width) {
    ImGui::SetWindowFontScale(scale_to_fit(label, width));
    ImGui::TextUnformatted(fitted(label, width).c_str());
    ImGui::SetWindowFontScale(1);
}

// ImGui::BeginCombo(); a choice that is too long beside the arrow has the whole box, which stays as high. The scale of
// the font is for the caller to set back.
bool begin_combo(const std::string& choice) {
    const ImVec2 padding = ImGui::GetStyle().FramePadding;
    const float width = ImGui::CalcItemWidth() - 2 * padding.x, font = ImGui::GetFontSize();
    const bool has_arrow = ImGui::CalcTextSize(choice.c_str()).x <= width - ImGui::GetFrameHeight();
    const float scale = scale_to_fit(choice, width);
    ImGui::SetWindowFontScale(scale);
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {padding.x, padding.y + (1 - scale) * font / 2});
    const bool open = ImGui::BeginCombo("##value", choice.c_str(), has_arrow ? 0 : ImGuiComboFlags_NoArrowButton);
    ImGui::PopStyleVar();
    return open;
}

}  // namespace

std::string fitted(std::string text, float width) {
    if (ImGui::CalcTextSize(text.c_str()).x <= width) return text;
    const auto ends_within_a_character = [&] { return (static_cast<unsigned char>(text.back()) & 0xc0) == 0x80; };
    while (!text.empty() && ImGui::CalcTextSize((text + "..").c_str()).x > width) {
        while (text.size() > 1 && ends_within_a_character()) text.pop_back();
        text.pop_back();
    }
    return text + "..";
}

void RowsState::update(std::string_view scene_name, std::span<const OwnValue> own_values) {
    own = own_values;
    if (scene == scene_name) return;
    scene = scene_name;
    pending_key.clear();
    if (const Scene* original = find_scene(scene_name)) length = original->unit;
}

std::string_view RowsState::own_value(std::string_view key) const {
    for (const auto& [name, value] : own)
        if (name == key) return value;
    return {};
}

void PanelRows::operator()(const Field& field, float& value) { slider(field, value, false); }

void PanelRows::operator()(const Field& field, int& value) { slider(field, static_cast<float>(value), true); }

void PanelRows::operator()(const Field& field, bool& value) {
    if (!begin_row(field, value ? "true" : "false")) return;
    bool edited = value;
    const bool changed = ImGui::Checkbox("##value", &edited);
    end_row(field, changed, edited ? "true" : "false");
}

void PanelRows::operator()(const Field& field, int& choice, std::span<const std::string_view> names) {
    if (!begin_row(field, names[static_cast<size_t>(choice)])) return;
    int edited = choice;
    const auto name = [&](int i) { return translated(names[static_cast<size_t>(i)]); };
    if (begin_combo(name(choice))) {
        for (int i = 0; i < static_cast<int>(names.size()); ++i)
            if (ImGui::Selectable(name(i).c_str(), i == choice)) edited = i;
        ImGui::EndCombo();
    }
    ImGui::SetWindowFontScale(1);
    end_row(field, edited != choice, std::string(names[static_cast<size_t>(edited)]));
}

// A swatch for each colour, and a button that adds the next one.
void PanelRows::operator()(const Field& field, ColourList& list) {
    if (!begin_row(field, format_colours(list))) return;
    ColourList edited = list;
    bool changed = false;
    const float gap = 0.25f * ImGui::GetFontSize();
    ImGui::BeginGroup();
    for (int i = 0; i < list.count; ++i) {
        const auto at = edited.colours.begin() + i;
        ImGui::PushID(i);
        if (i > 0) ImGui::SameLine(0, gap);
        const SwatchChange change = colour_swatch(*at);
        ImGui::PopID();
        changed |= change != SwatchChange::none;
        if (change != SwatchChange::removed) continue;
        std::rotate(at, at + 1, edited.colours.begin() + edited.count--);
        break;
    }
    if (list.count < static_cast<int>(field.max)) {
        if (list.count > 0) ImGui::SameLine(0, gap);
        if (ImGui::Button("+", {ImGui::GetFrameHeight(), 0})) {
            const auto next = static_cast<size_t>(edited.count++);
            edited.colours[next] = kind_colours[(next + 1) % std::size(kind_colours)];
            changed = true;
        }
    }
    ImGui::EndGroup();
    end_row(field, changed, format_colours(edited));
}

void PanelRows::slider(const Field& declared, float value, bool whole) {
    if (!begin_row(declared, format_number(value))) return;
    float edited = state_.pending_key == declared.key ? state_.pending : value;
    Field field = declared;
    if (field.slider_max > 0) {
        field.min = std::min(std::max(field.min, -field.slider_max), value);
        field.max = std::max(std::min(field.max, field.slider_max), value);
    }
    ImGuiSliderFlags flags = declared.slider_max > 0 ? ImGuiSliderFlags_None : ImGuiSliderFlags_AlwaysClamp;
    if (field.scale == Scale::logarithmic) flags |= ImGuiSliderFlags_Logarithmic;
    bool changed;
    // A double press opens the text field. Its first press has moved the slider: that is taken back.
    constexpr double max_gap = 0.5;  // s
    const bool opens = ImGui::IsMouseClicked(ImGuiMouseButton_Left) && ImGui::GetIO().KeyCtrl &&
                       state_.pressed_key == field.key && ImGui::GetTime() - state_.pressed_at < max_gap;
    const bool moved_back = opens && edited != state_.before_press;
    if (opens) edited = state_.before_press;
    fill_bar(field, edited);
    for (ImGuiCol colour : {ImGuiCol_FrameBg, ImGuiCol_SliderGrab, ImGuiCol_SliderGrabActive})
        ImGui::PushStyleColor(colour, IM_COL32(0, 0, 0, 0));
    if (whole) {
        int number = static_cast<int>(edited);
        changed = ImGui::SliderInt("##value", &number, static_cast<int>(field.min), static_cast<int>(field.max),
                                   with_unit("%d", readable_unit(field.unit, state_.length)).c_str(), flags);
        edited = static_cast<float>(number);
    } else {
        const bool from_zero = field.scale == Scale::logarithmic && field.min == 0;
        const std::string format =
            with_unit(from_zero ? smallest_format : "%.4g", readable_unit(field.unit, state_.length));
        changed = ImGui::SliderFloat("##value", &edited, field.min, field.max, format.c_str(), flags);
        if (changed && from_zero && ImGui::IsMouseDown(ImGuiMouseButton_Left)) edited = rounded(edited, 3);
    }
    ImGui::PopStyleColor(3);
    if (ImGui::IsItemActivated()) {
        state_.pressed_key = field.key;
        state_.before_press = value;
        state_.pressed_at = ImGui::GetTime();
    }
    changed = changed || moved_back;
    if (field.rebuild) {
        if (changed) {
            state_.pending_key = field.key;
            state_.pending = edited;
        }
        const bool done = state_.pending_key == field.key && !ImGui::IsItemActive();
        if (done) state_.pending_key.clear();
        changed = done;
    }
    end_row(field, changed, format_number(edited));
}

bool PanelRows::begin_row(const Field& field, std::string_view value) {
    if (!field.key.starts_with(key_prefix) || (!only_key.empty() && field.key != only_key)) return false;
    if (std::find(shown_.begin(), shown_.end(), field.key) != shown_.end()) return false;
    shown_.push_back(field.key);
    if (hidden || field.in_grid) return false;
    const std::string label = label_of(field.key);
    if (!search.empty() && !contains(label, search) && !contains(field.key, search) &&
        !contains(translated(field.doc), search))
        return false;
    ++count;
    changed_ = value != state_.own_value(field.key);
    ImGui::PushID(field.key.data(), field.key.data() + field.key.size());
    const float width = ImGui::GetContentRegionAvail().x, start = ImGui::GetCursorPosX();
    ImGui::AlignTextToFramePadding();
    const float reset = ImGui::GetFontSize() + 4 * dpr_;  // width of the button that resets the row
    label_text(label, 0.5f * width - 4 * dpr_);
    tooltip(field);
    ImGui::SameLine(start + 0.5f * width);
    ImGui::SetNextItemWidth(0.5f * width - reset);
    end_x_ = start + width;
    return true;
}

void PanelRows::end_row(const Field& field, bool changed, std::string text) {
    if (!ImGui::IsItemActive()) tooltip(field);
    if (changed) commands_.changes.push_back({std::string(field.key), std::move(text)});
    const bool reset = ImGui::IsItemClicked(ImGuiMouseButton_Right);
    if (changed_) reset_button(field);
    if (reset) commands_.changes.push_back({std::string(field.key), std::string(state_.own_value(field.key))});
    ImGui::PopID();
}

void PanelRows::reset_button(const Field& field) {
    const float side = ImGui::GetFontSize() + 2 * dpr_, height = ImGui::GetFrameHeight();
    ImGui::SameLine();
    ImGui::SetCursorPosX(end_x_ - side);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    if (ImGui::InvisibleButton("reset", {side, height}))
        commands_.changes.push_back({std::string(field.key), std::string(state_.own_value(field.key))});
    const ImU32 colour = ImGui::GetColorU32(ImGui::IsItemHovered() ? ImGuiCol_Text : ImGuiCol_CheckMark);
    // An arrow that turns back.
    const ImVec2 middle{at.x + 0.5f * side, at.y + 0.5f * height};
    const float radius = 0.27f * side;
    ImDrawList& draw = *ImGui::GetWindowDrawList();
    draw.PathArcTo(middle, radius, -2.3f, 2.4f, 16);
    draw.PathStroke(colour, 0, 1.4f * dpr_);
    const ImVec2 tip{middle.x - 0.9f * radius, middle.y - 0.75f * radius};
    draw.AddTriangleFilled({tip.x - 0.55f * radius, tip.y - 0.9f * radius},
                           {tip.x + 0.9f * radius, tip.y - 0.1f * radius},
                           {tip.x - 0.5f * radius, tip.y + 0.8f * radius}, colour);
    if (ImGui::IsItemHovered(ImGuiHoveredFlags_ForTooltip))
        ImGui::SetTooltip("%s", filled(translated("Back to {}"), {translated(state_.own_value(field.key))}).c_str());
}

void PanelRows::tooltip(const Field& field) const {
    if (!ImGui::IsItemHovered(ImGuiHoveredFlags_ForTooltip | ImGuiHoveredFlags_DelayNormal)) return;
    // Beside the panel, or above the row: never on the next row.
    const ImVec2 low = ImGui::GetItemRectMin(), window = ImGui::GetWindowPos();
    const float right = window.x + ImGui::GetWindowWidth() + 18 * dpr_, needed = ImGui::GetFontSize() * 24;
    const bool beside = right + needed < ImGui::GetIO().DisplaySize.x;
    ImGui::SetNextWindowPos(beside ? ImVec2{right, low.y} : ImVec2{window.x, low.y - 6 * dpr_}, ImGuiCond_Always,
                            {0, beside ? 0.0f : 1.0f});
    if (!ImGui::BeginTooltip()) return;
    ImGui::PushTextWrapPos(ImGui::GetFontSize() * 22);
    ImGui::TextUnformatted(translated(field.doc).c_str());
    const std::string unit = readable_unit(field.unit, state_.length);
    // The whole name, which may be cut in the row, and that of the attribute.
    std::string about = label_of(field.key);
    if (about == spaced(field.key)) about = field.key;
    else about += ": " + std::string(field.key);
    if (!unit.empty()) about += filled(translated(", in {}"), {unit});
    if (field.rebuild) about += translated("; restarts the simulation");
    ImGui::TextDisabled("%s", about.c_str());
    ImGui::TextDisabled("%s", translated("Double-click to type, right-click for the default."));
    ImGui::PopTextWrapPos();
    ImGui::EndTooltip();
}

}  // namespace slosh
