// Parameters of drawing, as plain data: free of GL, so that the command line lists them too.
#pragma once
#include <string_view>

#include "base/params.h"

namespace slosh {

// THE list of render styles: X(name, title, factory for 2D, factory for 3D, about). A style is its file in
// render/styles/ (2D) or render/scene3d/ (3D), its shaders, and one line here. See render/common/style.h and
// render/scene3d/style_3d.h.
#define SLOSH_RENDER_STYLES(X)                                                                                      \
    X(points, "Points", make_points, make_spheres, "Every particle as a shaded disc, coloured by what it carries.") \
    X(metaballs, "Metaballs", make_metaballs, make_screen_space_fluid,                                              \
      "The particles melt into one smooth blob a kind.")                                                            \
    X(surface, "Surface", make_metaballs, make_screen_space_fluid, "Water in 3D; else as metaballs.")

struct StyleInfo {
    std::string_view name, title, about;
};
#define SLOSH_STYLE_INFO(name, title, make_2d, make_3d, about) {#name, title, about},
#define SLOSH_STYLE_NAME(name, title, make_2d, make_3d, about) #name,
#define SLOSH_STYLE_ENUM(name, title, make_2d, make_3d, about) name,
inline constexpr StyleInfo styles[] = {SLOSH_RENDER_STYLES(SLOSH_STYLE_INFO)};
inline constexpr std::string_view style_names[] = {SLOSH_RENDER_STYLES(SLOSH_STYLE_NAME)};
inline constexpr std::string_view colour_by_names[] = {"kind",       "speed",     "density",  "pressure", "vorticity",
                                                       "neighbours", "smoothing", "sub-step", "body"};
// Their colours are in render/common/colour_map.h.
inline constexpr std::string_view colour_map_names[] = {"auto", "ocean", "sunset", "diverging", "grey"};

inline constexpr std::string_view quality_names[] = {"low", "medium", "high", "auto"};

struct RenderSettings {
    enum Style { SLOSH_RENDER_STYLES(SLOSH_STYLE_ENUM) };
    enum ColourBy { kind, speed, density, pressure, vorticity, neighbours, smoothing, substep, body };
    enum { automatic = 3 };  // of quality_names
    int style = metaballs;
    int colour_by = kind;
    int colour_map = 0;
    float point_size = 1;
    float blob_size = 1;
    float blob_threshold = 0.5f;
    int quality = 2;
    float frame_ms = 16;
    bool show_kernel = true, show_velocity = false, show_cells = false, show_normals = false;
    bool show_grid_velocity = false, show_grid_cells = false;

    void visit(Visitor& v) {
        v({"style", "", "How the fluid is drawn."}, style, style_names);
        v({"colour-by", "",
           "What a particle's colour shows. sub-step: the share of its kernel's reach that it crosses in one; body: "
           "the nearest's number."},
          colour_by, colour_by_names);
        v({"colour-map", "", "Colours from low to high; auto takes the diverging one for what has a sign."}, colour_map,
          colour_map_names);
        v({"point-size", "", "Size of a point, 1 for touching neighbours.", 0.1f, 4}, point_size);
        v({"blob-size", "", "Reach of a particle's blob, 1 for the usual melt.", 0.25f, 4}, blob_size);
        v({"blob-threshold", "", "How much of the summed blobs counts as fluid.", 0.05f, 0.95f}, blob_threshold);
        v({"quality", "", "How finely it is drawn; auto holds frame-ms."}, quality, quality_names);
        v({"frame-ms", "ms", "How long a frame may take, with quality auto.", 4, 100}, frame_ms);
        v({"show-kernel", "", "Around a picked particle: how far its kernel reaches, and whom."}, show_kernel);
        v({"show-velocity", "", "A line from every particle the way it goes, the longer the faster."}, show_velocity);
        v({"show-cells", "",
           "With the panel: the grid of the neighbour search by how full its cells are; in 3D seen from above."},
          show_cells);
        v({"show-normals", "", "With the panel: where the walls point, an arrow inwards here and there."},
          show_normals);
        v({"show-grid-velocity", "", "With the panel: arrows of a grid's velocity, the longer the faster."},
          show_grid_velocity);
        v({"show-grid-cells", "", "With the panel: a grid's cells of fluid and solid as boxes."}, show_grid_cells);
    }
};

#undef SLOSH_STYLE_ENUM
#undef SLOSH_STYLE_NAME
#undef SLOSH_STYLE_INFO
static_assert(style_names[RenderSettings::surface] == "surface");

}  // namespace slosh
