#include "render/side_canvas.h"

namespace slosh {

void SideCanvas::resize(glm::ivec2 size) {
    if (size == size_) return;
    size_ = size;
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_.id());
    const auto attach = [&](GLuint buffer, GLenum format, GLenum to) {
        glBindRenderbuffer(GL_RENDERBUFFER, buffer);
        glRenderbufferStorage(GL_RENDERBUFFER, format, size.x, size.y);
        glFramebufferRenderbuffer(GL_FRAMEBUFFER, to, GL_RENDERBUFFER, buffer);
    };
    attach(colour_.id(), GL_RGBA8, GL_COLOR_ATTACHMENT0);
    attach(depth_.id(), GL_DEPTH_COMPONENT24, GL_DEPTH_ATTACHMENT);
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
}

void SideCanvas::put(glm::ivec2 low) const {
    const glm::ivec2 high = low + size_;
    glBindFramebuffer(GL_READ_FRAMEBUFFER, framebuffer_.id());
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, 0);
    glBlitFramebuffer(0, 0, size_.x, size_.y, low.x, low.y, high.x, high.y, GL_COLOR_BUFFER_BIT, GL_NEAREST);
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    gl::check("side by side");
}

void SideCanvas::stretch(GLuint target, glm::ivec2 size) const {
    glBindFramebuffer(GL_READ_FRAMEBUFFER, framebuffer_.id());
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, target);
    glBlitFramebuffer(0, 0, size_.x, size_.y, 0, 0, size.x, size.y, GL_COLOR_BUFFER_BIT, GL_LINEAR);
    glBindFramebuffer(GL_FRAMEBUFFER, target);
    glViewport(0, 0, size.x, size.y);
    gl::check("stretching");
}

}  // namespace slosh
