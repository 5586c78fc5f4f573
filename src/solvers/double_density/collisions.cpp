#include "solvers/double_density/collisions.h"

#include <algorithm>
#include <glm/geometric.hpp>

namespace slosh {
namespace {

constexpr float support_time = 0.15f;  // s, over which the support of a particle is averaged

// A number in [0, 1) for each id.
Float4 id_fraction(Int4 id) { return to_float(((id & 0x7fff) * 40503) & 0xffff) * 0x1p-16f; }

}  // namespace

void move_and_collide(BlobArrays& b, const Relaxation& relaxation, const Wall2& wall, const CollisionConstants& c,
                      Jobs& jobs) {
    const float inv_dt = 1 / c.dt, friction = c.friction;
    const float wall_vx = c.wall_velocity.x, wall_vy = c.wall_velocity.y;
    const float gravity2 = glm::dot(c.gravity, c.gravity);
    const glm::vec3 up = gravity2 > 0 ? -c.gravity / gravity2 : glm::vec3(0);
    const float recent = std::min(c.dt / support_time, 1.0f);
    jobs.for_range(b.count, cheap_block, [&](int begin, int end) {
        for (int i = begin; i < end; i += lanes) {
            const Float4 dx = load(&relaxation.dx[i]), dy = load(&relaxation.dy[i]);
            const Float4 x = load(&b.x[i]) + dx, y = load(&b.y[i]) + dy;
            const WallContact contact = closest_point(wall, x, y, id_fraction(load(&b.id[i])) * c.max_inset);
            const Float4 kick_off = select(contact.outside, splat(c.kick), splat(0.0f));
            const Float4 change_x = (dx + (contact.x - x)) * inv_dt, change_y = (dy + (contact.y - y)) * inv_dt;
            Float4 vx = load(&b.vx[i]) + change_x - contact.nx * kick_off;
            Float4 vy = load(&b.vy[i]) + change_y - contact.ny * kick_off;
            const Float4 support = load(&b.support[i]), now = (change_x * up.x + change_y * up.y) * inv_dt;
            store(&b.support[i], min(max(support + (now - support) * recent, splat(0.0f)), splat(1.5f)));
            if (friction > 0) {
                const Float4 slide = (vy - wall_vy) * contact.nx - (vx - wall_vx) * contact.ny;
                const Float4 lost = select(contact.outside, slide * friction, splat(0.0f));
                vx += contact.ny * lost;
                vy -= contact.nx * lost;
            }
            store(&b.x[i], contact.x), store(&b.y[i], contact.y);
            store(&b.vx[i], vx), store(&b.vy[i], vy);
        }
    });
    b.x.pad_with(far_away), b.y.pad_with(far_away);
}

}  // namespace slosh
