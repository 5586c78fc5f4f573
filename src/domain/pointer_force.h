// External forces of the user's pointer on the fluid, in world space.
#pragma once
#include <cstdint>
#include <glm/vec3.hpp>

#include "base/params.h"
#include "base/simd.h"

namespace slosh {

struct PointerForce {
    enum Kind : uint8_t {
        repel,  // an acceleration (of blobs a force) away from `position` of min(limit, strength / distance^2)
        drag,   // an acceleration within `radius` towards `velocity`: strength (1 - d/radius) (velocity - v)
    } kind = repel;
    glm::vec3 position{0, 0, 0};  // m, or the scene's own unit u
    glm::vec3 velocity{0, 0, 0};  // of the pointer, m/s; only of drag
    float strength = 0;           // of repel m3/s2, of drag 1/s
    float limit = 0;              // of repel, m/s2
    float radius = 0;             // of drag, m

    // At four distances from the pointer whose squares, above 0, are r2: the acceleration of repel over the distance,
    // and the fraction of (velocity - v) that drag takes away in dt.
    Float4 repulsion(Float4 r2) const { return min(strength / r2, splat(limit)) / sqrt(r2); }
    Float4 drag_fraction(Float4 r2, float dt) const {
        const Float4 falloff = max(1.0f - sqrt(r2) / radius, splat(0.0f));
        return min(falloff * (strength * dt), splat(1.0f));
    }
};

// What the pointer does in a scene, and how strongly, in the scene's units.
struct InteractionSettings {
    enum class Tool { drag, push, stir, drop, pour, pen, erase };
    static constexpr std::string_view tool_names[] = {"drag", "push", "stir", "drop", "pour", "pen", "erase"};

    // The defaults are those of the original blobs demo, with its length unit u.
    float push_strength = 2700;  // of PointerForce::repel, u3/s2
    float push_limit = 350;      // u/s2
    float stir_strength = 40;    // of PointerForce::drag, 1/s
    float stir_radius = 5;       // u
    Tool tool = Tool::drag;

    // For 2D scenes in metres, of about 1 m.
    static InteractionSettings for_metres() {
        return {.push_strength = 1.6f, .push_limit = 100, .stir_strength = 40, .stir_radius = 0.22f};
    }

    void visit(Visitor& v) {
        v({.key = "tool",
           .doc = "What the left button or one finger does: drag moves the container (in 3D the view), push repels "
                  "the fluid, stir moves it along, drop adds a body, pour adds fluid, pen draws obstacles, erase "
                  "removes them, or fluid where the press meets none."},
          tool, tool_names);
        v({.key = "push-strength",
           .unit = "u3/s2",
           .doc = "Repulsion of the fluid by the pointer, times the distance squared; 0: none.",
           .max = 1e5f},
          push_strength);
        v({.key = "push-limit", .unit = "u/s2", .doc = "Maximum of the repulsion close to the pointer.", .max = 1e4f},
          push_limit);
        v({.key = "stir-strength",
           .unit = "1/s",
           .doc = "Rate at which the fluid takes on the velocity of the right button or a second finger.",
           .max = 1000},
          stir_strength);
        v({.key = "stir-radius", .unit = "u", .doc = "Radius of stirring around the pointer.", .max = 100},
          stir_radius);
    }

    PointerForce push(glm::vec3 position) const {
        return {.kind = PointerForce::repel, .position = position, .strength = push_strength, .limit = push_limit};
    }
    PointerForce drag(glm::vec3 position, glm::vec3 velocity) const {
        return {.kind = PointerForce::drag,
                .position = position,
                .velocity = velocity,
                .strength = stir_strength,
                .radius = stir_radius};
    }
};

}  // namespace slosh
