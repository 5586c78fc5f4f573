#include "render/scene3d/foam_renderer.h"

#include <algorithm>

#include "render/common/frame_uniforms.h"
#include "shaders.h"

namespace slosh {

FoamRenderer::FoamRenderer(std::string& error)
    : program_("foam", shaders::foam::foam_vert, shaders::foam::foam_frag, error) {}

void FoamRenderer::draw(const Frame& frame, glm::vec4 clip_plane) {
    if (frame.diffuse.count == 0) return;
    const gl::Pass pass(frame.timers, "foam");
    upload(frame.diffuse);
    program_.use();
    set_depth_fade(program_, frame);
    gl::blend_over();
    glEnable(GL_DEPTH_TEST);
    glDepthFunc(GL_LEQUAL);
    glDepthMask(GL_FALSE);
    draw_sprites(program_, frame, clip_plane);
    glDepthMask(GL_TRUE);
    glDisable(GL_DEPTH_TEST);
}

void FoamRenderer::draw_on_water(const Frame& frame, const std::function<void(const gl::Program&)>& set_water,
                                 std::string& error) {
    if (frame.diffuse.count == 0) return;
    const gl::Pass pass(frame.timers, "foam");
    if (!on_water_)
        on_water_ = std::make_unique<gl::Program>("foam on water", shaders::foam::foam_vert,
                                                  shaders::foam::foam_on_water_frag, error);
    upload(frame.diffuse);
    on_water_->use();
    set_depth_fade(*on_water_, frame);
    set_water(*on_water_);
    gl::blend_over();
    draw_sprites(*on_water_, frame, glm::vec4(0));
}

void FoamRenderer::upload(const DiffuseView& diffuse) {
    vertices_.upload({diffuse.x.data(), diffuse.y.data(), diffuse.z.data(), diffuse.shown.data(), diffuse.fade.data()},
                     diffuse.x.size());
}

void FoamRenderer::draw_sprites(const gl::Program& program, const Frame& frame, glm::vec4 clip_plane) {
    const Camera& camera = frame.camera;
    program.set("world_to_clip", camera.world_to_clip());
    program.set("back", camera.axes[2]);
    program.set("focal", camera.focal());
    program.set("radius", frame.particles.radius);
    // Coarse fluid does not have larger bubbles.
    constexpr float max_size = 0.007f;  // of the scene
    program.set("unit_size", std::min(frame.particles.radius, max_size * scene_extent(frame)));
    program.set("clip_plane", clip_plane);
    vertices_.draw(static_cast<size_t>(frame.quality.foam * static_cast<float>(frame.diffuse.count)));
}

}  // namespace slosh
