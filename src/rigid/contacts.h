// Narrow phase: contacts of bodies with each other and with the container's walls.
//
// Balls and capsules are swept spheres, so their contacts are those of spheres. Two boxes use the separating axis of
// minimum overlap, and then a clipped face or two edges (Gottschalk et al. 1996 for the axes). Contacts are generated
// within a margin before bodies touch. Their order is that of the bodies, pair by pair.
#pragma once
#include <span>
#include <vector>

#include "domain/domain.h"
#include "domain/rigid_body.h"

namespace slosh {

struct Contact {
    static constexpr int wall = -1;
    int a = 0, b = wall;        // indices of the bodies; b may be the wall
    glm::vec3 point{0, 0, 0};   // m, world
    glm::vec3 normal{0, 0, 0};  // unit vector from b to a; a positive impulse moves a along it
    float gap = 0;              // m, negative where they overlap

    // Set by the solver.
    glm::vec3 local_a{0, 0, 0}, local_b{0, 0, 0};  // m: the point in the local axes of each body
    glm::vec3 arm_a{0, 0, 0}, arm_b{0, 0, 0};      // m: from the centres to the point, world axes
    glm::vec3 tangent[2] = {};                     // unit vectors; one in 2D
    float normal_mass = 0, tangent_mass[2] = {};   // effective masses, kg
    float normal_velocity = 0;                     // m/s, along the normal before the solve
    float speculative_speed = 0;                   // m/s, closing speed at which the gap closes within the step
    float friction = 0, restitution = 0;           // coefficients of the pair
    float impulse = 0, tangent_impulse[2] = {};    // N s, accumulated in this step
};

// The smallest half extent of a body, m: the length scale of margins and tolerances.
float smallest_half(const Body&, int dimensions);

// Support points: the corners of a box, or the ends of the swept segment of a ball or capsule, whose radius is
// body.round(). World positions; returns their number, at most eight.
int support_points(const Body&, int dimensions, glm::vec3* out);

// Calls f(gap, inward normal) for the distance of a sphere from each wall of the container.
template <class F>
void each_wall(const Walls& walls, glm::vec3 offset, int dimensions, glm::vec3 at, float radius, F&& f) {
    const glm::vec3 from = at - walls.centre - offset;
    if (walls.shape == Shape::circle) {
        const float r2 = from.x * from.x + from.y * from.y + (dimensions == 3 ? from.z * from.z : 0);
        const float r = __builtin_sqrtf(r2);
        if (!(r > 0)) return;
        glm::vec3 inwards = from * (-1 / r);
        if (dimensions == 2) inwards.z = 0;
        return void(f(walls.half.x - r - radius, inwards));
    }
    for (int d = 0; d < dimensions; ++d)
        for (const float side : {-1.0f, 1.0f}) {
            glm::vec3 inwards(0);
            inwards[d] = -side;
            f(walls.half[d] - from[d] * side - radius, inwards);
        }
}

// Replaces `out`. The container is at `offset`.
void find_contacts(std::span<const Body>, const Walls&, glm::vec3 offset, int dimensions, std::vector<Contact>& out);

}  // namespace slosh
