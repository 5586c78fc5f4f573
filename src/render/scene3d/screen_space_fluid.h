// The particles as one surface of water, in screen space: their spheres' depths, smoothed, are its shape, and how much
// of it a ray goes through its colour (van der Laan, Green and Sainz, I3D 2009; Truong and Yuksel, I3D 2018). No
// sorting, and no mesh.
#pragma once
#include <memory>

#include "render/common/frame_uniforms.h"
#include "render/common/particle_vertex_buffers.h"
#include "render/gl/depth_target.h"
#include "render/gl/dynamic_vertex_buffers.h"
#include "render/options/water_settings.h"

namespace slosh {

class ScreenSpaceFluid {
public:
    explicit ScreenSpaceFluid(std::string& error);
    // Binds the picture that holds what is behind and among the fluid, as large as the canvas and cleared.
    void begin(const Frame&);
    // That picture and the fluid in it, or one of the images that this is made of, into the frame's target. `shadow` is
    // what the fluid casts on the floor.
    void draw(const Frame&, ParticleVertexBuffers&, ColourMap&, glm::vec2 range, GLuint shadow, std::string& error);
    // For what lies over the water: its depths and those of the scene, as surface/view_depth.glsl has them.
    void set_water(const gl::Program&, const Frame&) const;
    bool any() const { return smoothed_ != nullptr; }
    std::string_view capability_warning() const;
    // The values that are black and white in the image shown; metres or those of the scene.
    glm::vec2 view_range() const { return view_range_; }

private:
    // What changes from pass to pass, chosen once a frame.
    struct Plan {
        WaterSettings settings;
        glm::vec4 area{0};   // of the fluid on the canvas, clip space
        glm::vec2 near_far;  // distances of the fluid from the eye
        float radius = 0, unit = 1;
    };
    bool place(const Frame&);
    void draw_depths(const Frame&, ParticleVertexBuffers&, std::string& error);
    void draw_thickness(const Frame&, ParticleVertexBuffers&, ColourMap&, glm::vec2 range);
    void smooth(const Frame&, std::string& error);
    void smooth_once(const Frame&, const gl::Program&, glm::ivec2 along, float reach);
    void shade(const Frame&, std::string& error);
    void show(const Frame&, GLuint shadow, std::string& error);
    void set_field(const gl::Program&, const Frame&, const DepthTarget&) const;
    void set_shape(const gl::Program&, const Frame&, const DepthTarget&) const;
    glm::vec2 span(const Frame&) const;
    glm::vec4 area_in_field(const Frame&) const;
    glm::mat4 to_field_clip(const Frame&, float scale, glm::ivec2 size) const;

    // Made when first needed, and again for another choice.
    struct Chosen {
        int which = -1;
        std::unique_ptr<gl::Program> program;
    };
    const gl::Program* choose(Chosen&, int which, std::string& error);

    gl::Program splats_;
    DynamicVertexBuffers<4, 3> ellipsoids_;  // their places and half axes, as surface/ellipsoid_depth.vert has them
    Chosen sprites_, filter_, shading_, view_;
    gl::VertexArray quad_;
    DepthTarget scene_{DepthTarget::with};
    DepthTarget raw_{DepthTarget::without}, one_{DepthTarget::without}, other_{DepthTarget::without};
    const DepthTarget* smoothed_ = nullptr;
    gl::FloatTarget thickness_;
    Plan plan_;
    int margin_ = 0;          // texels of the depths around the canvas: a sphere whose centre is off it still counts
    float scale_ = 1;         // texels of the thickness a pixel
    glm::ivec2 field_{1, 1};  // texels of the depths
    glm::vec2 view_range_{0, 0};
    bool possible_ = true;
};

}  // namespace slosh
