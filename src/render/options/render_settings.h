// Settings of rendering, as plain data: free of GL, so that the command line lists them too.
#pragma once
#include <string_view>

#include "base/params.h"

namespace slosh {

// THE list of render styles: X(name, title, factory for 2D, factory for 3D, about). A style is its file in
// render/scene2d/ or render/scene3d/, its shaders, and one line here. See render/scene2d/style_2d.h and
// render/scene3d/style_3d.h.
#define SLOSH_RENDER_STYLES(X)                                                                                \
    X(points, "Points", make_points, make_spheres, "Every particle as a shaded disc, in 3D as a lit sphere.") \
    X(metaballs, "Metaballs", make_metaballs, make_screen_space_fluid, "One smooth blob per kind of fluid.")  \
    X(surface, "Surface", make_metaballs, make_screen_space_fluid, "Water surface in 3D; in 2D as metaballs.")

struct StyleInfo {
    std::string_view name, title, about;
};
#define SLOSH_STYLE_INFO(name, title, make_2d, make_3d, about) {#name, title, about},
#define SLOSH_STYLE_NAME(name, title, make_2d, make_3d, about) #name,
#define SLOSH_STYLE_ENUM(name, title, make_2d, make_3d, about) name,
inline constexpr StyleInfo styles[] = {SLOSH_RENDER_STYLES(SLOSH_STYLE_INFO)};

struct RenderSettings {
    enum class Style { SLOSH_RENDER_STYLES(SLOSH_STYLE_ENUM) };
    static constexpr std::string_view style_names[] = {SLOSH_RENDER_STYLES(SLOSH_STYLE_NAME)};
    // Their data are in render/common/materials.h.
    enum class Material { blobs, water, honey, jelly, milk, ink, lava, mercury };
    static constexpr std::string_view material_names[] = {"blobs", "water", "honey", "jelly",
                                                          "milk",  "ink",   "lava",  "mercury"};
    // The order of the first two is that of `colour_by` in shaders/common/particle.glsl.
    enum class ColourBy { kind, speed, density, pressure, vorticity, neighbours, smoothing, substep, body };
    static constexpr std::string_view colour_by_names[] = {
        "kind", "speed", "density", "pressure", "vorticity", "neighbours", "smoothing", "sub-step", "body"};
    // The colours are in render/common/colour_map.h.
    enum class ColourMap { automatic, ocean, sunset, diverging, grey };
    static constexpr std::string_view colour_map_names[] = {"auto", "ocean", "sunset", "diverging", "grey"};
    enum class QualityLevel { low, medium, high, automatic };
    static constexpr std::string_view quality_names[] = {"low", "medium", "high", "auto"};

    Style style = Style::metaballs;
    Material material = Material::blobs;
    ColourBy colour_by = ColourBy::kind;
    ColourMap colour_map = ColourMap::automatic;
    ColourList colours;           // of the kinds, in the order of render/common/kind_colours.h; empty: the material's
    ColourList container_colour;  // at most one; empty: glass
    float point_size = 1;         // diameter in particle spacings
    float blob_size = 1;          // splat radius of metaballs, relative to the default
    float blob_threshold = 0.5f;  // of the metaball field
    QualityLevel quality = QualityLevel::high;
    float frame_ms = 16;  // target frame time of QualityLevel::automatic
    bool show_kernel = true;
    bool show_velocity = false;
    bool show_cells = false;
    bool show_normals = false;
    bool show_grid_velocity = false;
    bool show_grid_cells = false;

    void visit(Visitor& v) {
        v({.key = "style", .doc = "Render style: how the fluid is drawn."}, style, style_names);
        v({.key = "material",
           .doc = "Colours, gloss and clarity of the liquid. blobs: a colour per kind, in 3D water; others: one colour "
                  "for the first three kinds."},
          material, material_names);
        v({.key = "colour-by",
           .doc = "Quantity shown by the particle colours. sub-step: displacement in a sub-step as a fraction of the "
                  "kernel support; body: index of the nearest body."},
          colour_by, colour_by_names);
        v({.key = "colour-map", .doc = "Colour map from low to high; auto: diverging for signed quantities."},
          colour_map, colour_map_names);
        v({.key = "point-size", .doc = "Diameter of a point in particle spacings.", .min = 0.1f, .max = 4}, point_size);
        v({.key = "blob-size", .doc = "Radius of a metaball splat, relative to the default.", .min = 0.25f, .max = 4},
          blob_size);
        v({.key = "blob-threshold",
           .doc = "Metaballs: threshold of the summed field above which there is fluid.",
           .min = 0.05f,
           .max = 0.95f},
          blob_threshold);
        v({.key = "colours",
           .doc = "Colours of the scene's kinds of fluid, in their order, instead of the material's. In a page any "
                  "colour of CSS; else #rgb or #rrggbb.",
           .max = ColourList::capacity},
          colours);
        v({.key = "container-colour", .doc = "Colour of the container's walls or edges; none: glass.", .max = 1},
          container_colour);
        v({.key = "quality", .doc = "Render quality; auto adapts it to the target frame time frame-ms."}, quality,
          quality_names);
        v({.key = "frame-ms", .unit = "ms", .doc = "Target frame time of quality auto.", .min = 4, .max = 100},
          frame_ms);
        v({.key = "show-kernel", .doc = "Shows the kernel support and the neighbours of the picked particle."},
          show_kernel);
        v({.key = "show-velocity", .doc = "Shows the velocity of each particle as a line."}, show_velocity);
        v({.key = "show-cells",
           .doc = "With the panel: shows the number of particles in each cell of the neighbour search; in 3D from "
                  "above."},
          show_cells);
        v({.key = "show-normals", .doc = "With the panel: shows the inward normals of the walls as arrows."},
          show_normals);
        v({.key = "show-grid-velocity", .doc = "With the panel: shows the grid velocities as arrows."},
          show_grid_velocity);
        v({.key = "show-grid-cells", .doc = "With the panel: shows the fluid and solid cells of the grid as boxes."},
          show_grid_cells);
    }
};

#undef SLOSH_STYLE_ENUM
#undef SLOSH_STYLE_NAME
#undef SLOSH_STYLE_INFO

}  // namespace slosh
