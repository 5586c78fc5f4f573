#include "grid/forces/external_forces.h"

#include "grid/extrapolate.h"

namespace slosh {

void add_gravity(const MacGrid& grid, glm::vec3 gravity, float dt, Faces& velocity, Jobs& jobs) {
    for (int axis = 0; axis < 3; ++axis) {
        const float gain = gravity[axis] * dt;
        if (gain == 0) continue;
        float* u = velocity.axis[axis].data();
        for_inner_rows(grid, axis, jobs, [&](int first, int count) {
            for (int at = first; at < first + count; ++at) u[at] += gain;
        });
    }
}

void apply_pointer_forces(const GridLayout& layout, std::span<const PointerForce> pointer_forces, float dt,
                          Faces& velocity, Jobs& jobs) {
    if (pointer_forces.empty()) return;
    const MacGrid& grid = layout.grid;
    const MacFrame& frame = layout.frame;
    for (int axis = 0; axis < 3; ++axis) {
        float* u = velocity.axis[axis].data();
        for_inner_rows(grid, axis, jobs, [&](int first, int count) {
            const int k = first / grid.slab, j = first % grid.slab / grid.row;
            int coord[3] = {first % grid.row - 1, j - 1, k - 1};
            for (int at = first; at < first + count; ++at, ++coord[0])
                for (const PointerForce& force : pointer_forces) {
                    float from[3], r2 = 1e-12f;
                    for (int d = 0; d < 3; ++d) {
                        const float cells = static_cast<float>(coord[d]) + (d == axis ? 0.0f : 0.5f);
                        from[d] = frame.corner[d] + cells * frame.edge[d] - force.position[d];
                        r2 += from[d] * from[d];
                    }
                    if (force.kind == PointerForce::repel) {
                        u[at] += force.repulsion(splat(r2))[0] * dt * from[axis];
                    } else {
                        const float blend = force.drag_fraction(splat(r2), dt)[0];
                        u[at] += blend * (force.velocity[axis] - frame.velocity[axis] - u[at]);
                    }
                }
        });
    }
}

void apply_wall_friction(const GridLayout& layout, float friction, float dt, Faces& velocity, Jobs& jobs) {
    if (!(friction > 0)) return;
    const MacGrid& grid = layout.grid;
    const MacFrame& frame = layout.frame;
    const int last[3] = {grid.nx - 1, grid.ny - 1, grid.nz - 1};
    for (int axis = 0; axis < 3; ++axis) {
        float* u = velocity.axis[axis].data();
        for_inner_rows(grid, axis, jobs, [&](int first, int count) {
            const auto [i, j, k] = grid.cell(first);
            int coord[3] = {i, j, k};
            for (int at = first; at < first + count; ++at, ++coord[0]) {
                float inv_edge = 0;
                for (int d = 0; d < 3; ++d)
                    if (d != axis)
                        inv_edge += frame.inv_edge[d] * static_cast<float>((coord[d] == 0) + (coord[d] == last[d]));
                u[at] /= 1 + friction / 2 * dt * inv_edge * (u[at] < 0 ? -u[at] : u[at]);
            }
        });
    }
}

}  // namespace slosh
