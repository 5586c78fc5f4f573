#include "app/panel/graph.h"

#include <algorithm>
#include <cstdio>

#include "app/panel/imgui/style.h"
#include "app/panel/texts/texts.h"

namespace slosh {
namespace {

constexpr ImU32 colours[] = {
    IM_COL32(0, 125, 255, 255),  IM_COL32(0, 230, 180, 255),   IM_COL32(128, 100, 240, 255),
    IM_COL32(255, 190, 92, 255), IM_COL32(84, 196, 255, 255),  IM_COL32(240, 108, 150, 255),
    IM_COL32(150, 214, 96, 255), IM_COL32(196, 150, 255, 255), IM_COL32(255, 140, 92, 255),
    IM_COL32(92, 160, 160, 255), IM_COL32(200, 200, 214, 255), IM_COL32(120, 128, 150, 255),
};

// The upper end of the scale: the first of these values that is not below `max`.
float scale_of(float max) {
    for (float top : {1.0f, 2.0f, 4.0f, 8.0f, 16.7f, 33.3f, 66.7f, 133.0f, 267.0f})
        if (max <= top) return top;
    return max;
}

}  // namespace

void StageGraph::add(std::span<const StageTime> stages) {
    Sample& sample = samples_[static_cast<size_t>(next_)];
    sample.fill(0);
    for (const StageTime& stage : stages) {
        auto found = std::find(names_.begin(), names_.end(), stage.name);
        if (found == names_.end()) {
            found = names_.size() < max_stages ? names_.emplace(names_.end()) : find_unused();
            if (found == names_.end()) continue;
            *found = stage.name;
        }
        sample[static_cast<size_t>(found - names_.begin())] += static_cast<float>(stage.ms);
    }
    next_ = (next_ + 1) % frames;
}

// A name without samples in the history, or the end.
std::vector<std::string_view>::iterator StageGraph::find_unused() {
    return std::find_if(names_.begin(), names_.end(), [this](const std::string_view& name) {
        const auto k = static_cast<size_t>(&name - names_.data());
        return std::all_of(samples_.begin(), samples_.end(), [k](const Sample& sample) { return sample[k] == 0; });
    });
}

void StageGraph::draw(float height, float dpr) const {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const ImVec2 size{ImGui::GetContentRegionAvail().x, height * dpr};
    ImGui::Dummy(size);
    ImDrawList& draw = *ImGui::GetWindowDrawList();
    draw_plot_background(draw, at, size, dpr);

    Sample mean{};
    std::array<float, frames> sums;
    size_t frame = 0;
    for (const Sample& sample : samples_) {
        float sum = 0;
        for (size_t k = 0; k < names_.size(); ++k) {
            sum += sample[k];
            mean[k] += sample[k] / frames;
        }
        sums[frame++] = sum;
    }
    // A few slow frames may exceed the scale: the first one compiles the shaders.
    constexpr size_t outliers = 3;
    std::nth_element(sums.begin(), sums.end() - outliers - 1, sums.end());
    const float top = scale_of(sums[frames - outliers - 1]), bottom = at.y + size.y - 2 * dpr,
                unit = (size.y - 6 * dpr) / top;
    const float column = (size.x - 4 * dpr) / frames;
    for (int i = 0; i < frames; ++i) {
        const Sample& sample = samples_[static_cast<size_t>((next_ + i) % frames)];
        const float x = at.x + 2 * dpr + static_cast<float>(i) * column;
        float y = bottom;
        for (size_t k = 0; k < names_.size(); ++k) {
            const float above = std::max(y - sample[k] * unit, at.y + 2 * dpr);
            if (y - above > 0.05f) draw.AddRectFilled({x, above}, {x + column, y}, colours[k % std::size(colours)]);
            y = above;
        }
    }
    char label[16];
    std::snprintf(label, sizeof label, top < 10 ? "%.0f ms" : "%.1f ms", static_cast<double>(top));
    draw.AddText({at.x + 6 * dpr, at.y + 3 * dpr}, ImGui::GetColorU32(ImGuiCol_TextDisabled), label);

    // The names, each with its mean: in two columns if the longest name fits.
    const float half = 0.5f * size.x, start = ImGui::GetCursorPosX(), numbers = ImGui::CalcTextSize("00.00").x;
    size_t columns = 2;
    for (const std::string_view name : names_)
        if (17 * dpr + numbers + ImGui::CalcTextSize(translated(name).c_str()).x > half) columns = 1;
    for (size_t k = 0; k < names_.size(); ++k) {
        if (k % columns) ImGui::SameLine(start + half + 9 * dpr);
        const ImVec2 mark = ImGui::GetCursorScreenPos();
        const float line = ImGui::GetTextLineHeight(), side = 7 * dpr;
        draw.AddRectFilled({mark.x, mark.y + 0.5f * (line - side)}, {mark.x + side, mark.y + 0.5f * (line + side)},
                           colours[k % std::size(colours)], 2 * dpr);
        ImGui::SetCursorPosX(ImGui::GetCursorPosX() + 12 * dpr);
        ImGui::TextDisabled(mean[k] < 100 ? "%5.2f" : "%5.0f", static_cast<double>(mean[k]));
        ImGui::SameLine(0, 5 * dpr);
        ImGui::TextUnformatted(translated(names_[k]).c_str());
    }
}

}  // namespace slosh
