// How far light from one direction goes before it meets the first particle: a depth picture from there (Williams 1978).
// What lies deeper gets less of it, softly: light also goes through.
#pragma once
#include "render/common/frame_uniforms.h"
#include "render/common/particle_vertex_buffers.h"

namespace slosh {

class ShadowMap {
public:
    explicit ShadowMap(std::string& error);
    // Of what the stream holds; `to_light` is of length 1, in the world. Goes back to the frame's target.
    void draw(const Frame&, glm::vec3 to_light, const ParticleVertexBuffers&);
    // For a program with spheres/shadow_map.glsl, which is in use: to texture unit 2.
    void bind(const gl::Program&) const;

private:
    static constexpr int texels = 512;  // along each side

    gl::Program program_;
    gl::Texture depth_;
    gl::Framebuffer framebuffer_;
    glm::mat4 world_to_light_{1};
    glm::vec3 scale_{0, 0, 0};
};

}  // namespace slosh
