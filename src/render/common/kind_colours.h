// The colours of the kinds of fluid: those of the author of the page, else those of the material.
#pragma once
#include <array>
#include <glm/vec3.hpp>
#include <iterator>

#include "base/colour.h"
#include "render/options/render_settings.h"

namespace slosh {

// From kind 0 on. The first three are those of the original blobs demo.
inline constexpr Colour kind_colours[] = {
    {46, 32, 103},    // indigo
    {0, 125, 255},    // blue
    {0, 230, 180},    // green
    {247, 158, 27},   // amber
    {255, 90, 120},   // coral
    {190, 120, 255},  // violet
    {220, 245, 120},  // lime
};
static_assert(std::size(kind_colours) == ColourList::capacity);

struct KindColours {
    std::array<Colour, std::size(kind_colours)> colours{};
    int chosen = 0;           // number of colours chosen by the author
    uint32_t has_chosen = 0;  // bit i: the colour of kind i is one of them

    size_t first = 0;  // the lowest kind of the scene

    bool is_chosen(size_t kind) const { return (has_chosen >> kind & 1) != 0; }
};

// The author's colours go to the scene's kinds (bit i of `scene_kinds` for kind i) in their order, then to the others.
KindColours kind_colours_of(const RenderSettings&, const ColourList& chosen, uint32_t scene_kinds);

inline glm::vec3 to_vec3(Colour c) { return glm::vec3(c.r, c.g, c.b) / 255.0f; }

// Whether the kind has the colours of water in 3D; others also scatter light.
bool is_plain_water(const KindColours&, const RenderSettings&, size_t kind);
// Transmittances of water over a unit of path length: of plain water, else such that deep water has the kind's colour.
std::array<glm::vec3, std::size(kind_colours)> transmissions_of(const KindColours& chosen, const RenderSettings&);

}  // namespace slosh
