// Spray as small bright droplets, foam as soft discs that gather into patches, bubbles as fainter rings: the diffuse
// particles of Ihmsen et al. 2012 (fluid/diffuse.h), in 3D. One colour each, so no order matters.
#pragma once
#include <array>
#include <memory>

#include "render/gl.h"
#include "render/style.h"

namespace slosh {

class Foam {
public:
    explicit Foam(std::string& error);
    // Over what is in the frame's target, hidden by what is nearer in its depth buffer. Without those in front of the
    // plane, see Deep.
    void draw(const Frame&, glm::vec4 plane);

    // For a surface drawn on the screen. Into the framebuffer that is bound, of the camera's pixels and cleared to 0:
    // how much of a pixel spray (red), foam (green) and bubbles (blue) cover. `surface` is a texture of as many texels
    // with the depth of the surface as seen from the eye in red, very far where there is none. To be laid over the
    // picture by foam_colour() of foam.glsl. What fails is appended to `error`.
    void cover(const Frame&, GLuint surface, std::string& error);

private:
    enum Attribute { x, y, z, shown, fade, attributes };  // locations in foam.vert
    void upload(const DiffuseView&);
    void send(const gl::Program&, const Frame&, glm::vec4 plane);

    gl::Program program_;
    std::unique_ptr<gl::Program> cover_;  // when first asked for
    gl::VertexArray array_;
    std::array<gl::Buffer, attributes> buffers_;
    GLsizeiptr capacity_ = 0;  // bytes of each
};

}  // namespace slosh
