// How the particles around each one lie: an ellipsoid for every particle, flat on a plane surface, long in a jet, round
// inside, to be drawn in place of a sphere, so that plane water looks plane.
//
// Yu & Turk 2013, "Reconstructing surfaces of particle-based fluids using anisotropic kernels". Within R, two and a
// half spacings, with weights 1 - (r/R)^3:
//
//   mean x_w, covariance C = R diag(s1, s2, s3) R^T   of the neighbours
//   centre   (1 - 0.9) x + 0.9 x_w                    as smooth as the paper's
//   axes     along R, as long as s_k over that of a full neighbourhood, none shorter than a quarter of the longest
//
// Particles with few neighbours are small and round; between few and enough the two are blended, so that none jumps.
// Beyond the glass of a box the fluid is taken to go on, as in a mirror: what stands at it is as round as inside.
// Changes nothing; the same bits for any number of workers.
#pragma once
#include <glm/vec3.hpp>
#include <span>
#include <vector>

#include "base/jobs.h"
#include "base/simd_array.h"
#include "domain/domain.h"
#include "search/cell_grid.h"

namespace slosh {

class Anisotropy {
public:
    static constexpr float spacings = 2.5f;       // in the reach R
    static constexpr float smoothing = 0.9f;      // lambda
    static constexpr float flattest = 4;          // k_r: the longest axis over the shortest, at most
    static constexpr float alone = 0.5f;          // k_n: the radius of a particle without neighbours
    static constexpr float few = 6, enough = 16;  // neighbours; 20 in a plane, 65 to 80 inside

    // Of particles in 3D, `spacing` apart at rest. What is not a number counts as far away. Valid until the next call.
    Ellipsoids find(std::span<const float> x, std::span<const float> y, std::span<const float> z, float spacing,
                    const GlassBox&, Jobs&);

private:
    struct Moments;
    struct Sums;
    Moments look_around(int slot) const;
    void add_around(const float (&at)[3], const float (&side)[3], Sums&) const;
    void write(int first, int lanes_used);

    CellGrid cells_;
    float reach_ = 1;
    GlassBox glass_;
    SimdArray<float> x_[3];  // in the order of the cells
    std::vector<glm::vec3> centre_, axes_[3];
};

}  // namespace slosh
