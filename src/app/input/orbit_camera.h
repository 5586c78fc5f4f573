// The eye of a 3D scene: turned by dragging, moved closer and away by the wheel, sent home by a double
// click. What is shown follows what is asked for, so that every change glides.
#pragma once
#include <algorithm>
#include <cmath>
#include <glm/mat3x3.hpp>
#include <glm/vec2.hpp>
#include <glm/vec3.hpp>

namespace slosh {

// (cosine, sine), from series of an eighth of the angle and three doublings.
inline glm::vec2 direction_of(float degrees) {
    const float whole = degrees - 360 * std::floor(degrees / 360 + 0.5f);
    const float x = whole * (0.0174532925f / 8), q = x * x;
    glm::vec2 d{1 - q / 2 * (1 - q / 12 * (1 - q / 30)), x * (1 - q / 6 * (1 - q / 20))};
    for (int i = 0; i < 3; ++i) d = {d.x * d.x - d.y * d.y, 2 * d.x * d.y};
    return d;
}

class OrbitCamera {
public:
    // Angles in degrees: yaw moves the eye to the right around the scene, pitch upwards.
    struct Pose {
        float yaw = 0, pitch = 0;
        float closeness = 1;     // the scene's own distance, divided by this
        glm::vec3 aim{0, 0, 0};  // from the scene's middle to what the eye turns around
    };
    static constexpr float max_pitch = 85, min_closeness = 0.4f, max_closeness = 12;

    // Another scene: at once there.
    void start(float yaw, float pitch) { home_ = wanted_ = shown_ = bounded({yaw, pitch, 1}); }
    void reset() {
        // The shorter way round.
        const float turns = 360 * std::floor((wanted_.yaw - home_.yaw) / 360 + 0.5f);
        wanted_.yaw -= turns, shown_.yaw -= turns;
        wanted_ = home_;
    }
    // By a share of the canvas's shorter side. The scene follows the pointer.
    void turn(glm::vec2 way) {
        constexpr float rate = 200;  // degrees
        wanted_ = bounded({wanted_.yaw - rate * way.x, wanted_.pitch + rate * way.y, wanted_.closeness, wanted_.aim});
    }
    // What is away from the middle of the view by `under` stays where it is on the screen when the eye comes closer; on
    // its way back the eye turns to the scene's middle again.
    void zoom(float factor, glm::vec3 under = {0, 0, 0}) {
        if (!(factor > 0)) return;
        const float before = wanted_.closeness;
        wanted_ = bounded({wanted_.yaw, wanted_.pitch, before * factor, wanted_.aim});
        const float now = wanted_.closeness;
        if (now <= 1) wanted_.aim = {0, 0, 0};
        else if (now > before) wanted_.aim = wanted_.aim + (1 - before / now) * under;
        else wanted_.aim = wanted_.aim * ((now - 1) / (before - 1));
    }
    // True while it still moves.
    bool advance(float seconds) {
        constexpr float time = 0.07f;
        const float share = 1 - std::exp(-std::clamp(seconds, 0.0f, 0.2f) / time);
        const Pose way{wanted_.yaw - shown_.yaw, wanted_.pitch - shown_.pitch, wanted_.closeness - shown_.closeness};
        const glm::vec3 aim = wanted_.aim - shown_.aim;
        const float far = std::max({std::abs(aim.x), std::abs(aim.y), std::abs(aim.z)});
        const float rest = std::max({std::abs(way.yaw), std::abs(way.pitch), 60 * std::abs(way.closeness), 60 * far});
        if (rest < 0.05f) {
            shown_ = wanted_;
            return false;
        }
        shown_ = {shown_.yaw + share * way.yaw, shown_.pitch + share * way.pitch,
                  shown_.closeness + share * way.closeness, shown_.aim + share * aim};
        return true;
    }

    const Pose& shown() const { return shown_; }
    const Pose& wanted() const { return wanted_; }
    // The camera's axes: to the right, upwards, towards the eye.
    glm::mat3 axes() const {
        const glm::vec2 y = direction_of(shown_.yaw), p = direction_of(shown_.pitch);
        return {glm::vec3(y.x, 0, -y.y), glm::vec3(-p.y * y.y, p.x, -p.y * y.x), glm::vec3(p.x * y.y, p.y, p.x * y.x)};
    }
    // Horizontal, to the right on the screen: x and z.
    glm::vec2 heading() const {
        const glm::vec2 y = direction_of(shown_.yaw);
        return {y.x, -y.y};
    }

private:
    static Pose bounded(Pose p) {
        const auto number = [](float v, float otherwise) { return std::isfinite(v) ? v : otherwise; };
        return {number(p.yaw, 0),
                std::clamp(number(p.pitch, 0), -max_pitch, max_pitch),
                std::clamp(number(p.closeness, 1), min_closeness, max_closeness),
                {number(p.aim.x, 0), number(p.aim.y, 0), number(p.aim.z, 0)}};
    }
    Pose home_, wanted_, shown_;
};

}  // namespace slosh
