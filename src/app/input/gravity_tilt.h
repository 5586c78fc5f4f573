// Tilted gravity: by the arrow keys (a press is a few degrees, a held key tilts further), or by the device
// orientation.
#pragma once
#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>
#include <glm/vec2.hpp>
#include <glm/vec3.hpp>

namespace slosh {

class GravityTilt {
public:
    // Positive directions move the fluid to the right, or away from the viewer.
    void press(int direction) { press(direction, held_, {1, 0}); }
    void press_depth(int direction) { press(direction, held_depth_, {0, 1}); }
    void release(int direction) {
        if (held_ == direction) held_ = 0;
    }
    void release_depth(int direction) {
        if (held_depth_ == direction) held_depth_ = 0;
    }
    void release_keys() { held_ = held_depth_ = 0; }
    void level() {
        angle_ = {0, 0};
        release_keys();
    }
    void advance(float dt) { turn(glm::vec2(held_, held_depth_) * (rate * dt)); }
    // Device orientation: the unit vector of gravity in screen axes (right, up, towards the viewer). Added to the tilt
    // of the keys. A vector that is far from unit length, or NaN, switches it off.
    void set_device_gravity(glm::vec3 down) {
        const float length2 = glm::dot(down, down);
        has_device_ = length2 > 0.25f && length2 < 4;
        device_down_ = has_device_ ? down : glm::vec3(0, -1, 0);
    }

    // The screen's right in world x and z, of length 1. Does not change the current tilt.
    void set_screen_right(glm::vec2 right) { screen_right_ = right; }
    void set_3d(bool is_3d) { is_3d_ = is_3d; }

    // Of the keys, in degrees towards world x and z.
    glm::vec2 angle() const { return angle_; }
    void set_angle(glm::vec2 degrees) {
        const float length = glm::length(degrees);
        angle_ = length > max_angle ? degrees * (max_angle / length) : degrees;
    }
    float degrees() const { return angle_.y == 0 ? angle_.x : glm::length(angle_); }
    // All that apply() depends on, to detect changes.
    struct State {
        glm::vec2 angle{0, 0};
        glm::vec3 down{0, -1, 0};
        bool has_device = false, is_3d = false;
        glm::vec2 screen_right{1, 0};  // of device orientation in 3D
        bool operator==(const State&) const = default;
    };
    State state() const {
        const bool by_view = has_device_ && is_3d_;
        return {angle_, device_down_, has_device_, is_3d_, by_view ? screen_right_ : glm::vec2(1, 0)};
    }

    glm::vec3 apply(glm::vec3 gravity) const { return tilted_by_device(tilted_by_keys(gravity)); }

private:
    // In 2D the component perpendicular to the screen is ignored: on a device that lies flat the fluid is weightless.
    glm::vec3 tilted_by_device(glm::vec3 g) const {
        if (!has_device_) return g;
        const glm::vec3 down = device_down_;
        if (!is_3d_) return {-down.y * g.x - down.x * g.y, down.x * g.x - down.y * g.y, g.z};
        const float strength = glm::length(g);
        const glm::vec3 right{screen_right_.x, 0, screen_right_.y}, nearer{-screen_right_.y, 0, screen_right_.x};
        return strength * (down.x * right + down.z * nearer + glm::vec3(0, down.y, 0));
    }
    glm::vec3 tilted_by_keys(glm::vec3 gravity) const {
        if (angle_.y == 0) return rotated(gravity, angle_.x);
        // A rotation about the horizontal axis across the tilt direction: split into the component along that direction
        // and the rest.
        const float degrees = glm::length(angle_);
        const glm::vec2 to = angle_ / degrees;
        const float along = gravity.x * to.x + gravity.z * to.y, across = gravity.z * to.x - gravity.x * to.y;
        const glm::vec3 g = rotated({along, gravity.y, across}, degrees);
        return {g.x * to.x - g.z * to.y, g.y, g.x * to.y + g.z * to.x};
    }

    static glm::vec3 rotated(glm::vec3 gravity, float degrees) {
        // Cosine and sine from the tangent of half the angle, whose series has an error below 1e-5 up to
        // 30 degrees: the module needs no trigonometric functions.
        const float x = degrees * 0.00872664626f, q = x * x;  // half the angle in radians
        const float t = x * (1 + q * (1.0f / 3 + q * (2.0f / 15 + q * (17.0f / 315 + q * (62.0f / 2835)))));
        const float c = (1 - t * t) / (1 + t * t), s = 2 * t / (1 + t * t);
        return {c * gravity.x - s * gravity.y, s * gravity.x + c * gravity.y, gravity.z};
    }

    static constexpr float max_angle = 60;  // degrees
    static constexpr float tap = 5;         // degrees of a key press
    static constexpr float rate = 60;       // degrees per second while a key is held
    void press(int direction, int& held, glm::vec2 axis) {
        if (held != direction) turn(axis * (static_cast<float>(direction) * tap));
        held = direction;
    }
    // Screen directions: to the right, away from the viewer.
    void turn(glm::vec2 degrees) {
        const glm::vec2 right = screen_right_;
        angle_ += glm::vec2(degrees.x * right.x + degrees.y * right.y, degrees.x * right.y - degrees.y * right.x);
        if (angle_.y == 0) angle_.x = std::clamp(angle_.x, -max_angle, max_angle);
        else if (const float length = glm::length(angle_); length > max_angle) angle_ *= max_angle / length;
    }
    glm::vec2 angle_{0, 0};            // degrees towards world x and z
    glm::vec2 screen_right_{1, 0};     // world x and z
    int held_ = 0, held_depth_ = 0;    // direction of the held key, +1 or -1; 0: none
    glm::vec3 device_down_{0, -1, 0};  // screen axes, of length 1
    bool has_device_ = false, is_3d_ = false;
};

}  // namespace slosh
