#include "render/painter.h"

namespace slosh {

void Painter::draw(const Frame& frame, std::string& error) {
    if (style_index_ != frame.look.style) {
        style_.reset();
        style_ = make_style(frame.look.style, error);
        if (!error.empty()) style_.reset();
        style_index_ = frame.look.style;
    }
    glBindFramebuffer(GL_FRAMEBUFFER, frame.target);
    glViewport(0, 0, frame.camera.pixels.x, frame.camera.pixels.y);
    glDisable(GL_DEPTH_TEST);
    glDisable(GL_SCISSOR_TEST);
    glClearColor(0, 0, 0, 0);
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
    backdrop_.draw_container(frame);
    if (style_) style_->draw(frame);
    bodies_.draw(frame);
    backdrop_.fade_edges(frame);
}

std::string_view Painter::take_note() {
    const std::string_view note = style_ ? style_->note() : std::string_view();
    if (note == told_) return {};
    told_ = note;
    return note;
}

}  // namespace slosh
