// Density and velocity of a fluid on the nodes of a grid, smoothed. A sample reads eight nodes; a sum over neighbours
// would read a hundred particles.
//
// Particles are scattered to the eight nodes around them with trilinear weights, and samples gather with the same
// weights. With two spacings between nodes the density of a lattice is uniform, and the smoothing is that of a ball
// of 2.6 spacings. The same bits for any number of workers.
#pragma once
#include <glm/vec3.hpp>
#include <vector>

#include "base/jobs.h"
#include "base/simd.h"

namespace slosh {

class SmoothedFields {
public:
    static constexpr float spacings = 2;   // between nodes
    static constexpr float radius = 2.6f;  // of the ball that the smoothing equals, in spacings

    // Particles with the rest spacing `spacing` within lo..hi; positions outside, NaN or infinite are ignored. A large
    // box with few particles gets a coarser grid.
    void build(glm::vec3 lo, glm::vec3 hi, float spacing, int count, const float* const (&x)[3],
               const float* const (&v)[3], Jobs& jobs);

    struct Sample {
        float density = 0;            // 1 inside fluid at rest
        glm::vec3 velocity{0, 0, 0};  // mean, where there is any density
    };
    Sample sample(glm::vec3 at) const;
    // Unit vector against the density gradient; 0 where there is none.
    glm::vec3 outwards(glm::vec3 at) const;

private:
    // A cell, and the fractional position in it.
    struct Location {
        const Float4* corner = nullptr;  // null outside of the grid
        Float4 fraction{};
    };
    Location find(Float4 at) const {
        const Float4 coord = (at - lo_) * inv_edge_;
        if (movemask((coord >= 0.0f) & (coord < last_)) != 15) return {};
        const Int4 cell = to_int(coord);
        return {nodes_.data() + (cell[2] * ny_ + cell[1]) * nx_ + cell[0], coord - to_float(cell)};
    }
    void scatter(int begin, int end, const float* const (&x)[3], const float* const (&v)[3]);
    int layer_of(float z) const;

    Float4 lo_{};                              // position of the first node, m
    Float4 last_{};                            // end of the last cell, in cells; the fourth lane is always inside
    float inv_edge_ = 1;                       // 1/m
    float at_rest_ = 1;                        // density that a particle adds to its cell
    int nx_ = 0, ny_ = 0, nz_ = 0;             // nodes
    std::vector<Float4> nodes_;                // density, momentum
    std::vector<int> layer_start_, by_layer_;  // particles in the order of their layers
};

}  // namespace slosh
