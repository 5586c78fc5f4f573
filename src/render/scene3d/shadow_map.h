// Shadow map of a directional light (Williams 1978) with exponential falloff: particles also transmit light.
#pragma once
#include "render/common/frame_uniforms.h"
#include "render/common/particle_vertex_buffers.h"

namespace slosh {

class ShadowMap {
public:
    explicit ShadowMap(std::string& error);
    // Renders the uploaded particles. `light_dir`: towards the light, world space, length 1. Binds the frame's target
    // again.
    void draw(const Frame&, glm::vec3 light_dir, const ParticleVertexBuffers&);
    // Uniforms of spheres/shadow_map.glsl for the program in use; texture unit 2.
    void bind(const gl::Program&) const;

private:
    static constexpr int texels = 512;  // along each side

    gl::Program program_;
    gl::Texture depth_;
    gl::Framebuffer framebuffer_;
    glm::mat4 world_to_light_{1};
    glm::vec3 scale_{0, 0, 0};  // uniform shadow_scale
};

}  // namespace slosh
