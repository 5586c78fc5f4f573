#include "app/settings.h"

#include <algorithm>
#include <iterator>

#include "base/check.h"

namespace slosh {
namespace {

int index_of(std::span<const std::string_view> names, std::string_view name) {
    const auto found = std::find(names.begin(), names.end(), name);
    CHECK(found != names.end(), "a scene names an existing style and colour");
    return static_cast<int>(found - names.begin());
}

}  // namespace

Settings Settings::of(const Scene& scene) {
    Settings settings{scene, {}};
    settings.look.style = index_of(style_names, scene.style);
    settings.look.colour_by = index_of(colour_by_names, scene.colour_by);
    return settings;
}

}  // namespace slosh
