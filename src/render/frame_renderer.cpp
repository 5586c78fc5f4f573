#include "render/frame_renderer.h"

namespace slosh {

void FrameRenderer::choose_scene_renderer(const Frame& frame, std::string& error) {
    const bool is_3d = frame.camera.is_3d();
    if (is_3d_ == is_3d) return;  // what cannot be built is reported once
    is_3d_ = is_3d;
    scene_2d_.reset();
    scene_3d_.reset();
    if (is_3d) scene_3d_ = make_scene_renderer_3d(error);
    else scene_2d_ = make_scene_renderer_2d(error);
}

void FrameRenderer::draw(const Frame& requested, std::string& error) {
    choose_scene_renderer(requested, error);
    const bool is_3d = requested.camera.is_3d();
    const Frame frame = scene_3d_ ? scene_3d_->begin_frame(requested, error) : requested;
    glBindFramebuffer(GL_FRAMEBUFFER, frame.target);
    glViewport(0, 0, frame.camera.pixels.x, frame.camera.pixels.y);
    glDisable(GL_DEPTH_TEST);
    glDisable(GL_SCISSOR_TEST);
    glClearColor(0, 0, 0, 0);
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
    if (scene_2d_) scene_2d_->draw(frame, error);
    if (scene_3d_) scene_3d_->draw_tank_back(frame);
    // In 3D the bodies come first: the antialiased rims of particles are blended over them.
    if (is_3d) draw_bodies(frame, error);
    // The opaque cells of a slice write depth and are drawn before the particles, its transparent cells after them.
    const bool sliced = is_3d && SliceRenderer::any(frame);
    if (sliced && !slice_) slice_ = make_slice_renderer(error);
    const glm::vec4 clip_plane = sliced && slice_ ? slice_->draw_opaque_cells(frame) : glm::vec4(0);
    if (scene_3d_) scene_3d_->draw_fluid(frame, clip_plane, error);
    if (sliced && slice_) slice_->draw_air(frame);
    if (!is_3d) draw_bodies(frame, error);
    if (DebugOverlay::any(frame)) {
        if (!debug_overlay_) debug_overlay_ = make_debug_overlay(error);
        if (debug_overlay_) debug_overlay_->draw(frame);
    }
    if (ParticleOverlay::any(frame)) {
        if (!particle_overlay_) particle_overlay_.emplace(error);
        particle_overlay_->draw(frame);
    }
    if (scene_3d_) scene_3d_->end_frame(requested);
    edge_fade_.draw(requested);
}

void FrameRenderer::draw_bodies(const Frame& frame, std::string& error) {
    if (frame.particles.bodies.empty()) return;
    const bool is_3d = frame.camera.is_3d();
    if (!bodies_ || bodies_->is_3d() != is_3d) bodies_ = make_body_renderer(is_3d, error);
    if (bodies_) bodies_->draw(frame);
}

std::string_view FrameRenderer::take_capability_warning() {
    const std::string_view warning = scene_3d_   ? scene_3d_->capability_warning()
                                     : scene_2d_ ? scene_2d_->capability_warning()
                                                 : std::string_view();
    if (warning == reported_warning_) return {};
    reported_warning_ = warning;
    return warning;
}

}  // namespace slosh
