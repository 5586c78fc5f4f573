// The second simulation of a split view: the same start and the same input as the first, with different parameters.
// They are given as text: "preconditioner:mic0, flip:0.5". Free of GL and Dear ImGui.
#pragma once
#include <string>
#include <string_view>

#include "settings/settings.h"

namespace slosh {

// Maximum number of particles of each simulation: limits the frame time and the memory of a page.
constexpr int max_compared_particles = 100'000;

// Whether `text` can be applied to `base`. Refused with a message that names the first pair that is not of the form
// key:value, has an unknown key or an invalid value.
SetResult check_comparison(std::string_view text, const Settings& base);
// Sets each pair of a checked text.
void apply_comparison(std::string_view text, Settings&);
// The keys of a checked text with their values in `settings`: "preconditioner mic0, flip 0.5".
std::string describe_comparison(std::string_view text, Settings settings);

}  // namespace slosh
