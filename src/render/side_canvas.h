// A canvas of its own size to draw a frame into, which then goes to a part of the page's.
#pragma once
#include "render/gl.h"

namespace slosh {

class SideCanvas {
public:
    // With colour and depth.
    void resize(glm::ivec2 size);
    GLuint framebuffer() const { return framebuffer_.id(); }
    // Onto the page's canvas, where it fills `size` from its lower left corner at `low`; device pixels.
    void put(glm::ivec2 low, glm::ivec2 size) const;
    // Over all of a target of this size.
    void stretch(GLuint target, glm::ivec2 size) const;

private:
    gl::Framebuffer framebuffer_;
    gl::Texture colour_, depth_;
    glm::ivec2 size_{0, 0};
};

}  // namespace slosh
