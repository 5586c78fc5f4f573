#include "gpu/flip/flip_step_params.h"

#include <algorithm>
#include <cmath>

#include "base/math.h"
#include "grid/liquid/projection.h"

namespace slosh::gpu {

FlipParams step_params(const FlipDef& def, glm::vec3 gravity, const GridLayout& layout, float dt,
                       std::span<const PointerForce> pointer_forces) {
    const MacGrid& grid = layout.grid;
    const MacFrame& frame = layout.frame;
    FlipParams p{};
    const int n[3] = {grid.nx, grid.ny, grid.nz};
    for (int d = 0; d < 3; ++d) {
        p.n[d] = n[d], p.corner[d] = frame.corner[d], p.edge[d] = frame.edge[d], p.inv_edge[d] = frame.inv_edge[d];
        p.container[d] = frame.velocity[d], p.gravity[d] = gravity[d];
    }
    p.row = grid.row, p.slab = grid.slab, p.size = grid.size();
    p.dt = dt, p.shortest = shortest_edge(frame);
    // The PIC share is a rate, the same for any number of sub-steps.
    p.flip = static_cast<float>(power(static_cast<double>(def.flip), 60.0 * static_cast<double>(dt)));
    p.pic = 1 - p.flip;
    p.correction = std::min(def.volume_correction, 0.5f / dt);
    // A lone particle makes at most this density in the centre of its cell: find_density() (grid/liquid/level_set.h).
    constexpr float lone_particle = 0.5f;
    p.density_scale = 1 / (6 * std::max(layout.at_rest, lone_particle));
    p.friction = def.wall_friction;
    p.scheme = static_cast<uint32_t>(def.advection);
    if (def.surface == FreeSurfaceModel::cells) p.flags |= FlipParams::full_cells;
    // The ceilings of WallSeparation (grid/boundaries/wall_separation.h).
    int axis = std::abs(gravity.x) > std::abs(gravity.y) ? 0 : 1;
    if (std::abs(gravity.z) > std::abs(gravity[axis])) axis = 2;
    p.up_axis = axis, p.up_sign = gravity[axis] < 0 ? 1 : gravity[axis] > 0 ? -1 : 0;
    p.pointers = static_cast<uint32_t>(std::min(pointer_forces.size(), size_t{FlipParams::max_pointers}));
    for (uint32_t i = 0; i < p.pointers; ++i) {
        const PointerForce& force = pointer_forces[i];
        PointerParams& to = p.pointer[i];
        for (int d = 0; d < 3; ++d) to.position[d] = force.position[d], to.velocity[d] = force.velocity[d];
        to.drags = force.kind == PointerForce::drag;
        to.strength = force.strength, to.limit = force.limit, to.radius = force.radius;
    }
    return p;
}

}  // namespace slosh::gpu
