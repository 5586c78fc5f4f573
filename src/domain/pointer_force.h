// The user's hand in the fluid, in world space.
#pragma once
#include <cstdint>
#include <glm/vec3.hpp>

#include "base/params.h"

namespace slosh {

struct PointerForce {
    enum Kind : uint8_t {
        push,  // force away from `position` of size min(limit, strength / distance^2)
        drag,  // within `radius` the fluid is pulled along: strength * (1 - d/radius) * (velocity - v)
    } kind = push;
    glm::vec3 position{0, 0, 0};
    glm::vec3 velocity{0, 0, 0};
    float strength = 0;
    float limit = 0;
    float radius = 0;
};

// How strong the hand is in a scene's units. Defaults: the push of the original blobs demo.
struct InteractionSettings {
    enum class Tool { drag, push, stir, drop, pour };
    static constexpr std::string_view tools[] = {"drag", "push", "stir", "drop", "pour"};
    float push_strength = 2700, push_limit = 350;
    float stir_strength = 40, stir_radius = 5;
    int tool = 0;

    void visit(Visitor& v) {
        v({"tool", "", "What a press of the left button or one finger does: drags (in 3D the view), pushes, ..."}, tool,
          tools);
        v({"push-strength", "u3/s2", "How hard the pointer pushes the fluid away; 0 for not at all.", 0, 1e5f},
          push_strength);
        v({"push-limit", "u/s2", "The push never exceeds this, however close the pointer.", 0, 1e4f}, push_limit);
        v({"stir-strength", "1/s", "How firmly the right button or a second finger drags the fluid along.", 0, 1000},
          stir_strength);
        v({"stir-radius", "u", "How far around the pointer stirring reaches.", 0, 100}, stir_radius);
    }

    PointerForce push(glm::vec3 position) const {
        return {PointerForce::push, position, {}, push_strength, push_limit, 0};
    }
    PointerForce drag(glm::vec3 position, glm::vec3 velocity) const {
        return {PointerForce::drag, position, velocity, stir_strength, 0, stir_radius};
    }
};

}  // namespace slosh
