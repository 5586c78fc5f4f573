// Rigid bodies as values: definition, state, and the mouse joint by which the user holds one.
//
// Local axes: a box has half extents along each; a ball (a disc in 2D) has the radius half.x; a capsule lies along x,
// half.x from its centre to its end with the caps, half.y its radius; a cylinder stands along y, half.x its radius,
// half.y half its height, and only solvers on a grid support it. 2D bodies turn about z only and have the mass of a
// slice one metre thick.
#pragma once
#include <cstdint>
#include <glm/mat3x3.hpp>
#include <glm/vec3.hpp>

namespace slosh {

enum class BodyShape : uint8_t { ball, box, capsule, cylinder };

// A quaternion. It need not have unit length in a definition: {1, 0, 0, t} turns about z by 2 atan t.
struct Rotation {
    float w = 1, x = 0, y = 0, z = 0;
};

// The rotation matrix: its columns are the rotated x, y and z axes.
glm::mat3 axes_of(const Rotation&);
Rotation normalised(const Rotation&);
// The rotation after dt at a constant angular velocity (rad/s, world axes): one Cayley step, exact to third order in
// the angle.
Rotation turned(const Rotation&, glm::vec3 angular_velocity, float dt);

// Displacement of a kinematic body in units of its amplitude: two parabolas a period, close to a sine.
inline float oscillation_at(float phase) {
    const float t = phase < 0.5f ? 2 * phase : 2 * phase - 1, arch = 4 * t * (1 - t);
    return phase < 0.5f ? arch : -arch;
}

struct BodyDef {
    BodyShape shape = BodyShape::box;
    glm::vec3 half{0.1f, 0.1f, 0.1f};  // m, see above
    float density = 500;               // kg/m3
    glm::vec3 position{0, 0, 0};       // m
    Rotation rotation{};
    glm::vec3 velocity{0, 0, 0};          // m/s
    glm::vec3 angular_velocity{0, 0, 0};  // rad/s
    float friction = 0.4f;                // Coulomb's coefficient; two bodies take the geometric mean
    float restitution = 0.1f;             // coefficient, 0 to 1; two bodies take the larger one
    uint8_t kind = 0;                     // selects its colour
    // With a period above 0 the body is kinematic: it oscillates by `oscillation` (m) about its position, independent
    // of contacts, and does not turn. A wave maker; with an oscillation of 0, a rock.
    glm::vec3 oscillation{0, 0, 0};
    float period = 0;  // s
    float phase = 0;   // of the oscillation at the start, 0 to 1
    // Only for solvers on a grid. True: the fluid moves the body; false: it is an obstacle that only a Grab moves.
    bool dynamic = false;
};

struct Body {
    BodyShape shape = BodyShape::box;
    uint8_t kind = 0;             // selects its colour
    glm::vec3 half{0, 0, 0};      // m, as in BodyDef
    glm::vec3 position{0, 0, 0};  // m, of the centre of mass
    glm::vec3 velocity{0, 0, 0};  // m/s
    Rotation rotation;
    glm::mat3 axes{1};                    // axes_of(rotation)
    glm::vec3 angular_velocity{0, 0, 0};  // rad/s, world axes
    float mass = 1;                       // kg
    glm::vec3 inertia{1, 1, 1};           // principal moments about the local axes, kg m2
    float inv_mass = 1;                   // 0 for a kinematic body
    glm::vec3 inv_inertia{1, 1, 1};       // 0 about locked axes
    float friction = 0.4f;                // as in BodyDef
    float restitution = 0.1f;
    // Only of a kinematic body.
    glm::vec3 anchor{0, 0, 0};       // centre of the oscillation relative to the container, m
    glm::vec3 oscillation{0, 0, 0};  // amplitude, m
    float period = 0;                // s
    float phase = 0;                 // 0 to 1

    bool drawn = false;  // of the user: Solver::set_drawn_bodies()

    bool is_kinematic() const { return inv_mass == 0; }
    bool has_edges() const { return shape == BodyShape::box || shape == BodyShape::cylinder; }
    glm::vec3 to_world(glm::vec3 local) const { return position + axes * local; }
    glm::vec3 to_local(glm::vec3 world) const { return (world - position) * axes; }
    glm::vec3 velocity_at(glm::vec3 world) const;
    // The angular velocity (world axes) that an angular momentum gives; none about locked axes.
    glm::vec3 over_inertia(glm::vec3 momentum) const { return axes * (inv_inertia * (momentum * axes)); }
    // Balls and capsules are swept spheres: round() is their radius, core() half the length of the segment along x that
    // the sphere's centre sweeps. 0 for boxes and cylinders.
    float round() const { return shape == BodyShape::ball ? half.x : shape == BodyShape::capsule ? half.y : 0; }
    float core() const { return shape == BodyShape::capsule ? half.x - half.y : 0; }
    // Radius of the bounding sphere around the position, m.
    float bounding_radius(int dimensions) const;
    // Half extents of the bounding box along the world's axes, m; in 3D.
    glm::vec3 extent() const;
    // Signed distance from the surface, negative inside, and the direction of its gradient in local axes.
    float distance(glm::vec3 local, int dimensions, glm::vec3& outwards) const;
};

// A mouse joint: a damped spring with a limited force from a point of a body to `target`.
struct Grab {
    int body = 0;                    // index of the body
    glm::vec3 local_point{0, 0, 0};  // m, in the body's local axes
    glm::vec3 target{0, 0, 0};       // m, in the world
};

}  // namespace slosh
