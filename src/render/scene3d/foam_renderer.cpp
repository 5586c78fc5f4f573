#include "render/scene3d/foam_renderer.h"

#include "render/common/frame_uniforms.h"
#include "shaders.h"

namespace slosh {

Foam::Foam(std::string& error) : program_("foam", shaders::foam::foam_vert, shaders::foam::foam_frag, error) {}

void Foam::draw(const Frame& frame, glm::vec4 plane) {
    if (frame.diffuse.count == 0) return;
    const gl::Pass pass(frame.timers, "foam");
    upload(frame.diffuse);
    program_.use();
    set_depth_fade(program_, frame);
    gl::blend_over();
    glEnable(GL_DEPTH_TEST);
    glDepthFunc(GL_LEQUAL);
    glDepthMask(GL_FALSE);
    send(program_, frame, plane);
    glDepthMask(GL_TRUE);
    glDisable(GL_DEPTH_TEST);
}

void Foam::draw_on_water(const Frame& frame, const std::function<void(const gl::Program&)>& fit, std::string& error) {
    if (frame.diffuse.count == 0) return;
    const gl::Pass pass(frame.timers, "foam");
    if (!on_water_)
        on_water_ = std::make_unique<gl::Program>("foam on water", shaders::foam::foam_vert,
                                                  shaders::foam::foam_on_water_frag, error);
    upload(frame.diffuse);
    on_water_->use();
    set_depth_fade(*on_water_, frame);
    fit(*on_water_);
    gl::blend_over();
    send(*on_water_, frame, glm::vec4(0));
}

void Foam::upload(const DiffuseView& diffuse) {
    streams_.upload({diffuse.x.data(), diffuse.y.data(), diffuse.z.data(), diffuse.shown.data(), diffuse.fade.data()},
                    diffuse.x.size());
}

void Foam::send(const gl::Program& program, const Frame& frame, glm::vec4 plane) {
    const Camera& camera = frame.camera;
    program.set("world_to_clip", camera.world_to_clip());
    program.set("back", camera.axes[2]);
    program.set("focal", camera.focal());
    program.set("radius", frame.particles.radius);
    program.set("plane", plane);
    streams_.draw(static_cast<size_t>(frame.quality.foam * static_cast<float>(frame.diffuse.count)));
}

}  // namespace slosh
