// Beside the wall of a round tank the fields on the grid are not those of the fluid. P2G gives a face the velocity at
// the mean position of its particles, which lies inwards of the face; the projection takes it for that in the middle of
// the open part. Open areas are interpolated, and small ones are closed. A rigid rotation then seems to have a
// divergence. Pressure answers, and a full tank gains or loses some 1e-5 of its spin in each sub-step.
//
// Here both errors are found for rigid rotations about the centre of the tank, once, by sampling the fluid of a full
// tank, and are taken out of any flow: the rotation beside the wall is that of a cell further inside. So a rigid
// rotation is an exact solution on the grid (a well-balanced scheme), whatever its axis.
#pragma once
#include <glm/vec3.hpp>
#include <span>
#include <vector>

#include "base/jobs.h"
#include "domain/domain.h"
#include "grid/flip_particles.h"

namespace slosh {

class RoundWall {
public:
    // A value of the face or cell `at`: weight . u, with the velocity u in the centre of the cell `inner`.
    struct Term {
        int at, inner;
        glm::vec3 weight;
        float full = 0;  // of a face: the sum of the weights in P2G in a full tank, of that far from walls

        float value(const MacGrid& grid, const Faces& velocity) const {
            float sum = 0;
            for (int d = 0; d < 3; ++d) {
                const float* u = velocity.axis[d].data() + inner;
                sum += weight[d] * (0.5f * (u[0] + u[grid.stride(d)]));
            }
            return sum;
        }
    };

    // `corner` of the grid in the container at rest and `edge` of a cell, m.
    void update(const MacGrid&, glm::vec3 corner, glm::vec3 edge, const Walls&);

    // Of faces of a component: the velocity in the centre of the face less that of P2G, in m/s.
    std::span<const Term> change_to_centre(int axis) const { return faces_[axis]; }
    // Of cells: the divergence that the velocity of P2G seems to have, in 1/s.
    std::span<const Term> divergence() const { return cells_; }

private:
    struct Tank;
    void find_cells(const Tank&);
    Term term(const Tank&, int at, glm::vec3 x, glm::vec3 per_rotation) const;

    std::vector<Term> faces_[3], cells_;
};

}  // namespace slosh
