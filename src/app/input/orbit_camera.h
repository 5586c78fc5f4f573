// The orbit camera of a 3D scene: dragging turns it, the wheel zooms, a double click resets it. The shown pose
// approaches the goal pose exponentially, so that every change is smooth.
#pragma once
#include <algorithm>
#include <cmath>
#include <glm/common.hpp>
#include <glm/mat3x3.hpp>
#include <glm/vec2.hpp>
#include <glm/vec3.hpp>

namespace slosh {

// (cosine, sine): Taylor series of an eighth of the angle, then three angle doublings.
inline glm::vec2 direction_of(float degrees) {
    const float wrapped = degrees - 360 * std::floor(degrees / 360 + 0.5f);
    const float x = wrapped * (0.0174532925f / 8), q = x * x;
    glm::vec2 d{1 - q / 2 * (1 - q / 12 * (1 - q / 30)), x * (1 - q / 6 * (1 - q / 20))};
    for (int i = 0; i < 3; ++i) d = {d.x * d.x - d.y * d.y, 2 * d.x * d.y};
    return d;
}

class OrbitCamera {
public:
    // Angles in degrees: yaw moves the camera to the right around the scene, pitch upwards.
    struct Pose {
        float yaw = 0, pitch = 0;
        float zoom = 1;             // the default distance of the scene divided by this
        glm::vec3 target{0, 0, 0};  // the orbit's centre, relative to the scene's centre
    };
    static constexpr float max_pitch = 85, min_zoom = 0.4f, max_zoom = 12;

    // The home pose of another scene, without a transition.
    void start(float yaw, float pitch) { home_ = goal_ = shown_ = bounded({.yaw = yaw, .pitch = pitch}); }
    void reset() {
        // By the shorter rotation.
        const float turns = 360 * std::floor((goal_.yaw - home_.yaw) / 360 + 0.5f);
        goal_.yaw -= turns;
        shown_.yaw -= turns;
        goal_ = home_;
    }
    // Another pose, without a transition.
    void look(const Pose& pose) { goal_ = shown_ = bounded(pose); }
    bool is_home() const {
        return goal_.yaw == home_.yaw && goal_.pitch == home_.pitch && goal_.zoom == home_.zoom &&
               goal_.target == home_.target;
    }
    // `moved` is a pointer's movement as a fraction of the canvas's shorter side. The scene follows the pointer.
    void turn(glm::vec2 moved) {
        constexpr float rate = 200;  // degrees per shorter side
        goal_ = bounded({goal_.yaw - rate * moved.x, goal_.pitch + rate * moved.y, goal_.zoom, goal_.target});
    }
    // Zooming in keeps `fixed_point`, relative to the centre of the view, at its pixel; zooming out moves the target
    // back to the scene's centre.
    void zoom(float factor, glm::vec3 fixed_point = {0, 0, 0}) {
        if (!(factor > 0)) return;
        const float before = goal_.zoom;
        goal_ = bounded({goal_.yaw, goal_.pitch, before * factor, goal_.target});
        const float now = goal_.zoom;
        if (now <= 1) goal_.target = {0, 0, 0};
        else if (now > before) goal_.target = goal_.target + (1 - before / now) * fixed_point;
        else goal_.target = goal_.target * ((now - 1) / (before - 1));
    }
    // Moves the shown pose towards the goal. Returns false when it has arrived.
    bool advance(float seconds) {
        constexpr float time_constant = 0.07f, max_seconds = 0.2f;  // s, of the exponential approach
        constexpr float snap = 0.05f;                               // degrees: below that the goal is reached
        constexpr float scale = 60;  // degrees that count as much as one unit of zoom or of the target
        const float fraction = 1 - std::exp(-std::clamp(seconds, 0.0f, max_seconds) / time_constant);
        const Pose delta{goal_.yaw - shown_.yaw, goal_.pitch - shown_.pitch, goal_.zoom - shown_.zoom,
                         goal_.target - shown_.target};
        const glm::vec3 moved = glm::abs(delta.target);
        const float distance = std::max({moved.x, moved.y, moved.z});
        const float remaining =
            std::max({std::abs(delta.yaw), std::abs(delta.pitch), scale * std::abs(delta.zoom), scale * distance});
        if (remaining < snap) {
            shown_ = goal_;
            return false;
        }
        shown_.yaw += fraction * delta.yaw;
        shown_.pitch += fraction * delta.pitch;
        shown_.zoom += fraction * delta.zoom;
        shown_.target += fraction * delta.target;
        return true;
    }

    const Pose& shown() const { return shown_; }
    const Pose& goal() const { return goal_; }
    // The camera's axes: right, up, back (towards the viewer).
    glm::mat3 axes() const {
        const glm::vec2 y = direction_of(shown_.yaw), p = direction_of(shown_.pitch);
        return {glm::vec3(y.x, 0, -y.y), glm::vec3(-p.y * y.y, p.x, -p.y * y.x), glm::vec3(p.x * y.y, p.y, p.x * y.x)};
    }
    // The screen's right in the horizontal plane: world x and z.
    glm::vec2 heading() const {
        const glm::vec2 y = direction_of(shown_.yaw);
        return {y.x, -y.y};
    }

private:
    static Pose bounded(Pose p) {
        const auto finite = [](float v, float fallback) { return std::isfinite(v) ? v : fallback; };
        return {finite(p.yaw, 0),
                std::clamp(finite(p.pitch, 0), -max_pitch, max_pitch),
                std::clamp(finite(p.zoom, 1), min_zoom, max_zoom),
                {finite(p.target.x, 0), finite(p.target.y, 0), finite(p.target.z, 0)}};
    }
    Pose home_, goal_, shown_;
};

}  // namespace slosh
