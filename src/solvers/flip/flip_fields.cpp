#include "solvers/flip/flip_fields.h"

#include <algorithm>
#include <utility>

#include "grid/extrapolate.h"
#include "grid/transfer_weights.h"

namespace slosh {

void FaceFields::resize(const MacGrid& grid, Jobs& jobs) {
    for (Faces* faces : {&velocity, &velocity_old, &weight, &valid, &fraction}) faces->assign(grid);
    for (int axis = 0; axis < 3; ++axis)
        for_inner_rows(grid, axis, jobs,
                       [&](int first, int count) { std::fill_n(fraction.axis[axis].data() + first, count, 1.0f); });
}

void FaceFields::save_velocity(const MacGrid& grid, const ParticleSort& cells, Jobs& jobs) {
    if (velocity_old.axis[0].size() == 0) std::swap(velocity_old, velocity_delta);
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

void FaceFields::make_velocity_delta(const MacGrid& grid, const ParticleSort& cells, float flip, Jobs& jobs) {
    std::swap(velocity_old, velocity_delta);
    // Valid faces are at most two rows from particles; extrapolation reads one row more.
    for_rows_around(grid, cells, 3, jobs, [&](int begin, int end) {
        for (int axis = 0; axis < 3; ++axis) {
            const float* now = velocity.axis[axis].data();
            float* delta = velocity_delta.axis[axis].data();
            for (int at = begin; at < end; at += lanes) store(delta + at, load(now + at) - flip * load(delta + at));
        }
    });
}

void CellFields::resize(const MacGrid& grid) {
    for (SimdArray<float>* field : {&density, &phi, &divergence_target, &pressure}) field->assign(grid.size());
    isolated.assign(grid.size());
}

}  // namespace slosh
