// The end of a sub-step of double density relaxation: particles move by the relaxation and collide with the walls.
#pragma once
#include "solvers/double_density/state.h"
#include "solvers/double_density/wall_contact.h"

namespace slosh {

struct CollisionConstants {
    float dt;                 // s
    glm::vec3 wall_velocity;  // u/s
    glm::vec3 gravity;        // u/s2; `support` is measured against it
    float friction;           // fraction of the sliding velocity lost at a wall
    // Where a particle that was outside is placed: up to max_inset (u) inside, different for each one, because those
    // that a corner brings to one point must separate again; `kick` (u/s) pushes it off the wall.
    float max_inset, kick;
};

// Moves the particles by the displacements of the relaxation, resolves collisions with the walls, and sets v to the
// change of the positions over dt.
void move_and_collide(BlobArrays&, const Relaxation&, const Wall2&, const CollisionConstants&, Jobs&);

}  // namespace slosh
