// How finely the picture is drawn, and its way onto the canvas.
#include <algorithm>
#include <cmath>

#include "app/app.h"

namespace slosh {

// By the frames before, where the choice is left to us: by what they cost the graphics card, if it tells and
// there is a panel.
void App::choose_quality(double now_ms) {
    const double since = now_ms - std::exchange(chosen_at_, now_ms);
    const int asked = settings_.look.quality;
    const auto wanted = static_cast<double>(settings_.look.frame_ms);
    constexpr double rest = 250;  // off-screen, or a hidden tab
    if (asked != RenderSettings::automatic) {
        constexpr int levels[] = {low_quality, medium_quality, full_quality};
        level_ = levels[asked];
        return;
    }
    if (SLOSH_PANEL && timers_) {
        if (std::exchange(frames_known_, timers_->frames()) != timers_->frames())
            control_.feed(timers_->latest_sum(), wanted, true);
    } else if (since > 0 && since < rest) {
        control_.feed(since, wanted, false);
    }
    level_ = control_.level();
}

// As the quality allows.
void App::make_as_fine(Frame& frame) const {
    Camera& camera = frame.camera;
    frame.quality = qualities[level_];
    const float share = frame.quality.resolution;
    camera.pixels = glm::max(glm::ivec2(glm::round(share * glm::vec2(camera.pixels))), glm::ivec2(1));
    camera.shift *= share;
    frame.dpr *= share;
}

// By way of a smaller canvas, from which it is stretched.
void App::draw_small(const Frame& frame, std::string& error) {
    if (!small_) small_.emplace();
    Frame small = frame;
    make_as_fine(small);
    small_->resize(small.camera.pixels);
    small.target = small_->framebuffer();
    painter_->draw(small, error);
    const gl::Pass pass(timers_.get(), "stretching");
    small_->blit_to(0, {0, 0}, canvas_);
    glViewport(0, 0, canvas_.x, canvas_.y);
}

}  // namespace slosh
