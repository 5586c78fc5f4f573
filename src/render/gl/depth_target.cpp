#include "render/gl/depth_target.h"

namespace slosh {

bool DepthTarget::resize(glm::ivec2 size) {
    if (size == size_) return complete_;
    size_ = size;
    glActiveTexture(GL_TEXTURE0);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_.id());
    glBindTexture(GL_TEXTURE_2D, depth_.id());
    glTexImage2D(GL_TEXTURE_2D, 0, GL_DEPTH_COMPONENT24, size.x, size.y, 0, GL_DEPTH_COMPONENT, GL_UNSIGNED_INT,
                 nullptr);
    gl::nearest_and_clamped();
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_TEXTURE_2D, depth_.id(), 0);
    GLenum colour_buffer = GL_NONE;
    if (has_colour_) {
        glBindTexture(GL_TEXTURE_2D, colour_.id());
        glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, size.x, size.y, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
        gl::linear_and_clamped();
        glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, colour_.id(), 0);
        colour_buffer = GL_COLOR_ATTACHMENT0;
    }
    glDrawBuffers(1, &colour_buffer);
    glReadBuffer(colour_buffer);
    return complete_ = glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE;
}

void DepthTarget::bind_and_clear() const {
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_.id());
    glViewport(0, 0, size_.x, size_.y);
    glDepthMask(GL_TRUE);
    glClearColor(0, 0, 0, 0);
    glClear(has_colour_ ? GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT : GL_DEPTH_BUFFER_BIT);
}

void bind_texture(const gl::Program& program, const char* name, int unit, GLuint texture) {
    glActiveTexture(GL_TEXTURE0 + static_cast<GLenum>(unit));
    glBindTexture(GL_TEXTURE_2D, texture);
    glActiveTexture(GL_TEXTURE0);
    program.set(name, unit);
}

}  // namespace slosh
