// Settings of the water surface in 3D, as plain data. Modules without 3D scenes have none of them
// (water_settings_stub.cpp).
#pragma once
#include <string_view>

#include "base/params.h"

namespace slosh {

struct WaterSettings {
    // The order is that of `view` in shaders/surface/debug_view.frag.
    enum class View { final_image, depth, smooth_depth, thickness, normals, shadow, behind, foam };
    static constexpr std::string_view view_names[] = {"final",   "depth",  "smooth-depth", "thickness",
                                                      "normals", "shadow", "behind",       "foam"};
    enum class Sprites { automatic, spheres, ellipsoids };
    static constexpr std::string_view sprites_names[] = {"auto", "spheres", "ellipsoids"};
    enum class Filter { narrow_range, bilateral, curvature_flow };
    static constexpr std::string_view filter_names[] = {"narrow-range", "bilateral", "curvature-flow"};
    enum class Shading { water, phong };
    static constexpr std::string_view shading_names[] = {"water", "phong"};
    enum class Backdrop { none, floor, room };
    static constexpr std::string_view backdrop_names[] = {"none", "floor", "room"};
    enum class Preset { own, article };
    static constexpr std::string_view preset_names[] = {"own", "article"};

    View view = View::final_image;
    Sprites sprites = Sprites::automatic;
    Filter filter = Filter::narrow_range;
    Shading shading = Shading::water;
    Backdrop backdrop = Backdrop::floor;
    Preset preset = Preset::own;
    float filter_radius = 3;  // particle spacings
    int filter_iterations = 2;
    float clarity = 0.5f;  // length of light paths after which water absorbs most light, relative to the tank
    float refraction = 1;  // relative to the refraction of water
    float resolution = 1;  // of 3D frames, relative to the canvas

    // The name of the view that a key selects: Digit1 the first; "" for none.
    static std::string_view view_of(std::string_view code);

    // The settings with the preset applied.
    WaterSettings resolved() const;
    void visit(Visitor&);
};

}  // namespace slosh
