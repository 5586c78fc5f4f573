// The dragged container: hangs on a critically damped spring from the pointer, or from its rest place once
// released. Speed and acceleration are bounded, so a drag of any violence stays one that the fluid can follow.
#pragma once
#include <cmath>
#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <glm/vec3.hpp>

#include "domain/domain.h"

namespace slosh {

class ContainerDrag {
public:
    // `size` is the container's half extent: all bounds are multiples of it.
    void resize(float size) { *this = ContainerDrag{}, size_ = size > 0 ? size : 1; }

    // Where the pointer takes hold, and where it is now: world positions. What is not a number is ignored.
    void grab(glm::vec3 at) {
        if (!finite(at)) return;
        held_ = true;
        grip_ = sane(at) - offset_;
        target_ = offset_;
    }
    void pull(glm::vec3 at) {
        if (held_ && finite(at)) target_ = within_reach(sane(at) - grip_);
    }
    void release() {
        held_ = false;
        target_ = {0, 0, 0};
    }
    bool held() const { return held_; }
    glm::vec3 offset() const { return offset_; }
    Motion motion() const { return {offset_, velocity_}; }

    // The motion during the next step: the offset at its start, and the velocity that leads to the next one's.
    Motion advance(float dt) {
        const float stiffness = held_ ? held_rate : free_rate;
        const glm::vec3 acceleration = stiffness * stiffness * (target_ - offset_) - 2 * stiffness * velocity_;
        velocity_ = shortened(velocity_ + shortened(acceleration, max_acceleration * size_) * dt, max_speed * size_);
        if (!held_ && glm::length(offset_) < at_rest * size_ && glm::length(velocity_) < at_rest * size_)
            velocity_ = {0, 0, 0};
        const Motion motion{offset_, velocity_};
        offset_ = offset_ + velocity_ * dt;
        return motion;
    }

    static constexpr float max_speed = 5;          // sizes a second
    static constexpr float max_acceleration = 60;  // sizes a second, each second
    static constexpr float max_offset = 1;         // sizes

private:
    static constexpr float held_rate = 18, free_rate = 9;  // 1/s
    static constexpr float at_rest = 1e-5f;

    static bool finite(glm::vec3 v) { return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z); }

    // Places beyond any canvas count as far away, so that lengths stay numbers.
    glm::vec3 sane(glm::vec3 v) const { return glm::clamp(v, glm::vec3(-1e6f * size_), glm::vec3(1e6f * size_)); }

    static glm::vec3 shortened(glm::vec3 v, float limit) {
        const float length = glm::length(v);
        return length > limit ? v * (limit / length) : v;
    }

    // Follows the pointer one to one at first, then gives way less and less.
    glm::vec3 within_reach(glm::vec3 v) const {
        const float length = glm::length(v), free = 0.5f * max_offset * size_, rest = max_offset * size_ - free;
        return length > free ? v * ((free + rest * (1 - std::exp((free - length) / rest))) / length) : v;
    }

    float size_ = 1;
    bool held_ = false;
    glm::vec3 offset_{0, 0, 0}, velocity_{0, 0, 0}, target_{0, 0, 0};
    glm::vec3 grip_{0, 0, 0};  // from the resting container's place to where it was taken
};

}  // namespace slosh
