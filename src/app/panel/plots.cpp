#include "app/panel/plots.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "app/panel/imgui/icons.h"
#include "app/panel/imgui/style.h"
#include "app/panel/texts/texts.h"
#include "base/wording.h"
#include "render/common/round_number.h"

namespace slosh {

struct Plots::Plot {
    struct Line {
        Sample::Quantity quantity;
        const char* name;
        ImU32 colour;
    };
    std::array<Line, 3> lines = {};
    int count = 1;  // of lines
    enum Unit : uint8_t { none, percent, energy, volume_unit } unit = none;
    bool from_zero = true;  // the axis includes 0
    float height = 44;      // CSS pixels

    std::string_view unit_in(const Scene& scene) const {
        const bool metres = scene.unit == "m", is_3d = scene.domain.dimensions == 3;
        switch (unit) {
            case percent:
                return "%";
            case energy:
                return metres ? "J" : "";
            case volume_unit:
                return metres ? (is_3d ? "m3" : "m2") : (is_3d ? "u3" : "u2");
            default:
                return "";
        }
    }
};

namespace {

constexpr ImU32 green = IM_COL32(0, 214, 168, 255), near_white = IM_COL32(226, 231, 246, 255);

struct Range {
    double lo, hi;
};

// Both ends at round numbers. A nearly constant value is not magnified to the full height.
Range axis_of(double lo, double hi, bool from_zero) {
    if (from_zero) {
        lo = std::min(lo, 0.0);
        hi = std::max(hi, 0.0);
    }
    const double size = std::max(std::abs(lo), std::abs(hi));
    if (size == 0) return {0, 1};
    const double min_size = from_zero ? 0 : 0.02 * size;
    if (hi - lo < min_size) {
        lo -= 0.5 * (min_size - (hi - lo));
        hi = lo + min_size;
    }
    const double unit = rounded_up((hi - lo) / 4);
    return {std::floor(lo / unit + 1e-6) * unit, std::ceil(hi / unit - 1e-6) * unit};
}

void write(char (&text)[48], double value, std::string_view unit) {
    const double shown = std::abs(value) < 1e-12 ? 0 : value;  // no "-0"
    std::snprintf(text, sizeof text, "%.4g%s%.*s", shown, unit.empty() ? "" : " ", static_cast<int>(unit.size()),
                  unit.data());
}

}  // namespace

void Plots::add(const Sample& sample) {
    if (sample.run != run_) {
        run_ = sample.run;
        step_ = -1;
        count_ = 0;
    }
    if (paused_ || sample.step == step_) return;
    step_ = sample.step;
    history_[static_cast<size_t>(next_)] = sample.values;
    next_ = (next_ + 1) % frames;
    count_ = std::min(count_ + 1, frames);
}

float Plots::at(int age, Sample::Quantity quantity) const {
    return history_[static_cast<size_t>((next_ - 1 - age + 2 * frames) % frames)][quantity];
}

int Plots::draw_plot(const Plot& plot, const Scene& scene, float dpr) const {
    const std::string_view unit = plot.unit_in(scene);
    const bool inspecting = inspected_age_ >= 0 && inspected_age_ < count_;
    const int shown = inspecting ? inspected_age_ : 0;
    const float width = ImGui::GetContentRegionAvail().x, start = ImGui::GetCursorPosX();
    // For each line its colour, its name, and its latest value or the value under the pointer.
    for (int k = 0; k < plot.count; ++k) {
        const Plot::Line& line = plot.lines[static_cast<size_t>(k)];
        const ImVec2 mark = ImGui::GetCursorScreenPos();
        const float middle = mark.y + 0.5f * ImGui::GetTextLineHeight();
        ImGui::GetWindowDrawList()->AddRectFilled({mark.x, middle - 1.5f * dpr},
                                                  {mark.x + 9 * dpr, middle + 1.5f * dpr}, line.colour, 1.5f * dpr);
        ImGui::SetCursorPosX(start + 15 * dpr);
        ImGui::TextDisabled("%s", translated(line.name));
        char text[48] = "";
        if (count_ > 0) write(text, static_cast<double>(at(shown, line.quantity)), unit);
        ImGui::SameLine(start + width - ImGui::CalcTextSize(text).x);
        ImGui::TextUnformatted(text);
    }
    const ImVec2 corner = ImGui::GetCursorScreenPos(), size{width, plot.height * dpr};
    ImGui::Dummy(size);
    const bool hovered = ImGui::IsItemHovered();
    ImDrawList& draw = *ImGui::GetWindowDrawList();
    draw_plot_background(draw, corner, size, dpr);
    Range range{1e300, -1e300};
    for (int k = 0; k < plot.count; ++k)
        for (int age = 0; age < count_; ++age) {
            const double value = static_cast<double>(at(age, plot.lines[static_cast<size_t>(k)].quantity));
            range.lo = std::min(range.lo, value);
            range.hi = std::max(range.hi, value);
        }
    range = count_ > 0 ? axis_of(range.lo, range.hi, plot.from_zero) : Range{0, 1};
    const float edge = 4 * dpr, left = corner.x + edge, right = corner.x + size.x - edge;
    const auto x_of = [&](int age) { return right - (right - left) * static_cast<float>(age) / (frames - 1); };
    const auto y_of = [&](double value) {
        const auto fraction = static_cast<float>((value - range.lo) / (range.hi - range.lo));
        return corner.y + size.y - edge - (size.y - 2 * edge) * fraction;
    };
    const ImU32 faint = ImGui::GetColorU32(ImGuiCol_Separator), dim = ImGui::GetColorU32(ImGuiCol_TextDisabled);
    for (int second = 0; second <= 10; second += 2) {
        const float x = std::round(x_of(std::min(second * 60, frames - 1)));
        draw.AddLine({x, corner.y + edge}, {x, corner.y + size.y - edge}, faint);
    }
    if (range.lo < 0 && range.hi > 0) draw.AddLine({left, y_of(0)}, {right, y_of(0)}, dim);
    for (int k = 0; k < plot.count; ++k) {
        const Plot::Line& line = plot.lines[static_cast<size_t>(k)];
        for (int age = count_ - 1; age >= 0; --age)
            draw.PathLineTo({x_of(age), y_of(static_cast<double>(at(age, line.quantity)))});
        draw.PathStroke(line.colour, 0, 1.4f * dpr);
    }
    char text[48];
    write(text, range.hi, "");
    draw.AddText({left + 2 * dpr, corner.y + 1 * dpr}, dim, text);
    write(text, range.lo, "");
    draw.AddText({left + 2 * dpr, corner.y + size.y - ImGui::GetFontSize() - 1 * dpr}, dim, text);
    if (inspecting) draw.AddLine({x_of(shown), corner.y + edge}, {x_of(shown), corner.y + size.y - edge}, dim);
    ImGui::Spacing();
    const float fraction = (right - ImGui::GetIO().MousePos.x) / (right - left);
    return hovered ? std::clamp(static_cast<int>(std::round(fraction * (frames - 1))), 0, frames - 1) : -1;
}

void Plots::draw_iterations(const Scene& scene, float dpr) {
    const int inspected_age =
        draw_plot({.lines = {{{Sample::iterations, marked("iterations, last ten seconds"), plot_blue}}}}, scene, dpr);
    inspected_age_ = std::max(inspected_age, open_ ? inspected_age_ : -1);
}

bool Plots::draw(const Scene& scene, float dpr) {
    open_ = header(marked("Plots"));
    if (!open_) return false;
    const bool is_2d = scene.domain.dimensions == 2;
    const Plot plots[] = {
        {.lines = {{{Sample::kinetic, marked("kinetic energy"), plot_blue},
                    {Sample::potential, marked("potential energy"), green},
                    {Sample::total, marked("total energy"), near_white}}},
         .count = 3,
         .unit = Plot::energy,
         .height = 84},
        {.lines = {{{Sample::density_error, marked("mean density error"), plot_blue}}}, .unit = Plot::percent},
        {.lines = {{{Sample::volume, is_2d ? marked("area of the fluid") : marked("volume of the fluid"), plot_blue}}},
         .unit = Plot::volume_unit,
         .from_zero = false},
        {.lines = {{{Sample::substeps, marked("sub-steps"), plot_blue}}}},
        {.lines = {{{Sample::iterations, marked("iterations per sub-step"), plot_blue}}}},
        {.lines = {{{Sample::cfl, marked("CFL number: max speed dt / h"), plot_blue}}}},
    };
    const float size = 32 * dpr;
    if (icon_button("freeze", paused_ ? Icon::play : Icon::pause, size,
                    paused_ ? translated("Resume the plots") : translated("Freeze the plots")))
        paused_ = !paused_;
    ImGui::SameLine();
    ImGui::SetCursorPosY(ImGui::GetCursorPosY() + 0.5f * (size - ImGui::GetFontSize()));
    char seconds[16];
    std::snprintf(seconds, sizeof seconds, "%.2f", inspected_age_ / 60.0);
    if (inspected_age_ >= 0) ImGui::TextDisabled("%s", filled(translated("{} s ago"), {seconds}).c_str());
    else ImGui::TextDisabled("%s", paused_ ? translated("frozen") : translated("last ten seconds"));
    const bool iterates = count_ > 0 && at(0, Sample::iterations) > 0;
    int inspected_age = -1;
    for (const Plot& plot : plots) {
        if (plot.lines[0].quantity == Sample::iterations && !iterates) continue;
        inspected_age = std::max(inspected_age, draw_plot(plot, scene, dpr));
    }
    inspected_age_ = inspected_age;
    ImGui::TextDisabled("%s", filled(translated("{} s ago"), {"10"}).c_str());
    const char* now = translated("now");
    ImGui::SameLine(ImGui::GetCursorPosX() + ImGui::GetContentRegionAvail().x - ImGui::CalcTextSize(now).x);
    ImGui::TextDisabled("%s", now);
    return true;
}

}  // namespace slosh
