#include "render/common/kind_colours.h"

#include <algorithm>
#include <cmath>

#include "render/common/materials.h"

namespace slosh {
namespace {

constexpr size_t kinds = std::size(kind_colours);
// Transmittance of plain water over a unit of path length, of kinds 0 and 1.
constexpr glm::vec3 water[] = {{0.10f, 0.52f, 0.76f}, {0.06f, 0.44f, 0.82f}};

Colour default_colour(const RenderSettings& settings, size_t kind) {
    const Material& material = material_of(settings);
    if (settings.material == RenderSettings::Material::blobs || kind > 3) return kind_colours[kind];
    return kind < 3 ? material.liquid : material.fourth;
}

// The inverse of `scattered` in surface/water.frag, for water of great depth in medium light.
float transmission_for(float colour) {
    constexpr float light = 0.85f, twice_filtered = 0.6f, once = 1 - twice_filtered;
    const float root = std::sqrt(once * once + 4 * twice_filtered * colour / light);
    return std::min((root - once) / (2 * twice_filtered), 0.97f);
}

}  // namespace

KindColours kind_colours_of(const RenderSettings& settings, const ColourList& chosen, uint32_t scene_kinds) {
    KindColours result{.chosen = chosen.count};
    while (result.first + 1 < kinds && (scene_kinds >> result.first & 1) == 0) ++result.first;
    size_t next = 0;
    for (const bool of_scene : {true, false})
        for (size_t kind = 0; kind < kinds; ++kind) {
            if (((scene_kinds >> kind & 1) != 0) != of_scene) continue;
            const bool own = next < chosen.used().size();
            result.colours[kind] = own ? chosen.used()[next++] : default_colour(settings, kind);
            if (own) result.has_chosen |= 1u << kind;
        }
    return result;
}

bool is_plain_water(const KindColours& chosen, const RenderSettings& settings, size_t kind) {
    return settings.material <= RenderSettings::Material::water && kind < std::size(water) && !chosen.is_chosen(kind);
}

std::array<glm::vec3, kinds> transmissions_of(const KindColours& chosen, const RenderSettings& settings) {
    std::array<glm::vec3, kinds> result;
    for (size_t kind = 0; kind < kinds; ++kind) {
        const glm::vec3 c = to_vec3(chosen.colours[kind]);
        result[kind] = is_plain_water(chosen, settings, kind)
                           ? water[kind]
                           : glm::vec3(transmission_for(c.r), transmission_for(c.g), transmission_for(c.b));
    }
    return result;
}

}  // namespace slosh
