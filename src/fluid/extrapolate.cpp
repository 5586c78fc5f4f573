#include "fluid/extrapolate.h"

#include <utility>

#include "fluid/cell_weights.h"

namespace slosh {

void Extrapolation::run(const MacGrid& grid, int layers, Faces& a, Faces& b, Faces& known, Jobs& jobs) {
    const int strides[] = {1, -1, grid.row, -grid.row, grid.slab, -grid.slab};
    const Float4 one = splat(1.0f), zero = splat(0.0f);
    for (int axis = 0; axis < 3; ++axis)
        for_wall_faces(grid, axis, [&](int at, int) {
            spare_a_.axis[axis][at] = a.axis[axis][at], spare_b_.axis[axis][at] = b.axis[axis][at];
        });
    for (int layer = 0; layer < layers; ++layer)
        for (int axis = 0; axis < 3; ++axis) {
            const float *old_a = a.axis[axis].data(), *old_b = b.axis[axis].data(), *was = known.axis[axis].data();
            float *new_a = spare_a_.axis[axis].data(), *new_b = spare_b_.axis[axis].data();
            float* is = spare_known_.axis[axis].data();
            for_inner_rows(grid, axis, jobs, [&](int first, int count) {
                for (int at = first, left = count; left > 0; at += lanes, left -= lanes) {
                    Float4 here = load(was + at), value_a = load(old_a + at), value_b = load(old_b + at);
                    Float4 sum = zero;
                    for (const int stride : strides) sum += load(was + at + stride);
                    const Int4 reached = (here == 0.0f) & (sum > 0.0f);
                    if (any(reached)) {
                        Float4 sum_a = zero, sum_b = zero;
                        for (const int stride : strides) {
                            const Float4 w = load(was + at + stride);
                            sum_a += w * load(old_a + at + stride), sum_b += w * load(old_b + at + stride);
                        }
                        const Float4 share = one / select(reached, sum, one);
                        value_a = select(reached, sum_a * share, value_a);
                        value_b = select(reached, sum_b * share, value_b);
                        here = select(reached, one, here);
                    }
                    store_first(new_a + at, value_a, left);
                    store_first(new_b + at, value_b, left);
                    store_first(is + at, here, left);
                }
            });
            std::swap(a.axis[axis], spare_a_.axis[axis]);
            std::swap(b.axis[axis], spare_b_.axis[axis]);
            std::swap(known.axis[axis], spare_known_.axis[axis]);
        }
}

}  // namespace slosh
