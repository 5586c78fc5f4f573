#include "grid/liquid/surface_continuity.h"

#include <algorithm>

#include "grid/extrapolate.h"
#include "grid/transfer_weights.h"

namespace slosh {
namespace {

constexpr float first_layer = 0.5f;  // the mask of Extrapolation

}  // namespace

void SurfaceContinuity::apply(const MacGrid& grid, const MacFrame& frame, const ParticleSort& cells,
                              const SimdArray<float>& phi, const Faces& face_fraction, const Faces& valid, Faces& field,
                              Jobs& jobs) {
    const Float4 zero = splat(0.0f), one = splat(1.0f);
    jobs.run(grid.nz, [&](int k) {
        for (int j = 0; j < grid.ny; ++j) {
            const int first = grid.at(-1, j, k), end = first + grid.row;
            if (!cells.any_around(grid, j, k, 2)) {
                std::fill(&divergence_[first], &divergence_[end], 0.0f);
                continue;
            }
            for (int at = first; at < end; at += lanes) {
                Float4 sum = zero, count = zero;
                Int4 whole = load(&phi[at]) >= 0.0f;
                if (any(whole))
                    for (int axis = 0; axis < 3; ++axis) {
                        const int next = grid.stride(axis);
                        const float *is = valid.axis[axis].data() + at, *u = field.axis[axis].data() + at;
                        const Float4 low = load(is), high = load(is + next);
                        sum += (load(u + next) - load(u)) * frame.inv_edge[axis];
                        count += mask_and(
                            ((low == one) & (high == first_layer)) | ((high == one) & (low == first_layer)), one);
                        // A closed face is extended only behind a solid.
                        const float* fraction = face_fraction.axis[axis].data() + at;
                        whole &= ((low == zero) | (load(fraction) == one)) &
                                 ((high == zero) | (load(fraction + next) == one));
                    }
                store(&divergence_[at], mask_and(whole & (count > 0.0f), sum / max(count, one)));
            }
        }
    });
    for (int axis = 0; axis < 3; ++axis) {
        const int next = grid.stride(axis);
        const float *is = valid.axis[axis].data(), *excess = divergence_.data();
        float* u = field.axis[axis].data();
        for_inner_rows(grid, axis, jobs, [&](int first, int count) {
            for (int at = first, left = count; left > 0; at += lanes, left -= lanes) {
                const Int4 extended = load(is + at) == first_layer;
                if (!any(extended)) continue;
                const Float4 from_low = mask_and(load(is + at - next) == one, load(excess + at - next));
                const Float4 from_high = mask_and(load(is + at + next) == one, load(excess + at));
                const Float4 change = mask_and(extended, from_high - from_low) * frame.edge[axis];
                store_first(u + at, load_first(u + at, left) + change, left);
            }
        });
    }
}

}  // namespace slosh
