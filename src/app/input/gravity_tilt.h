// Gravity tilted by the arrow keys (a tap is a few degrees, holding goes on), or by a device that is itself tilted.
#pragma once
#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>
#include <glm/vec2.hpp>
#include <glm/vec3.hpp>

namespace slosh {

class GravityTilt {
public:
    // Positive directions let the fluid run to the right, or away from the viewer.
    void press(int direction) { press(direction, held_, {1, 0}); }
    void press_away(int direction) { press(direction, held_away_, {0, 1}); }
    void lift(int direction) {
        if (held_ == direction) held_ = 0;
    }
    void lift_away(int direction) {
        if (held_away_ == direction) held_away_ = 0;
    }
    void lift_all() { held_ = held_away_ = 0; }
    void level() { angle_ = {0, 0}, lift_all(); }
    void advance(float dt) { turn(glm::vec2(held_, held_away_) * (rate * dt)); }
    // A device that is held: which way is down, on its screen to the right, up and towards the viewer, length 1.
    // On top of what the keys have tilted. Nothing, or what is no direction, lets go of it.
    void lean(glm::vec3 down) {
        const float length = glm::dot(down, down);
        leaning_ = length > 0.25f && length < 4;
        down_ = leaning_ ? down : glm::vec3(0, -1, 0);
    }

    // What is to the right on the screen: world x and z, length 1. What was tilted before stays.
    void face(glm::vec2 right) { right_ = right; }
    void set_deep(bool deep) { deep_ = deep; }

    float degrees() const { return angle_.y == 0 ? angle_.x : glm::length(angle_); }
    // What it depends on, to tell changes.
    struct State {
        glm::vec2 angle{0, 0};
        glm::vec3 down{0, -1, 0};
        bool operator==(const State&) const = default;
    };
    State state() const { return {angle_, down_}; }

    glm::vec3 apply(glm::vec3 gravity) const { return leaned(keyed(gravity)); }

private:
    // In the flat what pulls into the screen is lost: a device that lies on its back makes its fluid weightless.
    glm::vec3 leaned(glm::vec3 g) const {
        if (!leaning_) return g;
        if (!deep_) return {-down_.y * g.x - down_.x * g.y, down_.x * g.x - down_.y * g.y, g.z};
        const float strength = glm::length(g);
        const glm::vec3 right{right_.x, 0, right_.y}, nearer{-right_.y, 0, right_.x};
        return strength * (down_.x * right + down_.z * nearer + glm::vec3(0, down_.y, 0));
    }
    glm::vec3 keyed(glm::vec3 gravity) const {
        if (angle_.y == 0) return turned(gravity, angle_.x);
        // About the horizontal axis across the direction: split into the part along it, and the rest.
        const float degrees = glm::length(angle_);
        const glm::vec2 to = angle_ / degrees;
        const float along = gravity.x * to.x + gravity.z * to.y, across = gravity.z * to.x - gravity.x * to.y;
        const glm::vec3 g = turned({along, gravity.y, across}, degrees);
        return {g.x * to.x - g.z * to.y, g.y, g.x * to.y + g.z * to.x};
    }

    static glm::vec3 turned(glm::vec3 gravity, float degrees) {
        // Cosine and sine from the tangent of half the angle, whose series is good to 1e-5 up to
        // 30 degrees: no trigonometry in the module.
        const float x = degrees * 0.00872664626f, q = x * x;
        const float t = x * (1 + q * (1.0f / 3 + q * (2.0f / 15 + q * (17.0f / 315 + q * (62.0f / 2835)))));
        const float c = (1 - t * t) / (1 + t * t), s = 2 * t / (1 + t * t);
        return {c * gravity.x - s * gravity.y, s * gravity.x + c * gravity.y, gravity.z};
    }

    static constexpr float most = 60, tap = 5, rate = 60;  // degrees, degrees, degrees a second
    void press(int direction, int& held, glm::vec2 way) {
        if (held != direction) turn(way * (static_cast<float>(direction) * tap));
        held = direction;
    }
    // Screen directions: to the right, away.
    void turn(glm::vec2 degrees) {
        const glm::vec2 world{degrees.x * right_.x + degrees.y * right_.y, degrees.x * right_.y - degrees.y * right_.x};
        angle_ += world;
        if (angle_.y == 0) angle_.x = std::clamp(angle_.x, -most, most);
        else if (const float length = glm::length(angle_); length > most) angle_ *= most / length;
    }
    glm::vec2 angle_{0, 0};  // degrees towards world x and z
    glm::vec2 right_{1, 0};
    int held_ = 0, held_away_ = 0;
    glm::vec3 down_{0, -1, 0};
    bool leaning_ = false, deep_ = false;
};

}  // namespace slosh
