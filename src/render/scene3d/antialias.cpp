#include "render/scene3d/antialias.h"

#include "render/common/frame_uniforms.h"
#include "render/gl/depth_target.h"
#include "shaders.h"

namespace slosh {

Antialias::Antialias(std::string& error)
    : program_("antialias", shaders::common::fullscreen_rect_vert, shaders::common::antialias_frag, error) {}

void Antialias::draw(const Frame& frame, const OffscreenTarget& picture) {
    const gl::Pass pass(frame.timers, "antialias");
    glBindFramebuffer(GL_FRAMEBUFFER, frame.target);
    glViewport(0, 0, frame.camera.pixels.x, frame.camera.pixels.y);
    glDisable(GL_BLEND);
    glDisable(GL_DEPTH_TEST);
    program_.use();
    bind_texture(program_, "picture", 0, picture.colour());
    program_.set("texel", 1.0f / glm::vec2(picture.size()));
    draw_rect(program_, {-1, -1, 1, 1}, empty_);
}

}  // namespace slosh
