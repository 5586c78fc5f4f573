#include "render/frame_renderer.h"

namespace slosh {

void FrameRenderer::draw(const Frame& asked, std::string& error) {
    const bool deep = asked.camera.deep();
    if (deep) {
        style_.reset();
        style_index_ = -1;
        if (!deep_) deep_ = make_scene_renderer_3d(error);
    } else if (style_index_ != asked.look.style) {
        deep_.reset();
        style_.reset();
        style_ = make_style(asked.look.style, error);
        if (!error.empty()) style_.reset();
        style_index_ = asked.look.style;
    }
    const Frame frame = deep_ ? deep_->begin(asked) : asked;
    glBindFramebuffer(GL_FRAMEBUFFER, frame.target);
    glViewport(0, 0, frame.camera.pixels.x, frame.camera.pixels.y);
    glDisable(GL_DEPTH_TEST);
    glDisable(GL_SCISSOR_TEST);
    glClearColor(0, 0, 0, 0);
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
    if (deep && deep_) deep_->draw_behind(frame);
    if (!deep) backdrop_.draw_container(frame);
    // In depth the particles' soft edges are drawn over the bodies.
    if (deep) draw_bodies(frame, error);
    if (style_) style_->draw(frame);
    // What is solid of a slice hides what is behind it, and the rest lies over that.
    const bool sliced = deep && SliceRenderer::any(frame);
    if (sliced && !slice_) slice_ = make_slice_painter(error);
    const glm::vec4 plane = sliced && slice_ ? slice_->draw_cells(frame) : glm::vec4(0);
    if (deep && deep_) deep_->draw(frame, plane, error);
    if (sliced && slice_) slice_->draw_air(frame);
    if (!deep) draw_bodies(frame, error);
    if (DebugOverlay::any(frame)) {
        if (!probes_) probes_ = make_probes(error);
        if (probes_) probes_->draw(frame);
    }
    if (ParticleOverlay::any(frame)) {
        if (!marks_) marks_.emplace(error);
        marks_->draw(frame);
    }
    if (deep && deep_) deep_->end(asked);
    backdrop_.fade_edges(asked);
}

void FrameRenderer::draw_bodies(const Frame& frame, std::string& error) {
    if (frame.particles.bodies.empty()) return;
    const bool deep = frame.camera.deep();
    if (!bodies_ || bodies_->deep() != deep) bodies_ = make_body_painter(deep, error);
    if (bodies_) bodies_->draw(frame);
}

std::string_view FrameRenderer::take_note() {
    const std::string_view note = deep_ ? deep_->note() : style_ ? style_->note() : std::string_view();
    if (note == told_) return {};
    told_ = note;
    return note;
}

}  // namespace slosh
