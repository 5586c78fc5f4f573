// Spray as small bright droplets, foam as soft discs that gather into patches, bubbles as fainter rings: the diffuse
// particles of Ihmsen et al. 2012 (foam/diffuse_particles.h), in 3D. Each kind has one colour, so blending needs no
// order.
#pragma once
#include <functional>
#include <memory>

#include "render/common/frame.h"
#include "render/gl/dynamic_vertex_buffers.h"
#include "render/gl/timers.h"

namespace slosh {

class FoamRenderer {
public:
    explicit FoamRenderer(std::string& error);
    // Over the frame's target, with its depth test. Particles in front of the plane are not drawn, see SceneRenderer3d.
    void draw(const Frame&, glm::vec4 clip_plane);

    // Over screen-space fluid. `set_water` sets the uniforms of foam/foam_on_water.frag for the surface. Failures are
    // appended to `error`.
    void draw_on_water(const Frame&, const std::function<void(const gl::Program&)>& set_water, std::string& error);

private:
    void upload(const DiffuseView&);
    void draw_sprites(const gl::Program&, const Frame&, glm::vec4 clip_plane);

    gl::Program program_;
    std::unique_ptr<gl::Program> on_water_;  // built when first needed
    DynamicVertexBuffers<5, 1> vertices_;    // x, y, z, kind, fade: the attributes of foam/foam.vert
};

}  // namespace slosh
