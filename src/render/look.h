// How the fluid is drawn, as plain data: no GL here, so that the command line can list it too.
#pragma once
#include <span>
#include <string_view>

#include "base/params.h"

namespace slosh {

struct StyleInfo {
    std::string_view name, title, about;
};

// THE list of render styles. A style is also its file in src/render, its shaders and a line in make_style.
inline constexpr StyleInfo styles[] = {
    {"points", "Points", "Every particle as a shaded disc, coloured by what it carries."},
    {"metaballs", "Metaballs", "The particles melt into one smooth blob a kind."},
};
inline constexpr std::string_view style_names[] = {"points", "metaballs"};
inline constexpr std::string_view colour_by_names[] = {"kind", "speed", "density", "pressure"};

struct Look {
    enum ColourBy { kind, speed, density, pressure };
    int style = 1;
    int colour_by = kind;
    float point_size = 1;
    float blob_size = 1;
    float blob_threshold = 0.5f;

    void visit(Visitor& v) {
        v({"style", "", "How the fluid is drawn."}, style, style_names);
        v({"colour-by", "", "What a particle's colour shows."}, colour_by, colour_by_names);
        v({"point-size", "", "Size of a point, 1 for touching neighbours.", 0.1f, 4}, point_size);
        v({"blob-size", "", "Reach of a particle's blob, 1 for the usual melt.", 0.25f, 4}, blob_size);
        v({"blob-threshold", "", "How much of the summed blobs counts as fluid.", 0.05f, 0.95f}, blob_threshold);
    }
};

}  // namespace slosh
