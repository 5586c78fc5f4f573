#include "render/frame_renderer.h"

namespace slosh {

void FrameRenderer::draw(const Frame& asked, std::string& error) {
    const bool is_3d = asked.camera.is_3d();
    if (is_3d) {
        style_.reset();
        style_index_ = -1;
        if (!scene_3d_) scene_3d_ = make_scene_renderer_3d(error);
    } else if (style_index_ != asked.settings.style) {
        scene_3d_.reset();
        style_.reset();
        style_ = make_style(asked.settings.style, error);
        if (!error.empty()) style_.reset();
        style_index_ = asked.settings.style;
    }
    const Frame frame = scene_3d_ ? scene_3d_->begin(asked) : asked;
    glBindFramebuffer(GL_FRAMEBUFFER, frame.target);
    glViewport(0, 0, frame.camera.pixels.x, frame.camera.pixels.y);
    glDisable(GL_DEPTH_TEST);
    glDisable(GL_SCISSOR_TEST);
    glClearColor(0, 0, 0, 0);
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
    if (is_3d && scene_3d_) scene_3d_->draw_behind(frame);
    if (!is_3d) backdrop_.draw_container(frame);
    // In depth the particles' soft edges are drawn over the bodies.
    if (is_3d) draw_bodies(frame, error);
    if (style_) style_->draw(frame);
    // What is solid of a slice hides what is behind it, and the rest lies over that.
    const bool sliced = is_3d && SliceRenderer::any(frame);
    if (sliced && !slice_) slice_ = make_slice_renderer(error);
    const glm::vec4 plane = sliced && slice_ ? slice_->draw_cells(frame) : glm::vec4(0);
    if (is_3d && scene_3d_) scene_3d_->draw(frame, plane, error);
    if (sliced && slice_) slice_->draw_air(frame);
    if (!is_3d) draw_bodies(frame, error);
    if (DebugOverlay::any(frame)) {
        if (!probes_) probes_ = make_debug_overlay(error);
        if (probes_) probes_->draw(frame);
    }
    if (ParticleOverlay::any(frame)) {
        if (!marks_) marks_.emplace(error);
        marks_->draw(frame);
    }
    if (is_3d && scene_3d_) scene_3d_->end(asked);
    backdrop_.fade_edges(asked);
}

void FrameRenderer::draw_bodies(const Frame& frame, std::string& error) {
    if (frame.particles.bodies.empty()) return;
    const bool is_3d = frame.camera.is_3d();
    if (!bodies_ || bodies_->is_3d() != is_3d) bodies_ = make_body_renderer(is_3d, error);
    if (bodies_) bodies_->draw(frame);
}

std::string_view FrameRenderer::take_capability_warning() {
    const std::string_view note = scene_3d_ ? scene_3d_->capability_warning()
                                  : style_  ? style_->capability_warning()
                                            : std::string_view();
    if (note == reported_warning_) return {};
    reported_warning_ = note;
    return note;
}

}  // namespace slosh
