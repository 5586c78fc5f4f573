// The second simulation of a split view: the same start and the same input as the first, with a few other parameters,
// given as text: "preconditioner:mic0, flip:0.5". Free of GL and Dear ImGui.
#pragma once
#include <string>
#include <string_view>

#include "settings/settings.h"

namespace slosh {

// Particles of each of two simulations, at most: for the time of a frame and the memory of a page.
constexpr int max_compared_particles = 100'000;

// Whether `text` can be applied to `base`. Refused with a message that names the first pair that is not key:value,
// names no parameter of the scene or has an invalid value.
SetResult check_comparison(std::string_view text, const Settings& base);
// Sets each pair of a checked text.
void apply_comparison(std::string_view text, Settings&);
// The values in `settings` of the keys of a checked text: "preconditioner mic0, flip 0.5".
std::string describe_comparison(std::string_view text, Settings settings);

}  // namespace slosh
