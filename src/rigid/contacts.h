// Where bodies touch each other and the container's walls.
//
// Balls and capsules are spheres along a core, so their contacts are those of spheres; boxes meet by the separating
// axis of least overlap and a clipped face, or by two edges (Gottschalk et al. 1996 for the axes). Contacts are found
// a margin before bodies touch. The order is that of the bodies, pair by pair.
#pragma once
#include <span>
#include <vector>

#include "domain/domain.h"
#include "domain/rigid_body.h"

namespace slosh {

struct Contact {
    static constexpr int wall = -1;
    int a = 0, b = wall;
    glm::vec3 point{0, 0, 0};
    glm::vec3 normal{0, 0, 0};  // from b to a: what keeps them apart pushes a along it
    float gap = 0;              // negative where they overlap

    // The solver's.
    glm::vec3 own_a{0, 0, 0}, own_b{0, 0, 0};  // the point along each body's own axes
    glm::vec3 arm_a{0, 0, 0}, arm_b{0, 0, 0};  // from the centres, world axes
    glm::vec3 tangent[2] = {};
    float normal_mass = 0, tangent_mass[2] = {};
    float approach = 0;  // velocity along the normal before the solve
    float ahead = 0;     // how fast they may close without touching within the step
    float friction = 0, restitution = 0;
    float impulse = 0, rub[2] = {};  // so far in this step
};

// The centres of the spheres of radius body.round() that reach furthest: corners of a box, ends of a core. World
// positions; returns how many of at most eight.
int extremes(const Body&, int dimensions, glm::vec3* out);

// How far a sphere is from the nearest side of the container along each of its contacts: f(gap, inward normal).
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
