#include "grid/liquid/volume_correction.h"

#include <algorithm>

namespace slosh {

bool is_interior(const MacGrid& grid, const SimdArray<float>& phi, const Faces& face_fraction, int at) {
    bool inside = true;
    for (int axis = 0; axis < 3; ++axis) {
        const int next = grid.stride(axis);
        inside &= phi[at - next] < 0 || face_fraction.axis[axis][at] == 0;
        inside &= phi[at + next] < 0 || face_fraction.axis[axis][at + next] == 0;
    }
    return inside;
}

void find_divergence_target(const MacGrid& grid, const SimdArray<float>& density, const SimdArray<float>& phi,
                            const Faces& face_fraction, float rate, SimdArray<float>& divergence_target, Jobs& jobs) {
    constexpr float dead_band = 0.02f;  // density fluctuations below 2 % are sampling noise and are not corrected
    const Float4 zero = splat(0.0f);
    jobs.run(grid.nz, [&](int k) {
        const float* phi_data = phi.data();
        for (int j = 0; j < grid.ny; ++j)
            for (int at = grid.at(-1, j, k), end = at + grid.row; at < end; at += lanes) {
                const Int4 fluid = load(phi_data + at) < 0.0f;
                if (!any(fluid)) {
                    store(&divergence_target[at], zero);
                    continue;
                }
                Int4 inside = fluid;
                for (int axis = 0; axis < 3; ++axis) {
                    const int next = grid.stride(axis);
                    const float* fraction = face_fraction.axis[axis].data() + at;
                    inside &= (load(phi_data + at - next) < 0.0f) | (load(fraction) == 0.0f);
                    inside &= (load(phi_data + at + next) < 0.0f) | (load(fraction + next) == 0.0f);
                }
                const Float4 excess = min(load(&density[at]) - 1.0f, splat(1.0f));
                const Int4 counts = fluid & ((excess > dead_band) | (inside & (excess < -dead_band)));
                store(&divergence_target[at], select(counts, rate * excess, zero));
            }
    });
}

}  // namespace slosh
