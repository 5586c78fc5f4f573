// Everything a user can set: the scene and its look, one flat list of keys. Free of GL and ImGui:
// the page, the command line and the generated tables share it.
#pragma once
#include <string>

#include "render/options/render_settings.h"
#include "render/options/water_settings.h"
#include "scenes/scene.h"

namespace slosh {

struct Settings {
    Scene scene;
    RenderSettings look;
    WaterSettings deep;  // of 3D scenes
    // A bound of the place it runs in, below the solver's own: a page that takes seconds a frame, or runs out
    // of memory, cannot be talked out of it. 0: none.
    int max_particles = 0;

    static Settings of(const Scene&, int max_particles = 0);
    void visit(Visitor&);
};

// As set_param() of base/params.h; a key or a choice of an earlier version is refused with its present name.
SetResult set_param(Settings&, std::string_view key, std::string_view text);

// Of what `colour_by` shows, "" for a plain number.
std::string_view unit_of(const Scene&, int colour_by);

}  // namespace slosh
