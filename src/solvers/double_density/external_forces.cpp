#include "solvers/double_density/external_forces.h"

#include "solvers/double_density/double_density.h"

namespace slosh {

void apply_external_forces(BlobArrays& b, const ExternalForces& forces, const Wall2& wall, float dt, Jobs& jobs) {
    const float middle_mass = DoubleDensityDef::mass_of(1);
    const float weight_per_mass = forces.weight_difference / (middle_mass - DoubleDensityDef::mass_of(0));
    const float stickiness = forces.stickiness * dt, stick_distance = forces.stick_distance;
    jobs.for_range(b.count, cheap_block, [&](int begin, int end) {
        for (int i = begin; i < end; i += lanes) {
            const Float4 x = load(&b.x[i]), y = load(&b.y[i]), mass = load(&b.mass[i]), inv_mass = dt / mass;
            const Float4 weight = 1.0f + (middle_mass - mass) * weight_per_mass * load(&b.support[i]);
            Float4 vx = load(&b.vx[i]), vy = load(&b.vy[i]);
            Float4 fx = weight * forces.gravity.x, fy = weight * forces.gravity.y;
            for (const PointerForce& force : forces.pointers) {
                const Float4 dx = x - force.position.x, dy = y - force.position.y;
                const Float4 r2 = dx * dx + dy * dy + 1e-12f;
                if (force.kind == PointerForce::repel) {
                    const Float4 scale = force.repulsion(r2);
                    fx += scale * dx, fy += scale * dy;
                } else {
                    const Float4 blend = force.drag_fraction(r2, dt);
                    vx += blend * (force.velocity.x - vx), vy += blend * (force.velocity.y - vy);
                }
            }
            vx += fx * inv_mass, vy += fy * inv_mass;
            if (stickiness > 0) {
                const WallContact contact = closest_point(wall, x, y, splat(0.0f));
                const Float4 gap = max(contact.gap, splat(0.0f));
                const Float4 attraction = gap * max(1.0f - gap / stick_distance, splat(0.0f)) * stickiness;
                vx += contact.nx * attraction, vy += contact.ny * attraction;
            }
            store(&b.vx[i], vx), store(&b.vy[i], vy);
        }
    });
}

}  // namespace slosh
