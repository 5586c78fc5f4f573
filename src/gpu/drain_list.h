// Drains on the device: struct Drain of shaders/compute/drains.wgsl.
#pragma once
#include "domain/emitters.h"

namespace slosh::gpu {

// Maximum number of drains on the device: all of the user's and 8 of the scene; further ones are ignored.
constexpr size_t max_drains = EmitterSystem::max_user_drains + 8;

struct DrainParams {
    glm::vec3 centre{0};
    float radius = 0;  // of a circle; 0: a box
    glm::vec3 half{0};
    float unused = 0;
};
static_assert(sizeof(DrainParams) == 32);

inline DrainParams pack(const Drain& drain, glm::vec3 offset) {
    return {
        .centre = drain.centre + offset, .radius = drain.shape == Shape::circle ? drain.half.x : 0, .half = drain.half};
}

}  // namespace slosh::gpu
