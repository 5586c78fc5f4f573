#include "settings/random_settings.h"

#include <algorithm>
#include <cmath>

#include "base/random.h"
#include "settings/presets.h"

namespace slosh {

std::vector<std::pair<std::string, std::string>> random_settings(const Scene& scene, uint64_t seed) {
    constexpr float factor = 3;
    constexpr float min_gravity = 0.2f, max_gravity = 1.4f;  // of the scene's
    Random random(seed);
    Settings settings = Settings::of(scene);
    const std::vector<std::string_view> keys = main_keys(scene);
    std::vector<std::pair<std::string, std::string>> chosen;
    for (const ParamInfo& info : list_params(settings)) {
        const Field& field = info.field;
        const float part = random.uniform();  // for every parameter, so that a new one does not change the others
        const bool is_main = std::find(keys.begin(), keys.end(), field.key) != keys.end();
        const bool is_look = field.key == "style" || field.key == "colour-by";
        if (!is_main || is_look || field.key == "particles") continue;
        if (info.type == ParamType::choice) {
            const auto last = static_cast<float>(info.choices.size());
            chosen.emplace_back(field.key, info.choices[static_cast<size_t>(part * last)]);
        } else if (info.type == ParamType::number || info.type == ParamType::integer) {
            float value = 0;
            if (!parse_number(info.value, value) || value == 0) continue;
            if (field.key.starts_with("gravity")) value *= min_gravity + (max_gravity - min_gravity) * part;
            else value *= std::pow(factor, 2 * part - 1);
            value = rounded(value, 3);
            if (info.type == ParamType::integer) value = std::round(value);
            chosen.emplace_back(field.key, format_number(std::clamp(value, field.min, field.max)));
        }
    }
    return chosen;
}

}  // namespace slosh
