// Offscreen render target for a frame, which is then copied (blit) to a part of the canvas.
#pragma once
#include "render/gl/gl.h"

namespace slosh {

class OffscreenTarget {
public:
    // Colour and depth.
    void resize(glm::ivec2 size);
    GLuint framebuffer() const { return framebuffer_.id(); }
    GLuint colour() const { return colour_.id(); }  // texture, linearly interpolated
    glm::ivec2 size() const { return size_; }
    // Scales the colour onto the rectangle of `target` with lower left corner `low`, device pixels. Leaves `target`
    // bound.
    void blit_to(GLuint target, glm::ivec2 low, glm::ivec2 size) const;

private:
    gl::Framebuffer framebuffer_;
    gl::Texture colour_, depth_;
    glm::ivec2 size_{0, 0};
};

}  // namespace slosh
