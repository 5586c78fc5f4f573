// 3D style: screen-space fluid. The depths of the particles' spheres, smoothed, are the surface of the water; the path
// length of a view ray through the particles gives its colour (van der Laan, Green and Sainz, I3D 2009; Truong and
// Yuksel, I3D 2018). No sorting and no mesh.
#pragma once
#include <memory>

#include "render/gl/depth_target.h"
#include "render/gl/dynamic_vertex_buffers.h"
#include "render/options/water_settings.h"
#include "render/scene3d/style_3d.h"
#include "render/scene3d/surface_particles.h"

namespace slosh {

class ScreenSpaceFluid final : public Style3d {
public:
    explicit ScreenSpaceFluid(std::string& error);
    // Clears and binds the scene target, as large as the canvas: the objects behind and inside the fluid.
    void begin(const Frame&) override;
    bool is_clear() const override { return true; }
    // The scene target with the fluid over it, or one of the intermediate images.
    void draw(const Frame&, const Scene3d&, std::string& error) override;
    bool shows_final_image(const Frame& frame) const override {
        return frame.water.view == WaterSettings::View::final_image;
    }
    std::string_view capability_warning() const override;
    // In metres, or in the scene's unit.
    glm::vec2 view_range() const override { return view_range_; }

private:
    // Values that all passes of a frame share.
    struct Plan {
        WaterSettings settings;
        glm::vec4 bounds{0};  // of the fluid on the canvas, clip space
        glm::vec2 near_far;   // distances of the fluid from the eye
        float radius = 0;     // of the particles
        float unit = 1;       // world length of one unit of thickness
    };
    // Finds the fluid's bounds and resizes the targets. False if there is no fluid or a target is not supported.
    bool prepare(const Frame&);
    // The passes, in order.
    void draw_glass_contact(const Frame&, ParticleVertexBuffers&);
    void draw_thickness(const Frame&, const Scene3d&);
    void draw_depths(const Frame&, ParticleVertexBuffers&, std::string& error);
    void smooth(const Frame&, std::string& error);
    void narrow_range_iteration(const Frame&, const gl::Program&, float filter_radius, bool fine_first);
    void filter_once(const Frame&, const gl::Program&);
    void shade(const Frame&, std::string& error);
    void show_view(const Frame&, GLuint floor_shadow, std::string& error);
    // Uniforms of surface/view_depth.glsl, of surface/wet_glass.glsl, of surface/thickness.glsl, of
    // surface/bridges.glsl, of surface/surface_normals.glsl, and of foam/foam_on_water.frag.
    void set_depth_uniforms(const gl::Program&, const Frame&, const DepthTarget&) const;
    void set_wet_glass_uniforms(const gl::Program&, const Frame&) const;
    void set_thickness_uniforms(const gl::Program&) const;
    void set_bridge_uniforms(const gl::Program&, const Frame&) const;
    void set_surface_uniforms(const gl::Program&, const Frame&, const DepthTarget&) const;
    void set_foam_uniforms(const gl::Program&, const Frame&) const;
    glm::vec2 depth_range(const Frame&) const;
    // Of the padded targets.
    glm::vec2 principal_point(const Frame&) const;
    glm::vec4 bounds_in_padded(const Frame&) const;
    glm::mat4 to_padded_clip(const Frame&, float scale, glm::ivec2 size) const;

    // Half the range of depths of the same surface, in particle radii.
    static constexpr float depth_deviation = 3;

    // Program variants. Of each group (sprites, filter, shading, view) one exists at a time: it is built when first
    // needed, and replaced by another choice.
    enum Variant { spheres, ellipsoids, narrow_range, bilateral, curvature_flow, water, phong, debug_view };
    struct Chosen {
        int variant = -1;
        std::unique_ptr<gl::Program> program;
    };
    const gl::Program* choose(Chosen&, int variant, std::string& error);

    gl::Program thickness_program_, glass_contact_, wet_glass_;
    DynamicVertexBuffers<4, 3> ellipsoids_;  // centre and half axes: the attributes of surface/ellipsoid_depth.vert
    Chosen sprites_, filter_, shading_, view_;
    SurfaceParticles surface_;
    gl::VertexArray quad_;
    DepthTarget scene_{DepthTarget::Attachments::depth_and_colour};
    DepthTarget raw_depth_{DepthTarget::Attachments::depth};
    DepthTarget ping_{DepthTarget::Attachments::depth}, pong_{DepthTarget::Attachments::depth};  // of the filter passes
    const DepthTarget* smoothed_ = nullptr;  // result of the last pass; null: no fluid
    gl::FloatTarget thickness_, contact_;
    Plan plan_;
    int margin_ = 0;           // texels of depth around the canvas, for spheres whose centres are outside of it
    float scale_ = 1;          // texels of the thickness, and of the contact at the glass, per pixel
    glm::ivec2 padded_{1, 1};  // size of the depth targets: canvas and margins
    glm::vec2 view_range_{0, 0};
    bool is_supported_ = true;  // false: the machine cannot create the targets
};

}  // namespace slosh
