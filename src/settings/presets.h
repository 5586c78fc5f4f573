// What the texts of a scene declare: its presets, "moon: gravity-y=-1.6 | oil: viscosity=0.02", and its main
// parameters.
#pragma once
#include <string_view>
#include <utility>
#include <vector>

#include "scenes/scene.h"

namespace slosh {

struct Preset {
    std::string_view name;
    std::vector<std::pair<std::string_view, std::string_view>> settings;  // keys and values
};

std::vector<Preset> presets_of(const Scene&);
std::vector<std::string_view> main_keys(const Scene&);

}  // namespace slosh
