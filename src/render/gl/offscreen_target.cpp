#include "render/gl/offscreen_target.h"

namespace slosh {

void OffscreenTarget::resize(glm::ivec2 size) {
    if (size == size_) return;
    size_ = size;
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_.id());
    // Textures, because renderbuffers would add GL imports to the module.
    const auto attach = [&](GLuint texture, GLint format, GLenum channels, GLenum type, GLenum attachment) {
        glBindTexture(GL_TEXTURE_2D, texture);
        glTexImage2D(GL_TEXTURE_2D, 0, format, size.x, size.y, 0, channels, type, nullptr);
        for (const GLenum filter : {GL_TEXTURE_MIN_FILTER, GL_TEXTURE_MAG_FILTER})
            glTexParameteri(GL_TEXTURE_2D, filter, type == GL_UNSIGNED_BYTE ? GL_LINEAR : GL_NEAREST);
        for (const GLenum wrap : {GL_TEXTURE_WRAP_S, GL_TEXTURE_WRAP_T})
            glTexParameteri(GL_TEXTURE_2D, wrap, GL_CLAMP_TO_EDGE);
        glFramebufferTexture2D(GL_FRAMEBUFFER, attachment, GL_TEXTURE_2D, texture, 0);
    };
    attach(colour_.id(), GL_RGBA8, GL_RGBA, GL_UNSIGNED_BYTE, GL_COLOR_ATTACHMENT0);
    attach(depth_.id(), GL_DEPTH_COMPONENT24, GL_DEPTH_COMPONENT, GL_UNSIGNED_INT, GL_DEPTH_ATTACHMENT);
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
}

void OffscreenTarget::blit_to(GLuint target, glm::ivec2 low, glm::ivec2 size) const {
    const glm::ivec2 high = low + size;
    glBindFramebuffer(GL_READ_FRAMEBUFFER, framebuffer_.id());
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, target);
    glBlitFramebuffer(0, 0, size_.x, size_.y, low.x, low.y, high.x, high.y, GL_COLOR_BUFFER_BIT,
                      size == size_ ? GL_NEAREST : GL_LINEAR);
    glBindFramebuffer(GL_FRAMEBUFFER, target);
    gl::check("offscreen target");
}

}  // namespace slosh
