// A render style draws particles and sees only spans, never a solver.
#pragma once
#include <glm/vec2.hpp>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "domain/domain.h"
#include "render/common/camera.h"
#include "render/options/quality.h"
#include "render/options/render_settings.h"
#include "render/options/water_settings.h"
#include "solver/grid_slice.h"

namespace slosh {

namespace gl {
class Timers;
}

// An image of what is around, as a map of the globe is: `fill` puts it into the bound texture, with its smaller copies.
struct EnvironmentSource {
    void (*fill)() = nullptr;  // null for none
    int version = 0;           // another one for another image
};

struct Frame {
    ParticleView particles;
    const Domain& domain;
    Motion container;  // where the walls are now
    Camera camera;
    const RenderSettings& settings;
    float dpr = 1;        // device pixels a CSS pixel
    unsigned target = 0;  // the framebuffer to draw into
    Quality quality = {};
    // One value a particle, of what colour-by names and no solver keeps.
    std::span<const float> derived = {};
    int picked = -1;  // slot of the particle that is looked at
    // Of a fluid that has one, and what is shown of it.
    GridView grid = {};
    Slice slice = {};
    DiffuseView diffuse = {};      // of a fluid that carries any
    gl::Timers* timers = nullptr;  // where the passes are timed
    WaterSettings water = {};
    Ellipsoids ellipsoids = {};  // to be drawn in place of spheres
    EnvironmentSource environment = {};
    unsigned environment_texture = 0;  // in 3D the texture with that image, of one texel where there is none

    GlassBox glass() const { return glass_box(domain.walls, container.offset, particles.radius); }
    // In 3D: the fluid as one body. A slice is looked at among single particles.
    bool shows_surface() const {
        const bool sliced = slice.shown != Slice::off && !grid.empty();
        return settings.style != RenderSettings::points && !sliced;
    }

    // What the colours show, other than kind and speed; may be empty.
    std::span<const float> colour_values() const {
        switch (settings.colour_by) {
            case RenderSettings::density:
                return particles.density;
            case RenderSettings::pressure:
                return particles.pressure;
            case RenderSettings::smoothing:
                return particles.smoothing;
            default:
                return derived;
        }
    }
};

class Style {
public:
    virtual ~Style() = default;
    // Draws over what is in the frame's target, premultiplied alpha.
    virtual void draw(const Frame&) = 0;
    // What this machine cannot do as well as others, for the user to know; "" for nothing.
    virtual std::string_view capability_warning() const { return {}; }
    // The values at both ends of the colour map when last drawn.
    virtual glm::vec2 range() const { return {0, 0}; }
};

// Builds the GL objects of styles[index]; what fails is appended to `error` as readable text. All GL
// objects die with the Style (or with the context: after a loss, make a new one).
std::unique_ptr<Style> make_style(int index, std::string& error);

// One for each line of look.h.
std::unique_ptr<Style> make_points(std::string& error);
std::unique_ptr<Style> make_metaballs(std::string& error);

}  // namespace slosh
