// The force of the walls of wcsph on a particle, besides that of ghost particles: the penalty spring of
// WallModel::spring, the repulsion of WallModel::mirror, and wall friction. D is 2 or 3.
#pragma once
#include <algorithm>

#include "base/simd_array.h"
#include "solvers/wcsph/wcsph.h"
#include "sph/boundary_terms.h"

namespace slosh::wcsph {

// A particle and its own image are a pair, which the kernel hardly keeps apart at short distances (pairing instability;
// sph/smoothing_kernels.h), and which, unlike others, cannot turn aside: particles pressed against a wall would stay on
// it, without a force that stops their motion along it. So each mirror repels, with an acceleration that grows from 0
// at `repulsion_range` spacings to `mirror_repulsion` c^2 / spacing at the wall. It depends on the distance alone and
// conserves energy, and the first layer of a fluid at rest, at half a spacing, does not feel it.
constexpr float repulsion_range = 0.35f, mirror_repulsion = 0.05f;

// Of the particles from `begin` to `end`. `max_force`: the force at a wall, N.
template <int D>
[[gnu::noinline]] void compute_mirror_repulsion(const Walls& walls, glm::vec3 offset, float spacing, float max_force,
                                                const SimdArray<float> (&x)[D], SimdArray<float> (&force)[D], int begin,
                                                int end) {
    const float range = repulsion_range * spacing;
    const bool round = walls.shape == Shape::circle;
    for (int i = begin; i < end; ++i) {
        float from[D], r2 = 0;
        for (int d = 0; d < D; ++d) {
            from[d] = x[d][i] - walls.centre[d] - offset[d];
            r2 += from[d] * from[d];
        }
        const float r = __builtin_sqrtf(r2);
        for (int d = 0; d < D; ++d) {
            const float depth = range - (round ? walls.half.x - r : walls.half[d] - __builtin_fabsf(from[d]));
            const float outwards = round ? from[d] / max(r, 1e-30f) : from[d] < 0 ? -1.0f : 1.0f;
            force[d][i] = depth > 0 ? -(max_force * depth / range * outwards) : 0;
        }
    }
}

// For a particle that moves at v relative to the wall. `spacing`: of particles at rest, m; `two_mu`: viscosity
// coefficient of the wall.
template <int D>
void compute_wall_force(const WcsphDef& def, const BoundaryTerms<D>& wall, float spacing, const float (&v)[D],
                        float mass, float volume, float two_mu, float (&force)[D]) {
    float out = 0;
    for (int d = 0; d < D; ++d) {
        force[d] = 0;
        out += v[d] * wall.normal[d];
    }
    if (def.walls == WcsphDef::WallModel::spring) {
        // The spring acts from half a spacing on, where the first layer of particles lies.
        const float depth = 0.5f * spacing - wall.gap;
        const float back = depth > 0 ? mass * (def.wall_stiffness * depth + def.wall_damping * out) : 0;
        for (int d = 0; d < D; ++d) force[d] = -std::max(back, 0.0f) * wall.normal[d];
    }
    // Friction acts along the wall only; the fluid behind the wall has the wall's velocity.
    for (int d = 0; d < D; ++d)
        force[d] += def.no_slip * volume * two_mu * wall.laplacian[d] * (v[d] - out * wall.normal[d]);
}

}  // namespace slosh::wcsph
