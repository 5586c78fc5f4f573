// Density and velocity of a fluid's particles, smoothed onto the nodes of a grid: to be looked up anywhere in the time
// of eight nodes, where summing over neighbours would take that of a hundred particles.
//
// A particle gives to the eight nodes around it by trilinear weights, and a place takes from its eight by the same.
// With two spacings between nodes rows of particles are as dense as they should be, wherever they lie, and that smooths
// as much as a ball of 2.6 spacings would. The same bits for any number of workers.
#pragma once
#include <glm/vec3.hpp>
#include <vector>

#include "base/jobs.h"
#include "base/simd.h"

namespace slosh {

class SmoothedFields {
public:
    static constexpr float spacings = 2;  // between nodes
    static constexpr float reach = 2.6f;  // of that ball, in spacings

    // Particles `spacing` apart at rest, within lo..hi; places beyond that, or no numbers, are nowhere. Of a box so
    // large that it would take far more nodes than there are particles, a coarser grid.
    void build(glm::vec3 lo, glm::vec3 hi, float spacing, int count, const float* const (&x)[3],
               const float* const (&v)[3], Jobs& jobs);

    struct Here {
        float density = 0;            // 1 inside fluid at rest
        glm::vec3 velocity{0, 0, 0};  // mean, where there is any density
    };
    Here look(glm::vec3 at) const;
    // Down the density, of length 1; 0 where it does not fall.
    glm::vec3 outwards(glm::vec3 at) const;

private:
    // Where a place lies among the nodes: in which cell, and where between its corners.
    struct Place {
        const Float4* corner = nullptr;  // null outside of the grid
        Float4 share{};
    };
    Place find(Float4 at) const {
        const Float4 along = (at - lo_) * inv_edge_;
        if (movemask((along >= 0.0f) & (along < last_)) != 15) return {};
        const Int4 cell = to_int(along);
        return {nodes_.data() + (cell[2] * ny_ + cell[1]) * nx_ + cell[0], along - to_float(cell)};
    }
    void give(int begin, int end, const float* const (&x)[3], const float* const (&v)[3]);
    int layer_of(float z) const;

    // Of the first node, and past the last cell, in cells; the fourth lane is always inside.
    Float4 lo_{}, last_{};
    float inv_edge_ = 1, at_rest_ = 1;  // at_rest: weight of a particle
    int nx_ = 0, ny_ = 0, nz_ = 0;
    std::vector<Float4> nodes_;  // density, momentum
    std::vector<int> layer_start_, by_layer_;
};

}  // namespace slosh
