// A render style in 3D. Its counterpart in 2D is render/scene2d/style_2d.h; both are chosen by the list of styles in
// render/options/render_settings.h.
#pragma once
#include <glm/vec2.hpp>
#include <glm/vec4.hpp>
#include <memory>
#include <string>
#include <string_view>

#include "render/common/frame_uniforms.h"
#include "render/common/particle_vertex_buffers.h"
#include "render/scene3d/foam_renderer.h"

namespace slosh {

// What the 3D styles share, and the values that the scene renderer computes for a frame.
struct Scene3d {
    ParticleVertexBuffers& particles;
    ColourMap& colour_map;
    FoamRenderer& foam;
    glm::vec2 colour_range;  // values at both ends of the colour map
    glm::vec4 clip_plane;    // particles x with dot(xyz, x) > w are not drawn
    GLuint floor_shadow;     // texture
};

class Style3d {
public:
    virtual ~Style3d() = default;
    // Before the tank and the bodies are drawn. May bind a target of its own for them.
    virtual void begin(const Frame&) {}
    // True if light passes through the fluid and gathers on the floor (caustics).
    virtual bool is_clear() const { return false; }
    // The fluid and its foam, into the frame's target. Failures are appended to `error`.
    virtual void draw(const Frame&, const Scene3d&, std::string& error) = 0;
    // False if the frame shows an intermediate image, without the front of the tank.
    virtual bool shows_final_image(const Frame&) const { return true; }
    // What this machine cannot draw at full quality, as a sentence for the user; "" for nothing.
    virtual std::string_view capability_warning() const { return {}; }
    // The values that are black and white in the intermediate image.
    virtual glm::vec2 view_range() const { return {0, 0}; }
};

// The factories that the list of styles names. Failures are appended to `error`.
#define SLOSH_DECLARE_FACTORY(name, title, make_2d, make_3d, about) \
    std::unique_ptr<Style3d> make_3d(std::string& error);
SLOSH_RENDER_STYLES(SLOSH_DECLARE_FACTORY)
#undef SLOSH_DECLARE_FACTORY

}  // namespace slosh
