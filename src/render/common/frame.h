// The input of the renderers for one frame: views of the solver's arrays, the camera and the settings, not the solver.
#pragma once
#include <span>

#include "domain/domain.h"
#include "render/common/camera.h"
#include "render/common/kind_colours.h"
#include "render/options/quality.h"
#include "render/options/render_settings.h"
#include "render/options/water_settings.h"
#include "solver/grid_slice.h"
#include "solver/views.h"

namespace slosh {

namespace gl {
class Timers;
}

// An equirectangular environment image. `fill` uploads it, with its mipmaps, into the bound texture.
struct EnvironmentSource {
    void (*fill)() = nullptr;  // null: no image
    int version = 0;           // changes with the image
};

struct Frame {
    ParticleView particles;
    const Domain& domain;
    Motion container;  // current offset of the walls
    Camera camera;
    const RenderSettings& settings;
    KindColours kinds = {};
    ColourList container_colour = {};  // at most one; empty: glass
    float dpr = 1;                     // device pixels per CSS pixel
    bool is_page_dark = false;         // behind the canvas
    unsigned target = 0;               // framebuffer to draw into
    Quality quality = {};
    // One value per particle, for the choices of colour-by that are not stored by a solver.
    std::span<const float> derived = {};
    int picked = -1;               // slot of the picked particle, -1 for none
    GridView grid = {};            // empty for a solver without a grid
    Slice slice = {};              // through `grid`
    DiffuseView diffuse = {};      // spray, foam and bubbles
    gl::Timers* timers = nullptr;  // null: passes are not timed
    WaterSettings water = {};
    Ellipsoids ellipsoids = {};  // drawn instead of spheres, if not empty
    EnvironmentSource environment = {};
    unsigned environment_texture = 0;  // 3D only: texture of `environment`, one texel if it has no image

    GlassBox glass() const { return glass_box(domain.walls, container.offset, particles.radius); }

    // The scene's first liquid has the colours of plain water.
    bool is_plain_water() const { return slosh::is_plain_water(kinds, settings, kinds.first); }

    // The style of a 3D frame: with a slice always points.
    RenderSettings::Style style_3d() const {
        const bool sliced = slice.shown != Slice::Quantity::off && !grid.empty();
        return sliced ? RenderSettings::Style::points : settings.style;
    }
    // 3D: the particles are drawn as one surface.
    bool shows_surface() const { return style_3d() != RenderSettings::Style::points; }

    // The values shown by the colours, except for kind and speed; may be empty.
    std::span<const float> colour_values() const {
        switch (settings.colour_by) {
            case RenderSettings::ColourBy::density:
                return particles.density;
            case RenderSettings::ColourBy::pressure:
                return particles.pressure;
            case RenderSettings::ColourBy::smoothing:
                return particles.smoothing;
            default:
                return derived;
        }
    }
};

}  // namespace slosh
