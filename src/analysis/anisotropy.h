// Anisotropic kernels: an ellipsoid for every particle, flat at a plane surface, long in a jet, round inside. A surface
// drawn from ellipsoids instead of spheres is smooth.
//
// Yu & Turk 2013, "Reconstructing surfaces of particle-based fluids using anisotropic kernels". Within R, two and a
// half spacings, with weights 1 - (r/R)^3:
//
//   mean x_w, covariance C = R diag(s1, s2, s3) R^T   of the neighbours
//   centre   (1 - 0.9) x + 0.9 x_w                    as smooth as the paper's
//   axes     along R, of length s_k over that of a full neighbourhood, at least a quarter of the longest
//
// Particles with few neighbours are small spheres; between few_neighbours and full_neighbours both are blended, for
// continuity in time. Behind the panes of a box the fluid continues as its mirror image. Read-only; the same bits for
// any number of workers. Eigenvectors by Jacobi rotations (Golub and Van Loan, section 8.5).
#pragma once
#include <glm/vec3.hpp>
#include <span>
#include <vector>

#include "base/jobs.h"
#include "base/simd_array.h"
#include "domain/domain.h"
#include "search/cell_grid.h"
#include "solver/views.h"

namespace slosh {

class Anisotropy {
public:
    static constexpr float spacings = 2.5f;         // in the radius R
    static constexpr float smoothing = 0.9f;        // lambda
    static constexpr float max_axis_ratio = 4;      // k_r: the longest axis over the shortest, at most
    static constexpr float isolated_radius = 0.5f;  // k_n: the radius of a particle without neighbours
    static constexpr float few_neighbours = 6, full_neighbours = 16;  // 20 in a plane, 65 to 80 inside

    // Of 3D particles with the rest spacing `spacing`. NaN and infinity count as far away. Valid until the next call.
    Ellipsoids find(std::span<const float> x, std::span<const float> y, std::span<const float> z, float spacing,
                    const GlassBox&, Jobs&);

private:
    struct Moments;
    struct Sums;
    Moments gather_moments(int slot) const;
    void add_neighbours(const float (&at)[3], const float (&side)[3], Sums&) const;
    void write(int first, int lanes_used);

    CellGrid cells_;
    float radius_ = 1;
    GlassBox glass_;
    SimdArray<float> x_[3];  // in the order of the cells
    std::vector<glm::vec3> centre_, axes_[3];
};

}  // namespace slosh
