// Gravity tilted by the arrow keys: a tap is a few degrees, holding goes on.
#pragma once
#include <algorithm>
#include <glm/vec3.hpp>

namespace slosh {

class Tilt {
public:
    // Positive directions let the fluid run to the right.
    void press(int direction) {
        if (held_ != direction) turn(static_cast<float>(direction) * tap);
        held_ = direction;
    }
    void lift(int direction) {
        if (held_ == direction) held_ = 0;
    }
    void lift_all() { held_ = 0; }
    void level() { angle_ = 0, held_ = 0; }
    void advance(float dt) { turn(static_cast<float>(held_) * rate * dt); }

    float degrees() const { return angle_; }
    glm::vec3 apply(glm::vec3 gravity) const {
        // Cosine and sine from the tangent of half the angle, whose series is good to 1e-5 up to
        // 30 degrees: no trigonometry in the module.
        const float x = angle_ * 0.00872664626f, q = x * x;
        const float t = x * (1 + q * (1.0f / 3 + q * (2.0f / 15 + q * (17.0f / 315 + q * (62.0f / 2835)))));
        const float c = (1 - t * t) / (1 + t * t), s = 2 * t / (1 + t * t);
        return {c * gravity.x - s * gravity.y, s * gravity.x + c * gravity.y, gravity.z};
    }

private:
    static constexpr float most = 60, tap = 5, rate = 60;  // degrees, degrees, degrees a second
    void turn(float degrees) { angle_ = std::clamp(angle_ + degrees, -most, most); }
    float angle_ = 0;
    int held_ = 0;
};

}  // namespace slosh
