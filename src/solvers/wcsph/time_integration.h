// The kick and the drift of the integrators of wcsph. D is 2 or 3.
#pragma once
#include <algorithm>

#include "sph/fluid.h"
#include "sph/mirror_walls.h"

namespace slosh::wcsph {

// v += (F / m + g) dt. `inv_masses` are by slot, or null where `dt_over_mass` holds for all.
template <int D>
void kick(sph::ParticleArrays<D>& p, const SimdArray<float> (&force)[D], float dt_over_mass, const float* inv_masses,
          glm::vec3 gravity, float dt, Jobs& jobs) {
    jobs.for_range(p.count, sph::cheap_block, [&](int begin, int end) {
        for (int d = 0; d < D; ++d)
            for (int i = begin; i < end; i += lanes) {
                const Float4 factor = inv_masses ? load(inv_masses + i) * dt : splat(dt_over_mass);
                store(&p.v[d][i], load(&p.v[d][i]) + (load(&force[d][i]) * factor + gravity[d] * dt));
            }
    });
}

// x += v dt, plus `shift` (m) unless it is null; particles that leave the container come back by its walls.
template <int D>
void drift(sph::Fluid<D>& fluid, const SimdArray<float>* shift, bool mirrors, const Motion& container, glm::vec3 offset,
           float dt, Jobs& jobs) {
    sph::ParticleArrays<D>& p = fluid.particles;
    const Walls& walls = fluid.domain.walls;
    const auto return_inside = [&](int i) {
        float x[D], v[D];
        for (int d = 0; d < D; ++d) {
            x[d] = p.x[d][i];
            v[d] = p.v[d][i];
        }
        const float inset = fluid.wall_inset(i);
        if (mirrors) reflect_inside<D>(walls, container, offset, inset, x, v);
        else keep_inside<D>(walls, container, offset, inset, x, v);
        for (int d = 0; d < D; ++d) {
            p.x[d][i] = x[d];
            p.v[d][i] = v[d];
        }
    };
    jobs.for_range(p.count, sph::cheap_block, [&](int begin, int end) {
        for (int i = begin; i < end; i += lanes) {
            Float4 x[D];
            for (int d = 0; d < D; ++d) {
                x[d] = load(&p.x[d][i]) + load(&p.v[d][i]) * dt;
                if (shift) x[d] += load(&shift[d][i]);
            }
            const bool inside = all_inside<D>(walls, offset, x);
            for (int d = 0; d < D; ++d) store(&p.x[d][i], x[d]);
            for (int lane = 0; !inside && lane < std::min(lanes, end - i); ++lane) return_inside(i + lane);
        }
    });
}

}  // namespace slosh::wcsph
