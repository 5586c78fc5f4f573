// Parameters of water in 3D, as plain data. Modules without 3D scenes have none of them (water_settings_stub.cpp).
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

    // The view that a key selects: Digit1 the first; "" for none.
    static std::string_view view_of(std::string_view code);

    // With the values of the preset applied.
    WaterSettings resolved() const;
    void visit(Visitor&);
};

}  // namespace slosh
