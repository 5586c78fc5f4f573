// A canvas of its own size to draw a frame into, which then goes to a part of the page's.
#pragma once
#include "render/gl/gl.h"

namespace slosh {

class OffscreenTarget {
public:
    // With colour and depth.
    void resize(glm::ivec2 size);
    GLuint framebuffer() const { return framebuffer_.id(); }
    // Onto a target, where it fills `size` from its lower left corner at `low`, in device pixels. The target is bound
    // then.
    void blit_to(GLuint target, glm::ivec2 low, glm::ivec2 size) const;

private:
    gl::Framebuffer framebuffer_;
    gl::Texture colour_, depth_;
    glm::ivec2 size_{0, 0};
};

}  // namespace slosh
