// Render targets with a depth texture, for later passes to read.
#pragma once
#include "render/gl/gl.h"

namespace slosh {

// 24-bit depth, which every WebGL2 can render and sample without an extension; with or without a colour texture.
class DepthTarget {
public:
    enum class Attachments : bool { depth, depth_and_colour };
    explicit DepthTarget(Attachments attachments) : has_colour_(attachments == Attachments::depth_and_colour) {}
    // False if the machine does not support a target of this size.
    bool resize(glm::ivec2 size);
    glm::ivec2 size() const { return size_; }
    void bind_and_clear() const;
    GLuint framebuffer() const { return framebuffer_.id(); }
    GLuint depth() const { return depth_.id(); }
    GLuint colour() const { return colour_.id(); }

private:
    gl::Texture depth_, colour_;
    gl::Framebuffer framebuffer_;
    glm::ivec2 size_{0, 0};
    bool has_colour_, complete_ = false;
};

// Binds a texture to a unit and to the sampler of the program in use.
void bind_texture(const gl::Program&, const char* name, int unit, GLuint texture);

}  // namespace slosh
