// Layout of the canvas: viewports and the camera.
#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "app/input/container_extent.h"
#include "app/view.h"
#include "base/decimal.h"

namespace slosh {

void View::resize(glm::ivec2 pixels, float dpr, bool is_page_dark) {
    constexpr int max_pixels = 16384;  // of WebGL drawing buffers
    canvas_ = camera_.pixels = glm::clamp(pixels, glm::ivec2(1), glm::ivec2(max_pixels));
    is_page_dark_ = is_page_dark;
    dpr_ = dpr >= 0.25f && dpr <= 16 ? dpr : 1;
}

void View::set_covered(glm::vec2 covered, Transition transition) {
    covered_goal_ = covered;
    if (transition == Transition::none) covered_ = covered;
}

void View::split(size_t viewports) {
    viewports_ = viewports;
    for (size_t i = viewports; i < max_simulations; ++i) renderers_[i].reset();
}

// A single viewport fills the canvas, and the camera is shifted away from the panel. Two viewports divide the part
// beside the panel.
View::Viewport View::viewport(size_t index) const {
    if (!SLOSH_PANEL || viewports_ == 1) return {{0, 0}, canvas_};
    const glm::ivec2 low(glm::ceil(covered_)), size = glm::max((canvas_ - low) / glm::ivec2(2, 1), glm::ivec2(1));
    return {low + glm::ivec2(static_cast<int>(index) * size.x, 0), size};
}

size_t View::viewport_at(glm::vec2 pixel) const {
    size_t index = SLOSH_PANEL ? viewports_ - 1 : 0;
    while (index > 0 && pixel.x < static_cast<float>(viewport(index).low.x)) --index;
    return index;
}

void View::update_camera(const Scene& scene) {
    camera_.pixels = viewport(0).size;
    const glm::vec2 covered = SLOSH_PANEL && viewports_ > 1 ? glm::vec2(0) : covered_;
    const SceneView& view = scene.view;
    constexpr float min_free = 0.25f;  // fraction of the canvas, also where the panel covers more
    const glm::vec2 size(camera_.pixels), free = glm::max(size - covered, min_free * size);
    // The view must fit into the free part in both directions: the smaller scale.
    const glm::vec2 extent = view_extent(scene);
    const float unit = std::min(free.x / extent.x, free.y / extent.y);
    camera_.width = size.x / unit;
    camera_.height = size.y / unit;
    camera_.distance = 0;
    camera_.centre = view.centre - glm::vec3(covered / (2 * unit), 0);
    if (scene.domain.dimensions != 3) return;
    camera_.fit_distance = fit_distance(view);
    camera_.distance = camera_.fit_distance / orbit_.shown().zoom;
    camera_.axes = orbit_.axes();
    camera_.centre = view.centre + orbit_.shown().target;
    camera_.shift = 0.5f * covered;
}

std::string View::eye() const {
    if (orbit_.is_home()) return {};
    const OrbitCamera::Pose& pose = orbit_.goal();
    std::string text;
    for (const float value : {pose.yaw, pose.pitch, pose.zoom, pose.target.x, pose.target.y, pose.target.z})
        text.append(text.empty() ? "" : " ") += write_number(static_cast<double>(value), 4);
    return text;
}

Outcome View::look(std::string_view eye) {
    if (eye.empty()) {
        orbit_.reset();
        return {};
    }
    std::array<float, 6> values{0, 0, 1, 0, 0, 0};
    size_t count = 0;
    bool is_valid = true;
    for (size_t start = 0; is_valid && start <= eye.size(); ++count) {
        const size_t end = std::min(eye.find(' ', start), eye.size());
        is_valid = count < values.size() && parse_number(eye.substr(start, end - start), values[count]);
        start = end + 1;
    }
    if (!is_valid || count < 3)
        return Outcome::refused("eye: not of the form \"yaw pitch zoom\" or \"yaw pitch zoom x y z\"");
    orbit_.look({values[0], values[1], values[2], {values[3], values[4], values[5]}});
    return {};
}

void View::advance_covered(double elapsed) {
    constexpr double approach = 12;  // of what remains, 1/s
    constexpr float snap = 0.5f;     // device pixels
    const glm::vec2 remaining = covered_goal_ - covered_;
    const bool is_near = std::max(std::abs(remaining.x), std::abs(remaining.y)) < snap;
    const auto part = static_cast<float>(std::clamp(approach * elapsed, 0.0, 1.0));
    covered_ = is_near ? covered_goal_ : covered_ + part * remaining;
}

void View::advance(const Scene& scene, const Input::CameraDelta& delta, double now_ms) {
    const double elapsed = moved_at_ms_ >= 0 && std::isfinite(now_ms) ? (now_ms - moved_at_ms_) / 1000 : 0;
    moved_at_ms_ = now_ms;
    advance_covered(elapsed);
    if (scene.domain.dimensions != 3) return;
    const glm::ivec2 size = camera_.pixels;
    orbit_.turn(delta.turn / static_cast<float>(std::max(1, std::min(size.x, size.y))));
    orbit_.zoom(delta.zoom);
    orbit_.advance(static_cast<float>(elapsed));
    update_camera(scene);
}

}  // namespace slosh
