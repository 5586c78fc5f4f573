// What PCISPH does with the displacements dt^2 F / m that the forces of a sub-step give: velocities ahead of them, and
// the step itself. Forces move a particle by at most max_displacement h. D is 2 or 3.
#pragma once
#include "base/jobs.h"
#include "solvers/pcisph/ghost_pairs.h"
#include "solvers/pcisph/pressure_corrections.h"
#include "sph/fluid.h"
#include "sph/mirror_walls.h"

namespace slosh::pcisph {

// v += scale times the displacement (scale in 1/s).
template <int D>
void add_displacement_to_velocity(sph::Fluid<D>& fluid, const SimdArray<float> (&displacement)[D], float scale,
                                  Jobs& jobs) {
    jobs.for_range(fluid.particles.count, sph::cheap_block, [&](int begin, int end) {
        for (int i = begin; i < end; i += lanes) {
            const Float4 limiter = length_limiter<D>(displacement, i, max_displacement * fluid.h);
            for (int d = 0; d < D; ++d) {
                float* v = &fluid.particles.v[d][i];
                store(v, load(v) + load(&displacement[d][i]) * (limiter * scale));
            }
        }
    });
}

// v += displacement / dt, x += v dt. The walls of `ghosts`, which move as `container`, reflect particles.
template <int D>
void integrate(sph::Fluid<D>& fluid, const SimdArray<float> (&displacement)[D], const GhostPairs<D>& ghosts,
               const Motion& container, float dt, Jobs& jobs) {
    const float inv_dt = 1 / dt;
    sph::ParticleArrays<D>& p = fluid.particles;
    jobs.for_range(p.count, sph::cheap_block, [&](int begin, int end) {
        for (int i = begin; i < end; i += lanes) {
            const Float4 limiter = length_limiter<D>(displacement, i, max_displacement * fluid.h);
            for (int d = 0; d < D; ++d) {
                const Float4 v = load(&p.v[d][i]) + load(&displacement[d][i]) * limiter * inv_dt;
                store(&p.x[d][i], load(&p.x[d][i]) + v * dt);
                store(&p.v[d][i], v);
            }
        }
        ghosts.for_each_near_walls(p.x, begin, end, [&](int i) {
            float x[D], v[D];
            for (int d = 0; d < D; ++d) {
                x[d] = p.x[d][i];
                v[d] = p.v[d][i];
            }
            reflect_inside<D>(ghosts.walls, container, ghosts.offset, fluid.wall_inset(i), x, v);
            for (int d = 0; d < D; ++d) {
                p.x[d][i] = x[d];
                p.v[d][i] = v[d];
            }
        });
    });
}

}  // namespace slosh::pcisph
