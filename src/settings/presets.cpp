#include "settings/presets.h"

#include <algorithm>

namespace slosh {
namespace {

// Removes the part up to a separator from the front of a text, and returns it without blanks at its ends.
std::string_view take_part(std::string_view& rest, char separator) {
    std::string_view part = rest.substr(0, rest.find(separator));
    rest.remove_prefix(std::min(part.size() + 1, rest.size()));
    while (part.starts_with(' ')) part.remove_prefix(1);
    while (part.ends_with(' ')) part.remove_suffix(1);
    return part;
}

}  // namespace

std::vector<Preset> presets_of(const Scene& scene) {
    std::vector<Preset> presets;
    for (std::string_view rest = scene.presets; !rest.empty();) {
        std::string_view text = take_part(rest, '|');
        Preset& preset = presets.emplace_back();
        preset.name = take_part(text, ':');
        while (!text.empty()) {
            std::string_view pair = take_part(text, ' ');
            const std::string_view key = take_part(pair, '=');
            if (!key.empty()) preset.settings.emplace_back(key, pair);
        }
    }
    return presets;
}

std::vector<std::string_view> main_keys(const Scene& scene) {
    std::vector<std::string_view> keys;
    for (std::string_view rest = scene.main_parameters; !rest.empty();) keys.push_back(take_part(rest, ' '));
    return keys;
}

}  // namespace slosh
