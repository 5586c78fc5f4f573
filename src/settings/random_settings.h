// Settings by chance that keep the character of a scene: its main parameters within a factor of three of their own
// values.
#pragma once
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "settings/settings.h"

namespace slosh {

// Keys and values, the same for the same seed. The number of particles, the look, and numbers that are 0 in
// the scene stay.
std::vector<std::pair<std::string, std::string>> random_settings(const Scene&, uint64_t seed);

}  // namespace slosh
