#include "render/options/water_settings.h"

#include <iterator>

namespace slosh {

WaterSettings WaterSettings::resolved() const {
    WaterSettings resolved = *this;
    if (preset == article) resolved.filter = bilateral, resolved.shading = phong, resolved.sprites = spheres;
    return resolved;
}

std::string_view WaterSettings::view_of(std::string_view code) {
    if (!code.starts_with("Digit")) return {};
    const auto index = static_cast<size_t>(code.back() - '1');
    return index < std::size(views) ? views[index] : std::string_view();
}

void WaterSettings::visit(Visitor& v) {
    v({"view", "", "Surface: the picture, or one of the images that it is made of; keys 1 to 8."}, view, views);
    v({"preset", "", "article: spheres, bilateral filter, phong shading, whatever these keys say."}, preset, presets);
    v({"shading", "", "Surface: clear water that mirrors and refracts, or opaque water by Phong."}, shading, shadings);
    v({"sprites", "",
       "Surface: what a particle is drawn as. ellipsoids: flat where its neighbours lie flat, by Yu and Turk; slower."},
      sprites, sprites_names);
    v({"filter", "", "Surface: what makes one surface of the particles' depths."}, filter, filters);
    v({"filter-radius", "", "How far it reaches, in particle spacings; beyond 16 pixels it takes longer strides.", 0.5f,
       12},
      filter_radius);
    v({"filter-iterations", "", "How often it is applied.", 0, 3}, filter_iterations);
    v({"clarity", "", "How far one sees into the water, as a share of the tank.", 0.05f, 5, Scale::logarithmic},
      clarity);
    v({"refraction", "", "How far the water bends what is behind it; 1 as water does.", 0, 2}, refraction);
    v({"resolution", "", "Of 3D pictures: pixels drawn for a pixel shown, along each side.", 0.25f, 1}, resolution);
}

}  // namespace slosh
