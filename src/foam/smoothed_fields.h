// Density and velocity of a fluid on the nodes of a grid, smoothed. A sample reads eight nodes; a sum over neighbours
// would read a hundred particles.
//
// Particles are scattered to the eight nodes around them with trilinear weights, and samples gather with the same
// weights. With two spacings between nodes the density of a lattice is uniform, and the smoothing is that of a ball
// of 2.6 spacings. The same bits for any number of workers.
//
// The density continues behind the walls as in a mirror: without that a wall is a surface of the fluid, and where the
// water touches it is an edge, which would be a wave crest all along the wall.
#pragma once
#include <cstdint>
#include <glm/geometric.hpp>
#include <glm/vec3.hpp>
#include <span>
#include <vector>

#include "base/jobs.h"
#include "base/simd.h"
#include "domain/domain.h"

namespace slosh {

// Spans of `count` values, in any order of particles. NaN and infinity count as positions outside the walls.
struct DiffuseFluid {
    int count = 0;
    std::span<const float> x, y, z, vx, vy, vz;  // m, m/s
    std::span<const uint32_t> id;
    float spacing = 1;            // of particles at rest, m
    Walls walls = Walls::none();  // particles outside are ignored: a distant one must not make the grid coarse
    glm::vec3 offset{0, 0, 0};    // of the walls, m
};

class SmoothedFields {
public:
    static constexpr float spacings = 2;  // between nodes

    // The particles of the fluid within lo..hi. A large box with few particles gets a coarser grid.
    void build(const DiffuseFluid&, glm::vec3 lo, glm::vec3 hi, Jobs&);

    struct Sample {
        float density = 0;            // 1 inside fluid at rest
        glm::vec3 velocity{0, 0, 0};  // mean of the particles, where there are any
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
    // The image of a position in a round wall.
    struct Image {
        glm::vec3 at{0, 0, 0}, normal{0, 0, 0};
        glm::vec3 mirrored(glm::vec3 v) const { return v - 2 * glm::dot(v, normal) * normal; }
    };
    bool find_image(glm::vec3 at, Image&) const;  // false: there is none, or it is far outside
    Float4 interpolate(glm::vec3 at) const;       // density and momentum, without the image
    glm::vec3 decrease(glm::vec3 at) const;       // of the density, without the image, by direction
    void mirror_in_box();
    void scatter(int begin, int end, const float* const (&x)[3], const float* const (&v)[3]);
    int layer_of(float z) const;

    Walls walls_;
    glm::vec3 wall_centre_{0, 0, 0};           // m
    Float4 lo_{};                              // position of the first node, m
    Float4 last_{};                            // end of the last cell, in cells; the fourth lane is always inside
    Float4 inv_edge_{};                        // 1/m, of a cell
    float at_rest_ = 1;                        // density that a particle adds to its cell
    int nx_ = 0, ny_ = 0, nz_ = 0;             // nodes
    std::vector<Float4> nodes_;                // density, momentum
    std::vector<int> layer_start_, by_layer_;  // particles in the order of their layers
};

}  // namespace slosh
