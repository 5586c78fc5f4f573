// How water is drawn in 3D, as plain data. A page whose scenes are all flat has none of it (water_settings_stub.cpp).
#pragma once
#include <string_view>

#include "base/params.h"

namespace slosh {

struct WaterSettings {
    enum View { final_view, depth, smooth_depth, thickness, normals, shadow, behind, foam };
    static constexpr std::string_view views[] = {"final",   "depth",  "smooth-depth", "thickness",
                                                 "normals", "shadow", "behind",       "foam"};
    enum Sprites { spheres, ellipsoids };
    static constexpr std::string_view sprites_names[] = {"spheres", "ellipsoids"};
    enum Filter { narrow_range, bilateral, curvature_flow };
    static constexpr std::string_view filters[] = {"narrow-range", "bilateral", "curvature-flow"};
    enum Shading { water, phong };
    static constexpr std::string_view shadings[] = {"water", "phong"};
    enum Preset { own, article };
    static constexpr std::string_view presets[] = {"own", "article"};

    int view = final_view, sprites = spheres, filter = narrow_range, shading = water, preset = own;
    float filter_radius = 3;
    int filter_iterations = 2;
    float clarity = 0.35f, refraction = 1, resolution = 1;

    // What a key shows: Digit1 the first; "" for none.
    static std::string_view view_of(std::string_view code);

    // With what its preset says in place of the keys' own values.
    WaterSettings resolved() const;
    void visit(Visitor&);
};

}  // namespace slosh
