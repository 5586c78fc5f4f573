#include "grid/liquid/volume_correction.h"

#include <algorithm>

namespace slosh {

bool is_inside(const MacGrid& grid, const SimdArray<float>& surface, const Faces& open, int at) {
    bool inside = true;
    for (int axis = 0; axis < 3; ++axis) {
        const int next = grid.stride(axis);
        inside &= surface[at - next] < 0 || open.axis[axis][at] == 0;
        inside &= surface[at + next] < 0 || open.axis[axis][at + next] == 0;
    }
    return inside;
}

void correct_volume(const MacGrid& grid, const SimdArray<float>& density, const SimdArray<float>& surface,
                    const Faces& open, float rate, SimdArray<float>& source, Jobs& jobs) {
    constexpr float slack = 0.02f;  // so much is chance
    const Float4 zero = splat(0.0f);
    jobs.run(grid.nz, [&](int k) {
        const float* phi = surface.data();
        for (int j = 0; j < grid.ny; ++j)
            for (int at = grid.at(-1, j, k), end = at + grid.row; at < end; at += lanes) {
                const Int4 fluid = load(phi + at) < 0.0f;
                if (!any(fluid)) {
                    store(&source[at], zero);
                    continue;
                }
                Int4 inside = fluid;
                for (int axis = 0; axis < 3; ++axis) {
                    const int next = grid.stride(axis);
                    const float* shares = open.axis[axis].data() + at;
                    inside &= (load(phi + at - next) < 0.0f) | (load(shares) == 0.0f);
                    inside &= (load(phi + at + next) < 0.0f) | (load(shares + next) == 0.0f);
                }
                const Float4 excess = min(load(&density[at]) - 1.0f, splat(1.0f));
                const Int4 counts = fluid & ((excess > slack) | (inside & (excess < -slack)));
                store(&source[at], select(counts, rate * excess, zero));
            }
    });
}

}  // namespace slosh
