#include "grid/liquid/surface_continuity.h"

#include <algorithm>

#include "grid/transfer_weights.h"

namespace slosh {
namespace {

constexpr float first_layer = 0.5f;  // the mask of Extrapolation

}  // namespace

void SurfaceContinuity::apply(const GridLayout& layout, const ParticleSort& cells, const FluidBoundary& boundary,
                              const ExtrapolatedFields& extrapolated, Jobs& jobs) {
    const MacGrid& grid = layout.grid;
    const MacFrame& frame = layout.frame;
    const SimdArray<float>& phi = boundary.phi;
    const Faces &face_fraction = boundary.face_fraction, &valid = extrapolated.valid;
    Faces &field_a = extrapolated.a, &field_b = extrapolated.b;
    const Float4 zero = splat(0.0f), one = splat(1.0f);
    jobs.run(grid.nz, [&](int k) {
        for (int j = 0; j < grid.ny; ++j) {
            const int first = grid.at(-1, j, k), end = first + grid.row;
            if (!cells.any_around(grid, j, k, 2)) {
                for (SimdArray<float>& excess : divergence_) std::fill(&excess[first], &excess[end], 0.0f);
                continue;
            }
            for (int at = first; at < end; at += lanes) {
                Float4 count = zero;
                Int4 whole = load(&phi[at]) >= 0.0f;
                for (int axis = 0; axis < 3 && any(whole); ++axis) {
                    const int next = grid.stride(axis);
                    const float* is = valid.axis[axis].data() + at;
                    const Float4 low = load(is), high = load(is + next);
                    count +=
                        mask_and(((low == one) & (high == first_layer)) | ((high == one) & (low == first_layer)), one);
                    // A closed face is extended only behind a solid.
                    const float* fraction = face_fraction.axis[axis].data() + at;
                    whole &=
                        ((low == zero) | (load(fraction) == one)) & ((high == zero) | (load(fraction + next) == one));
                }
                whole &= count > 0.0f;
                Float4 sum_a = zero, sum_b = zero;
                for (int axis = 0; axis < 3 && any(whole); ++axis) {
                    const int next = grid.stride(axis);
                    const float *a = field_a.axis[axis].data() + at, *b = field_b.axis[axis].data() + at;
                    sum_a += (load(a + next) - load(a)) * frame.inv_edge[axis];
                    sum_b += (load(b + next) - load(b)) * frame.inv_edge[axis];
                }
                const Float4 part = mask_and(whole, one / max(count, one));
                store(&divergence_[0][at], sum_a * part);
                store(&divergence_[1][at], sum_b * part);
            }
        }
    });
    for (int axis = 0; axis < 3; ++axis) {
        const int next = grid.stride(axis);
        const float* is = valid.axis[axis].data();
        Faces* const fields[] = {&field_a, &field_b};
        for_inner_rows(grid, axis, jobs, [&](int first, int count) {
            if (!cells.any_around_row_of(grid, first, 2)) return;
            for (int at = first, left = count; left > 0; at += lanes, left -= lanes) {
                const Int4 extended = load(is + at) == first_layer;
                if (!any(extended)) continue;
                const Int4 by_low = extended & (load(is + at - next) == one);
                const Int4 by_high = extended & (load(is + at + next) == one);
                for (int f = 0; f < 2; ++f) {
                    float* u = fields[f]->axis[axis].data() + at;
                    const Float4 here = load_first(u, left), most = abs(here);
                    const Float4 excess = mask_and(by_high, load(&divergence_[f][at])) -
                                          mask_and(by_low, load(&divergence_[f][at - next]));
                    const Float4 change = excess * frame.edge[axis];
                    store_first(u, here + (f == 0 ? change : clamp(change, -most, most)), left);
                }
            }
        });
    }
}

}  // namespace slosh
