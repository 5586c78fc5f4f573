// Textures to draw into and to look up later.
#pragma once
#include "render/gl/gl.h"

namespace slosh {

// Depths of 24 bits, which every WebGL2 can draw and look up: no float target has to be asked for. With or without
// colours.
class DepthTarget {
public:
    enum Colours : bool { without, with };
    explicit DepthTarget(Colours colours) : coloured_(colours == with) {}
    // False where this machine cannot.
    bool resize(glm::ivec2 size);
    glm::ivec2 size() const { return size_; }
    // Binds it, all of it cleared.
    void begin() const;
    GLuint framebuffer() const { return framebuffer_.id(); }
    GLuint depth() const { return depth_.id(); }
    GLuint colour() const { return colour_.id(); }

private:
    gl::Texture depth_, colour_;
    gl::Framebuffer framebuffer_;
    glm::ivec2 size_{0, 0};
    bool coloured_;
};

// For the program in use.
void bind_texture(const gl::Program&, const char* name, int unit, GLuint texture);

}  // namespace slosh
