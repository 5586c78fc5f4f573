// The materials: how a liquid is shaded. Plain data; the shaders have no case for any of them.
#pragma once
#include <iterator>

#include "base/colour.h"
#include "render/options/render_settings.h"

namespace slosh {

struct Material {
    Colour liquid;      // where it is thick: the colour of the first three kinds
    Colour fourth;      // of the fourth kind: a second liquid
    Colour thin;        // where it is thin: at its edge and in drops
    float thin_weight;  // of that colour, 0..1
    float opacity;
    float gloss;      // of the highlights, relative to blobs
    float relief;     // of the rounded edge, relative to blobs
    float smoothing;  // of the surface, 0..1: hides the particles, but also small drops
    // In 3D:
    float clarity;      // factor of the setting `clarity`
    float reflectance;  // at normal incidence; metals reflect in their own colour
    float glow;         // 0..1: shines by its own light
};

// In the order of RenderSettings::Material. The kinds of `blobs` have the colours of kind_colours.
inline constexpr Material materials[] = {
    {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}, 0, 1, 1, 1, 0, 1, 0.02f, 0},                                      // blobs
    {{16, 104, 196}, {238, 160, 32}, {112, 208, 244}, 0.75f, 0.9f, 0.9f, 0.8f, 0.2f, 1, 0.02f, 0},      // water
    {{196, 98, 4}, {120, 52, 0}, {255, 204, 64}, 0.9f, 0.97f, 1.3f, 0.9f, 0.6f, 0.6f, 0.04f, 0},        // honey
    {{232, 40, 84}, {120, 180, 40}, {255, 120, 140}, 0.6f, 0.82f, 0.8f, 0.6f, 0.85f, 0.7f, 0.03f, 0},   // jelly
    {{250, 245, 232}, {150, 96, 60}, {226, 222, 216}, 0.6f, 1, 0.5f, 0.8f, 0.5f, 0.05f, 0.02f, 0.15f},  // milk
    {{18, 18, 46}, {150, 20, 60}, {74, 84, 168}, 0.7f, 0.97f, 0.8f, 0.8f, 0.4f, 0.2f, 0.03f, 0},        // ink
    {{255, 140, 24}, {90, 20, 16}, {150, 16, 8}, 0.95f, 1, 0.4f, 0.6f, 0.5f, 0.1f, 0.01f, 0.8f},        // lava
    {{196, 202, 212}, {120, 100, 60}, {70, 78, 94}, 0.9f, 1, 1.4f, 1, 0.6f, 0.03f, 0.75f, 0},           // mercury
};
static_assert(std::size(materials) == std::size(RenderSettings::material_names));

constexpr const Material& material_of(const RenderSettings& settings) {
    return materials[static_cast<size_t>(settings.material)];
}

}  // namespace slosh
