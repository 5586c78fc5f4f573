#include "solvers/flip/flip_fields.h"

#include <algorithm>

#include "grid/extrapolate.h"
#include "grid/liquid/p2g.h"
#include "grid/transfer_weights.h"

namespace slosh {

void FaceFields::resize(const MacGrid& grid, Jobs& jobs) {
    for (Faces* faces : {&velocity, &velocity_old, &velocity_delta, &weight, &valid, &fraction}) faces->assign(grid);
    for (int axis = 0; axis < 3; ++axis)
        for_inner_rows(grid, axis, jobs,
                       [&](int first, int count) { std::fill_n(fraction.axis[axis].data() + first, count, 1.0f); });
}

void FaceFields::save_velocity(const MacGrid& grid, const ParticleSort& cells, Jobs& jobs) {
    jobs.run(grid.nz + 2, [&](int plane) {
        for (int j = -1, at = plane * grid.slab; j <= grid.ny; ++j, at += grid.row)
            for (int d = 0; d < 3; ++d) {
                const float* now = velocity.axis[d].data() + at;
                float* old = velocity_old.axis[d].data() + at;
                if (cells.any_around(grid, j, plane - 1)) std::copy_n(now, grid.row, old);
                else std::fill_n(old, grid.row, 0.0f);
            }
    });
}

void FaceFields::make_velocity_delta(const MacGrid& grid, const ParticleSort& cells, bool flip, Jobs& jobs) {
    const float share = flip ? 1.0f : 0.0f;
    // Valid faces are at most two rows from particles; extrapolation reads one row more.
    for_rows_around(grid, cells, 3, jobs, [&](int begin, int end) {
        for (int axis = 0; axis < 3; ++axis) {
            const float *now = velocity.axis[axis].data(), *old = velocity_old.axis[axis].data();
            float* delta = velocity_delta.axis[axis].data();
            for (int at = begin; at < end; at += lanes) store(delta + at, load(now + at) - share * load(old + at));
        }
    });
}

namespace {

// The difference of u from one face to the next along an axis, on the side with the larger weights w and one face away,
// where it is less disturbed. `far_low` and `far_high` are the strides to the second faces.
Float4 inner_slope(const float* w, const float* u, int next, int far_low, int far_high) {
    const Float4 here = load(u), low = load(w - next), high = load(w + next), zero = splat(0.0f);
    const Float4 u_low = load(u - next), u_high = load(u + next);
    const Float4 near = select(high > low, u_high - here, here - u_low);
    const Float4 beyond = select(high > low, load(u + far_high) - u_high, u_low - load(u - far_low));
    const Float4 w_near = max(low, high), w_beyond = select(high > low, load(w + far_high), load(w - far_low));
    return mask_and(w_near > zero, select(w_beyond > 0.5f * w_near, beyond, near));
}

}  // namespace

void FaceFields::add_pic(const MacGrid& grid, const ParticleSort& cells, float pic, Jobs& jobs) {
    if (!(pic > 0)) return;
    constexpr float variance = 1.0f / 6, max_offset = 2.0f / 3;  // cells^2, cells
    mirror_in_walls(grid, weight);
    mirror_in_walls(grid, velocity_old);
    const Float4 zero = splat(0.0f), tiny = splat(1e-6f), farthest = splat(max_offset);
    for (int axis = 0; axis < 3; ++axis) {
        const float *w = weight.axis[axis].data(), *u = velocity_old.axis[axis].data();
        float* delta = velocity_delta.axis[axis].data();
        for_inner_rows(grid, axis, jobs, [&](int first, int count) {
            const int j = first % grid.slab / grid.row - 1, k = first / grid.slab - 1;
            if (!cells.any_around(grid, j, k)) return;
            // There is one layer of border only.
            const int far_low[3] = {2, j > 0 ? 2 * grid.row : grid.row, k > 0 ? 2 * grid.slab : grid.slab};
            const int far_high[3] = {2, j + 1 < grid.ny ? 2 * grid.row : grid.row,
                                     k + 1 < grid.nz ? 2 * grid.slab : grid.slab};
            for (int at = first, left = count; left > 0; at += lanes, left -= lanes) {
                const Float4 here = load(w + at), inv_weight = 0.5f * variance / max(here, tiny);
                Float4 moved = load(u + at);
                for (int d = 0; d < 3; ++d) {
                    const int next = grid.stride(d);
                    const Float4 offset =
                        clamp((load(w + at + next) - load(w + at - next)) * inv_weight, -farthest, farthest);
                    moved -= offset * inner_slope(w + at, u + at, next, far_low[d], far_high[d]);
                }
                store_first(delta + at, load_first(delta + at, left) + pic * mask_and(here > zero, moved), left);
            }
        });
        for_wall_faces(grid, axis, [&](int at, int) { delta[at] += pic * u[at]; });
    }
}

void CellFields::resize(const MacGrid& grid) {
    for (SimdArray<float>* field : {&density, &phi, &divergence_target, &pressure}) field->assign(grid.size());
    isolated.assign(grid.size());
}

}  // namespace slosh
