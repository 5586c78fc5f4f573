// The forces of the pointer (mouse, fingers) on an SPH fluid. D is 2 or 3.
#pragma once
#include <span>

#include "domain/pointer_force.h"
#include "sph/particle_arrays.h"

namespace slosh::sph {

// v += a dt. A repelling force is an acceleration here, whatever the density; a drag force blends v with its velocity.
template <int D>
void apply_pointer_forces(ParticleArrays<D>& p, std::span<const PointerForce> pointer_forces, float dt, Jobs& jobs) {
    if (pointer_forces.empty()) return;
    jobs.for_range(p.count, cheap_block, [&](int begin, int end) {
        for (int i = begin; i < end; i += lanes)
            for (const PointerForce& force : pointer_forces) {
                Float4 offset[D], r2 = splat(1e-12f);  // above 0: no division by zero below
                for (int d = 0; d < D; ++d) {
                    offset[d] = load(&p.x[d][i]) - force.position[d];
                    r2 += offset[d] * offset[d];
                }
                if (force.kind == PointerForce::repel) {
                    const Float4 scale = force.repulsion(r2) * dt;
                    for (int d = 0; d < D; ++d) store(&p.v[d][i], load(&p.v[d][i]) + scale * offset[d]);
                } else {
                    const Float4 blend = force.drag_fraction(r2, dt);
                    for (int d = 0; d < D; ++d) {
                        const Float4 v = load(&p.v[d][i]);
                        store(&p.v[d][i], v + blend * (force.velocity[d] - v));
                    }
                }
            }
    });
}

}  // namespace slosh::sph
