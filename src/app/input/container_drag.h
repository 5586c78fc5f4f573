// The dragged container: a critically damped spring towards the pointer, or towards its rest position after the
// release. Speed and acceleration are bounded, so that the solvers remain stable for any movement of the pointer.
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
    void resize(float size) {
        *this = ContainerDrag{};
        size_ = size > 0 ? size : 1;
    }

    // The grabbed point, and the position that it is dragged to: world. Non-finite positions are ignored.
    void grab(glm::vec3 at) {
        if (!finite(at)) return;
        held_ = true;
        grip_ = clamped(at) - offset_;
        target_ = offset_;
    }
    void set_target(glm::vec3 at) {
        if (held_ && finite(at)) target_ = softened(clamped(at) - grip_);
    }
    void release() {
        held_ = false;
        target_ = {0, 0, 0};
    }
    bool held() const { return held_; }
    glm::vec3 offset() const { return offset_; }
    Motion motion() const { return {offset_, velocity_}; }

    // The motion during the next step: the offset at its start, and the velocity during it.
    Motion advance(float dt) {
        const float stiffness = held_ ? held_rate : free_rate;
        const glm::vec3 acceleration = stiffness * stiffness * (target_ - offset_) - 2 * stiffness * velocity_;
        velocity_ = limited(velocity_ + limited(acceleration, max_acceleration * size_) * dt, max_speed * size_);
        if (!held_ && glm::length(offset_) < at_rest * size_ && glm::length(velocity_) < at_rest * size_)
            velocity_ = {0, 0, 0};
        const Motion motion{offset_, velocity_};
        offset_ = offset_ + velocity_ * dt;
        return motion;
    }

    static constexpr float max_speed = 5;          // sizes per second
    static constexpr float max_acceleration = 60;  // sizes per second squared
    static constexpr float max_offset = 1;         // sizes

private:
    static constexpr float held_rate = 18, free_rate = 9;  // 1/s: the spring's angular frequency
    static constexpr float at_rest = 1e-5f;                // sizes: below that the motion is set to zero

    static bool finite(glm::vec3 v) { return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z); }

    // Bounds positions far outside any canvas, so that lengths stay finite.
    glm::vec3 clamped(glm::vec3 v) const { return glm::clamp(v, glm::vec3(-1e6f * size_), glm::vec3(1e6f * size_)); }

    static glm::vec3 limited(glm::vec3 v, float limit) {
        const float length = glm::length(v);
        return length > limit ? v * (limit / length) : v;
    }

    // The identity up to half of max_offset, then an exponential saturation towards max_offset.
    glm::vec3 softened(glm::vec3 v) const {
        const float length = glm::length(v), free = 0.5f * max_offset * size_, rest = max_offset * size_ - free;
        return length > free ? v * ((free + rest * (1 - std::exp((free - length) / rest))) / length) : v;
    }

    float size_ = 1;
    bool held_ = false;
    glm::vec3 offset_{0, 0, 0}, velocity_{0, 0, 0}, target_{0, 0, 0};
    glm::vec3 grip_{0, 0, 0};  // the grabbed point, relative to the container
};

}  // namespace slosh
