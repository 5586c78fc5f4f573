// Rigid bodies as values: what one is made of, where it is, and the hand that holds it.
//
// A body has its own axes: a box has half extents along each; a ball (a disc in 2D) has the radius half.x; a capsule
// lies along x, half.x from end to middle with its caps, half.y its radius; a cylinder stands along y, half.x its
// radius, half.y half its height, and only solvers on a grid know it. 2D bodies turn about z only and weigh as much as
// a slice one metre thick.
#pragma once
#include <cstdint>
#include <glm/mat3x3.hpp>
#include <glm/vec3.hpp>

namespace slosh {

enum class BodyShape : uint8_t { ball, box, capsule, cylinder };

// A quaternion. Need not be of unit length in a definition: {1, 0, 0, t} turns about z by 2 atan t.
struct Rotation {
    float w = 1, x = 0, y = 0, z = 0;
};

// The columns are the turned x, y and z axes.
glm::mat3 axes_of(const Rotation&);
Rotation normalised(const Rotation&);
// A turn by `spin` (radians a second, about its direction) for dt: one Cayley step, exact to third order in the angle.
Rotation turned(const Rotation&, glm::vec3 angular_velocity, float dt);

struct BodyDef {
    BodyShape shape = BodyShape::box;
    glm::vec3 half{0.1f, 0.1f, 0.1f};
    float density = 500;  // kg/m3
    glm::vec3 position{0, 0, 0};
    Rotation rotation{};
    glm::vec3 velocity{0, 0, 0}, angular_velocity{0, 0, 0};
    float friction = 0.4f;     // Coulomb's; of two bodies the geometric mean counts
    float restitution = 0.1f;  // share of the closing speed that comes back; of two bodies the larger counts
    uint8_t kind = 0;          // its colour
    // With a period it is driven: it goes to and fro by `sway` about its place, whatever pushes it, and never turns.
    // One that makes waves; without a sway, a rock.
    glm::vec3 oscillation{0, 0, 0};
    float period = 0;  // s
    // Of a fluid on a grid: whether the fluid moves it; else it is an obstacle there, which only a hand moves.
    bool dynamic = false;
};

struct Body {
    BodyShape shape = BodyShape::box;
    uint8_t kind = 0;
    glm::vec3 half{0, 0, 0};
    glm::vec3 position{0, 0, 0}, velocity{0, 0, 0};
    Rotation rotation{};
    glm::mat3 axes{1};                    // of the rotation
    glm::vec3 angular_velocity{0, 0, 0};  // angular velocity, radians a second, world axes
    float mass = 1;                       // kg
    glm::vec3 inertia{1, 1, 1};           // about its own axes, kg m2; what is locked has an inverse of 0
    float inv_mass = 1;
    glm::vec3 inv_inertia{1, 1, 1};
    float friction = 0.4f, restitution = 0.1f;
    glm::vec3 home{0, 0, 0}, oscillation{0, 0, 0};  // of a driven one
    float period = 0, phase = 0;                    // phase: 0 to 1

    bool is_kinematic() const { return inv_mass == 0; }
    glm::vec3 to_world(glm::vec3 own) const { return position + axes * own; }
    glm::vec3 to_own(glm::vec3 world) const { return (world - position) * axes; }
    glm::vec3 velocity_at(glm::vec3 world) const;
    // Spheres at both ends of a capsule's core, or of one point: round() is their radius, core() their distance from
    // the middle along x. Boxes and cylinders have neither.
    float round() const { return shape == BodyShape::ball ? half.x : shape == BodyShape::capsule ? half.y : 0; }
    float core() const { return shape == BodyShape::capsule ? half.x - half.y : 0; }
    // Of the sphere around it.
    float reach(int dimensions) const;
    // Half extents of the box around it along the world's axes, in 3D.
    glm::vec3 extent() const;
    // From the surface, negative inside; where along its own axes the nearest way out leads.
    float distance(glm::vec3 own, int dimensions, glm::vec3& outwards) const;
};

// A hand on a body: a damped spring from a point of it to `target`, with a limited force.
struct Grab {
    int body = 0;
    glm::vec3 own{0, 0, 0};     // the point held, along the body's own axes
    glm::vec3 target{0, 0, 0};  // world
};

}  // namespace slosh
