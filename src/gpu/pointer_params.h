// Forces of the pointer on the device: struct Pointer of shaders/compute/sph/params.wgsl and flip/params.wgsl.
#pragma once
#include <cstdint>
#include <glm/vec3.hpp>

#include "domain/domain.h"
#include "domain/pointer_force.h"

namespace slosh::gpu {

struct PointerParams {
    glm::vec3 position;
    uint32_t kind;  // 0 repel, 1 drag
    glm::vec3 velocity;
    float strength, limit, radius, unused[2];
};
static_assert(sizeof(glm::vec3) == 12 && sizeof(PointerParams) == 48);

// Relative to a frame.
inline PointerParams pack(const PointerForce& force, const Motion& frame) {
    return {.position = force.position - frame.offset,
            .kind = force.kind == PointerForce::repel ? 0u : 1u,
            .velocity = force.velocity - frame.velocity,
            .strength = force.strength,
            .limit = force.limit,
            .radius = force.radius,
            .unused = {}};
}

}  // namespace slosh::gpu
