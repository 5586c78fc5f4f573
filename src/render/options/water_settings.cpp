#include "render/options/water_settings.h"

#include <iterator>

namespace slosh {

WaterSettings WaterSettings::resolved() const {
    WaterSettings resolved = *this;
    if (preset == Preset::article) {
        resolved.filter = Filter::bilateral;
        resolved.shading = Shading::phong;
        resolved.sprites = Sprites::spheres;
    }
    return resolved;
}

std::string_view WaterSettings::view_of(std::string_view code) {
    if (!code.starts_with("Digit")) return {};
    const auto index = static_cast<size_t>(code.back() - '1');
    return index < std::size(view_names) ? view_names[index] : std::string_view();
}

void WaterSettings::visit(Visitor& v) {
    v({.key = "view", .doc = "Style surface: the final image or one of the intermediate images; keys 1 to 8."}, view,
      view_names);
    v({.key = "backdrop",
       .doc = "3D scenes: none, only shadows on the page; floor, tiles that fade into the page; room, an opaque "
              "backdrop."},
      backdrop, backdrop_names);
    v({.key = "preset",
       .doc = "article: spheres, bilateral filter and Phong shading; overrides sprites, filter and shading."},
      preset, preset_names);
    v({.key = "shading",
       .doc = "Style surface: clear water with reflection and refraction, or opaque water with Phong shading."},
      shading, shading_names);
    v({.key = "sprites",
       .doc = "Style surface: shape of a particle. ellipsoids: anisotropic kernels (Yu and Turk), flatter and slower; "
              "auto: ellipsoids in SPH, and in PIC/FLIP up to 8000 particles."},
      sprites, sprites_names);
    v({.key = "filter", .doc = "Style surface: the filter that smooths the particle depths into a surface."}, filter,
      filter_names);
    v({.key = "filter-radius", .doc = "Filter radius in particle spacings.", .min = 0.5f, .max = 12}, filter_radius);
    v({.key = "filter-iterations", .doc = "Number of filter iterations.", .min = 0, .max = 3}, filter_iterations);
    v({.key = "clarity",
       .doc = "Visibility in the water, as a fraction of the tank size.",
       .min = 0.05f,
       .max = 5,
       .scale = Scale::logarithmic},
      clarity);
    v({.key = "refraction", .doc = "Strength of refraction; 1: that of water.", .max = 2}, refraction);
    v({.key = "resolution",
       .doc = "Resolution of 3D frames: rendered pixels per canvas pixel along each side.",
       .min = 0.25f,
       .max = 1},
      resolution);
}

}  // namespace slosh
