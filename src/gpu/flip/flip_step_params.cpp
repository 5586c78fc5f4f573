#include "gpu/flip/flip_step_params.h"

#include <algorithm>

#include "grid/boundaries/wall_separation.h"
#include "grid/liquid/level_set.h"
#include "grid/liquid/projection.h"

namespace slosh::gpu {

FlipParams step_params(const FlipDef& def, glm::vec3 gravity, const GridLayout& layout, float dt,
                       std::span<const PointerForce> pointer_forces) {
    const MacGrid& grid = layout.grid;
    const MacFrame& frame = layout.frame;
    FlipParams p{};
    const int n[3] = {grid.nx, grid.ny, grid.nz};
    for (int d = 0; d < 3; ++d) {
        p.n[d] = n[d];
        p.corner[d] = frame.corner[d];
        p.edge[d] = frame.edge[d];
        p.inv_edge[d] = frame.inv_edge[d];
        p.container[d] = frame.velocity[d];
        p.gravity[d] = gravity[d];
    }
    p.row = grid.row;
    p.slab = grid.slab;
    p.size = grid.size();
    p.dt = dt;
    p.shortest = shortest_edge(frame);
    p.flip = def.flip_fraction(dt);
    p.pic = 1 - p.flip;
    p.correction = def.correction_rate(dt);
    p.density_scale = 1 / (6 * std::max(layout.at_rest, lone_particle));
    p.friction = def.wall_friction;
    p.scheme = static_cast<uint32_t>(def.advection);
    if (def.surface == FreeSurfaceModel::cells) p.flags |= FlipParams::full_cells;
    const UpAxis up = up_axis(gravity);
    p.up_axis = up.axis;
    p.up_sign = up.sign;
    p.pointers = static_cast<uint32_t>(std::min(pointer_forces.size(), size_t{FlipParams::max_pointers}));
    const float* v = frame.velocity;
    for (uint32_t i = 0; i < p.pointers; ++i) p.pointer[i] = pack(pointer_forces[i], {{0, 0, 0}, {v[0], v[1], v[2]}});
    return p;
}

}  // namespace slosh::gpu
