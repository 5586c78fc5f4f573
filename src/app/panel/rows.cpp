#include "app/panel/rows.h"

#include <algorithm>
#include <cmath>

#include "app/panel/imgui/colour_swatch.h"
#include "app/panel/imgui/style.h"
#include "render/common/kind_colours.h"

namespace slosh {
namespace {

// "near-stiffness" is shown as "near stiffness".
std::string spaced(std::string_view key) {
    std::string text(key);
    std::replace(text.begin(), text.end(), '-', ' ');
    return text;
}

// A printf format with the unit behind the number.
std::string with_unit(const char* number, std::string_view unit) {
    std::string format = number;
    if (!unit.empty()) format += ' ';
    for (char c : unit) format += c == '%' ? "%%" : std::string(1, c);
    return format;
}

// The position of a slider, 0 to 1. Sliders are drawn as filled bars, because a handle would hide the number.
float fraction_of(const Field& field, float value) {
    const bool logarithmic = field.scale == Scale::logarithmic && field.min > 0;
    const float lo = logarithmic ? std::log(field.min) : field.min, hi = logarithmic ? std::log(field.max) : field.max;
    const float at = logarithmic ? std::log(std::max(value, field.min)) : value;
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

std::string default_of(std::string_view scene_name, std::string_view key) {
    const Scene* scene = find_scene(scene_name);
    if (!scene) return {};
    Settings settings = Settings::of(*scene);
    return get_param(settings, key);
}

}  // namespace

void PanelRows::operator()(const Field& field, float& value) { slider(field, value, false); }

void PanelRows::operator()(const Field& field, int& value) { slider(field, static_cast<float>(value), true); }

void PanelRows::operator()(const Field& field, bool& value) {
    if (!begin_row(field)) return;
    bool edited = value;
    const bool changed = ImGui::Checkbox("##value", &edited);
    end_row(field, changed, edited ? "true" : "false");
}

void PanelRows::operator()(const Field& field, int& choice, std::span<const std::string_view> names) {
    if (!begin_row(field)) return;
    int edited = choice;
    const auto name = [&](int i) { return std::string(names[static_cast<size_t>(i)]); };
    if (ImGui::BeginCombo("##value", name(choice).c_str())) {
        for (int i = 0; i < static_cast<int>(names.size()); ++i)
            if (ImGui::Selectable(name(i).c_str(), i == choice)) edited = i;
        ImGui::EndCombo();
    }
    end_row(field, edited != choice, name(edited));
}

// A swatch for each colour, and a button that adds the next one.
void PanelRows::operator()(const Field& field, ColourList& list) {
    if (!begin_row(field)) return;
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

void PanelRows::slider(const Field& field, float value, bool whole) {
    if (!begin_row(field)) return;
    float edited = pending_key_ == field.key ? pending_ : value;
    ImGuiSliderFlags flags = ImGuiSliderFlags_AlwaysClamp;
    if (field.scale == Scale::logarithmic) flags |= ImGuiSliderFlags_Logarithmic;
    bool changed;
    fill_bar(field, edited);
    for (ImGuiCol colour : {ImGuiCol_FrameBg, ImGuiCol_SliderGrab, ImGuiCol_SliderGrabActive})
        ImGui::PushStyleColor(colour, IM_COL32(0, 0, 0, 0));
    if (whole) {
        int number = static_cast<int>(edited);
        changed = ImGui::SliderInt("##value", &number, static_cast<int>(field.min), static_cast<int>(field.max),
                                   with_unit("%d", field.unit).c_str(), flags);
        edited = static_cast<float>(number);
    } else {
        changed =
            ImGui::SliderFloat("##value", &edited, field.min, field.max, with_unit("%.4g", field.unit).c_str(), flags);
    }
    ImGui::PopStyleColor(3);
    if (field.rebuild) {
        if (changed) {
            pending_key_ = field.key;
            pending_ = edited;
        }
        const bool done = pending_key_ == field.key && !ImGui::IsItemActive();
        if (done) pending_key_.clear();
        changed = done;
    }
    end_row(field, changed, format_number(edited));
}

bool PanelRows::begin_row(const Field& field) {
    if (!field.key.starts_with(key_prefix)) return false;
    if (std::find(shown_.begin(), shown_.end(), field.key) != shown_.end()) return false;
    shown_.push_back(field.key);
    if (hidden || field.in_grid) return false;
    ImGui::PushID(field.key.data(), field.key.data() + field.key.size());
    const float width = ImGui::GetContentRegionAvail().x, start = ImGui::GetCursorPosX();
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted(spaced(field.key).c_str());
    tooltip(field);
    ImGui::SameLine(start + 0.56f * width);
    ImGui::SetNextItemWidth(0.44f * width);
    return true;
}

void PanelRows::end_row(const Field& field, bool changed, std::string text) {
    if (!ImGui::IsItemActive()) tooltip(field);
    if (ImGui::IsItemClicked(ImGuiMouseButton_Right)) {
        text = default_of(scene_, field.key);
        changed = true;
    }
    if (changed) commands_.changes.push_back({std::string(field.key), std::move(text)});
    ImGui::PopID();
}

void PanelRows::tooltip(const Field& field) const {
    if (!ImGui::IsItemHovered(ImGuiHoveredFlags_ForTooltip | ImGuiHoveredFlags_DelayNormal)) return;
    if (!ImGui::BeginTooltip()) return;
    ImGui::PushTextWrapPos(ImGui::GetFontSize() * 22);
    ImGui::TextUnformatted(field.doc.data(), field.doc.data() + field.doc.size());
    ImGui::TextDisabled("%.*s%s%.*s%s", static_cast<int>(field.key.size()), field.key.data(),
                        field.unit.empty() ? "" : ", in ", static_cast<int>(field.unit.size()), field.unit.data(),
                        field.rebuild ? "; restarts the simulation" : "");
    ImGui::TextDisabled("Double-click to type, right-click for the default.");
    ImGui::PopTextWrapPos();
    ImGui::EndTooltip();
}

}  // namespace slosh
