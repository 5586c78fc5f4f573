// The attraction matrix: a row's species is attracted by a column's.
#include <algorithm>
#include <cmath>
#include <cstdio>

#include "app/panel/imgui/style.h"
#include "app/panel/life.h"
#include "app/panel/texts/texts.h"
#include "base/hash.h"
#include "base/wording.h"

namespace slosh {
namespace {

constexpr int stride = ParticleLifeDef::max_species;

constexpr size_t index_of(int row, int column) { return static_cast<size_t>(row * stride + column); }

ImU32 colour_of_species(const KindColours& kinds, int species) {
    const Colour c = kinds.colours[std::min<size_t>(static_cast<size_t>(species) + 1, kinds.colours.size() - 1)];
    return IM_COL32(c.r, c.g, c.b, 255);
}

// Red for repulsion, green for attraction, dark for none.
ImU32 colour_of_value(float value) {
    const ImVec4 none{0.15f, 0.17f, 0.29f, 1};
    const ImVec4 full = value > 0 ? ImVec4{0.24f, 0.86f, 0.42f, 1} : ImVec4{0.96f, 0.26f, 0.30f, 1};
    const float fraction = std::sqrt(std::min(std::abs(value), 1.0f));  // so that small values are visible
    const auto mix = [&](float a, float b) { return a + (b - a) * fraction; };
    return ImGui::GetColorU32({mix(none.x, full.x), mix(none.y, full.y), mix(none.z, full.z), 1});
}

void set_all(const ParticleLifeDef::Matrix& from, const ParticleLifeDef::Matrix& to, UiCommands& commands) {
    for (int row = 0; row < stride; ++row)
        for (int column = 0; column < stride; ++column)
            if (from[index_of(row, column)] != to[index_of(row, column)])
                commands.changes.push_back(
                    {std::string(ParticleLifeDef::key(row, column)), format_number(to[index_of(row, column)])});
    commands.changes.push_back({"life-seed", "0"});
}

// A cell's value after a drag or a click on it.
float edited(float value, float default_value, float dpr) {
    constexpr float pixels_per_unit = 90;  // CSS pixels of a drag that change the value by 1
    ImGuiStorage& storage = *ImGui::GetStateStorage();
    const ImGuiID id = ImGui::GetItemID();
    if (ImGui::IsItemActivated()) storage.SetFloat(id, value);
    const float moved = ImGui::GetMouseDragDelta(ImGuiMouseButton_Left, 3 * dpr).y;
    if (ImGui::IsItemActive() && moved != 0) {
        const float dragged = storage.GetFloat(id, value) - moved / (pixels_per_unit * dpr);
        return std::clamp(std::round(dragged * 50) / 50, -1.0f, 1.0f);  // in steps of 0.02
    }
    // A click steps by 0.5 and wraps.
    if (ImGui::IsItemDeactivated() && moved == 0 && ImGui::IsItemHovered())
        return value >= 1 ? -1 : std::floor(value * 2 + 1) / 2;
    if (ImGui::IsItemClicked(ImGuiMouseButton_Right)) return default_value;
    return value;
}

}  // namespace

void life_grid(const Scene& scene, const ParticleLifeDef& life, const KindColours& kinds, UiCommands& commands,
               float dpr) {
    const ParticleLifeDef::Matrix matrix = life.effective();
    const Scene* original = find_scene(scene.name);
    const ParticleLifeDef::Matrix defaults =
        original ? std::get<MuellerSphDef>(original->solver).life.matrix : life.matrix;
    const int count = life.species;
    ImGui::Spacing();
    ImDrawList& draw = *ImGui::GetWindowDrawList();
    const float edge = 22 * dpr, gap = 3 * dpr, width = ImGui::GetContentRegionAvail().x;
    const float cell = std::min((width - edge) / static_cast<float>(count), 44 * dpr),
                height = std::min(cell, 30 * dpr);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const auto left = [&](int column) { return at.x + edge + static_cast<float>(column) * cell; };
    const auto top = [&](int row) { return at.y + edge + static_cast<float>(row) * height; };
    for (int k = 0; k < count; ++k) {
        draw.AddCircleFilled({left(k) + 0.5f * (cell - gap), at.y + 0.45f * edge}, 6 * dpr,
                             colour_of_species(kinds, k));
        draw.AddCircleFilled({at.x + 0.45f * edge, top(k) + 0.5f * (height - gap)}, 6 * dpr,
                             colour_of_species(kinds, k));
    }
    for (int row = 0; row < count; ++row)
        for (int column = 0; column < count; ++column) {
            const float value = matrix[index_of(row, column)];
            const ImVec2 low{left(column), top(row)}, high{low.x + cell - gap, low.y + height - gap};
            ImGui::SetCursorScreenPos(low);
            ImGui::PushID(static_cast<int>(index_of(row, column)));
            ImGui::InvisibleButton("cell", {cell - gap, height - gap});
            const float now = edited(value, defaults[index_of(row, column)], dpr);
            if (now != value) {
                // A matrix from a seed becomes explicit values, with this one changed.
                ParticleLifeDef::Matrix changed = matrix;
                changed[index_of(row, column)] = now;
                set_all(life.matrix, changed, commands);
            }
            draw.AddRectFilled(low, high, colour_of_value(now), 4 * dpr);
            if (ImGui::IsItemHovered() || ImGui::IsItemActive()) {
                draw.AddRect(low, high, IM_COL32(255, 255, 255, 220), 4 * dpr, 0, 1.5f * dpr);
                const char* relation = now < 0   ? translated("{} is repelled by {}")
                                       : now > 0 ? translated("{} is attracted by {}")
                                                 : translated("{} ignores {}");
                ImGui::SetTooltip("%s: %+.2f\n%s",
                                  filled(relation, {std::to_string(row + 1), std::to_string(column + 1)}).c_str(),
                                  static_cast<double>(now), translated("Drag up or down, or click."));
            }
            ImGui::PopID();
        }
    ImGui::SetCursorScreenPos({at.x, top(count) + gap});
    const float right_edge = ImGui::GetCursorScreenPos().x + ImGui::GetContentRegionAvail().x;
    if (ImGui::Button(translated("Randomise"))) {
        const uint64_t random = mix(static_cast<uint64_t>(ImGui::GetFrameCount()), static_cast<uint64_t>(life.seed));
        commands.changes.push_back({"life-seed", std::to_string(1 + random % 999999)});
    }
    ImGui::SetItemTooltip("%s", translated("Sets a random life-seed, which generates the matrix."));
    for (size_t k = 0; k < std::size(ParticleLifeDef::patterns); ++k) {
        const std::string name = translated(ParticleLifeDef::patterns[k]);
        const float space = 5 * dpr,
                    button = ImGui::CalcTextSize(name.c_str()).x + 2 * ImGui::GetStyle().FramePadding.x;
        if (ImGui::GetItemRectMax().x + space + button <= right_edge) ImGui::SameLine(0, space);
        if (ImGui::Button(name.c_str()))
            set_all(life.matrix, ParticleLifeDef::pattern(static_cast<int>(k), count), commands);
    }
    ImGui::Spacing();
}

}  // namespace slosh
