// Two simulations side by side. In builds with a panel, which writes below them what they are.
#include <algorithm>

#include "app/app.h"

namespace slosh {

// "" ends it. Both begin anew.
SetResult::Status App::compare(std::string_view text) {
    if (!SLOSH_PANEL) {
        if (text.empty()) return SetResult::ok;
        message("warning", "compare: only with the panel (the attribute controls)");
        return SetResult::refused;
    }
    if (text.empty()) {
        if (other_) values_changed_ = true;
        other_.reset(), beside_.reset();
        settings_.max_particles = max_particles;
        readings_.compares = false;
        return SetResult::ok;
    }
    auto other = std::make_shared<Comparison>();
    const SetResult result = other->set(text, settings_);
    if (result.status != SetResult::ok) message("warning", result.message);
    if (result.status == SetResult::refused) return result.status;
    other_ = std::move(other);
    settings_.max_particles = Comparison::max_particles;
    rebuild_ = values_changed_ = true;
    return result.status;
}

// What the panel leaves free, halved.
App::Half App::left_half() const {
    const glm::ivec2 low(glm::ceil(covered_));
    return {low, glm::max((canvas_ - low) / glm::ivec2(2, 1), glm::ivec2(1))};
}

// A pixel of the canvas as one of the half it lies in; while a button is held, of the half that it was pressed in.
glm::vec2 App::in_half(const PointerEvent& event) {
    const Half half = left_half();
    const bool held = event.buttons != 0 && event.type != PointerEvent::down;
    if (!held) on_right_ = event.pixel.x >= static_cast<float>(half.low.x + half.size.x);
    return event.pixel - glm::vec2(half.low.x + (on_right_ ? half.size.x : 0), 0);
}

void App::step_other(float dt, std::span<const PointerForce> hands, const Motion& container) {
    const bool was_broken = other_->broken();
    other_->step(dt, hands, container);
    if (other_->broken() && !was_broken)
        message("warning", "compare: the simulation with " + other_->differences(other_->settings()) +
                               " broke down at step " + write_number(static_cast<double>(steps_since_start_ + 1), 9));
    for (size_t side = 0; side < 2; ++side) {
        readings_.sides[side].step_ms += side == 0 ? step_ms_ : other_->step_ms();
        ++readings_.sides[side].steps;
    }
    step_ms_ += other_->step_ms();
}

void App::draw_beside(const Frame& first, std::string& error) {
    if (!beside_) beside_ = std::make_shared<SplitRenderer>(error);
    const Half half = left_half();
    glClearColor(0, 0, 0, 0);
    glClear(GL_COLOR_BUFFER_BIT);
    const auto draw = [&](FrameRenderer& painter, Frame frame, SimulationPanelState& side) {
        make_as_fine(frame);
        beside_->canvas.resize(frame.camera.pixels);
        frame.target = beside_->canvas.framebuffer();
        painter.draw(frame, error);
        beside_->canvas.blit_to(0, half.low + glm::ivec2(&side == &readings_.sides[0] ? 0 : half.size.x, 0), half.size);
        side.grid = frame.grid, side.slice_range = painter.slice_range();
    };
    draw(*painter_, first, readings_.sides[0]);
    Settings& settings = other_->settings();
    Frame second{other_->particles(), settings.scene.domain, first.container, camera_, settings.look, dpr_};
    second.derived = observe(second.particles, settings.look.colour_by);
    second.picked = look_at_picked(second.particles, readings_.sides[1].picked);
    second.slice = settings.scene.slice;
    second.diffuse = foam_of(1);
    second.timers = first.timers;
    second.water = settings.deep;
    second.environment = first.environment;
    if (!other_->broken())
        second.grid = looks_back() ? other_->solver().grid_at(second.slice.iteration) : other_->solver().grid();
    second.ellipsoids = ellipsoids_of(1, second);
    draw(beside_->painter, second, readings_.sides[1]);
    glViewport(0, 0, canvas_.x, canvas_.y);
    for (size_t side = 0; side < 2; ++side) {
        const auto right = static_cast<int>(side) * half.size.x;
        readings_.sides[side].corner = {half.low.x + right, 0};
        readings_.sides[side].look = side == 0 ? settings_.look : settings.look;
        readings_.sides[side].slice = side == 0 ? settings_.scene.slice : settings.scene.slice;
    }
}

// Twice a second, as the other figures.
void App::measure_sides() {
    for (size_t at = 0; at < 2; ++at) {
        SimulationPanelState& side = readings_.sides[at];
        side.broken = at == 0 ? broken_ : other_->broken();
        if (!side.broken) side.stats = at == 0 ? stats_ : other_->solver().stats();
        if (side.steps > 0 && side.step_ms > 0) side.steps_a_second = 1000 * side.steps / side.step_ms;
        side.steps = 0, side.step_ms = 0;
        side.settings = other_->differences(at == 0 ? settings_ : other_->settings());
    }
    readings_.compares = true;
}

}  // namespace slosh
