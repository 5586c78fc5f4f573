#include "grid/liquid/trapezoidal_rule.h"

#include <algorithm>

#include "grid/extrapolate.h"
#include "grid/transfer_weights.h"

namespace slosh {
namespace {

// The change of the velocity in a sub-step is at most this part of it, that of a turn by a quarter radian. More is not
// a turn: a blow.
constexpr float max_change = 1.0f / 32;

// The slope of the acceleration per cell from the faces before and behind one, or from one of them, or 0.
Float4 slope(Float4 before, Float4 here, Float4 behind) {
    const Float4 zero = splat(0.0f), half = splat(0.5f), one = splat(1.0f), end = splat(TrapezoidalRule::entered);
    const Int4 has_before = before < end, has_behind = behind < end;
    const Float4 difference = mask_and(has_behind, behind - here) + mask_and(has_before, here - before);
    return difference * select(has_before & has_behind, half, select(has_before | has_behind, one, zero));
}

}  // namespace

void TrapezoidalRule::resize(const MacGrid& grid) {
    acceleration_.assign(grid);
    change_.assign(grid);
    for (SimdArray<float>& a : acceleration_.axis) std::fill_n(a.data(), grid.size(), outside);
}

void TrapezoidalRule::add_change(const MacGrid& grid, const ParticleSort& cells, float dt, Faces& velocity,
                                 Jobs& jobs) const {
    for_rows_around(grid, cells, 1, jobs, [&](int begin, int end) {
        for (int axis = 0; axis < 3; ++axis) {
            float* u = velocity.axis[axis].data();
            const float* change = change_.axis[axis].data();
            for (int at = begin; at < end; at += lanes) store(u + at, load(u + at) + dt * load(change + at));
        }
    });
}

void TrapezoidalRule::find_acceleration(const MacGrid& grid, const ParticleSort& cells, float dt,
                                        const SimdArray<float>& phi, const Faces& valid, const Faces& velocity_delta,
                                        Jobs& jobs) {
    const float inv_dt = 1 / dt;
    for (int axis = 0; axis < 3; ++axis) {
        const float *is_valid = valid.axis[axis].data(), *delta = velocity_delta.axis[axis].data();
        const float *here = phi.data(), *before = here - grid.stride(axis), *change = change_.axis[axis].data();
        float* a = acceleration_.axis[axis].data();
        for_inner_rows(grid, axis, jobs, [&](int first, int count) {
            if (!cells.any_around_row_of(grid, first)) return std::fill_n(a + first, count, outside), void();
            const Float4 zero = splat(0.0f), beyond = splat(outside), since_now = splat(entered);
            for (int at = first, left = count; left > 0; at += lanes, left -= lanes) {
                const Int4 inside =
                    (load(is_valid + at) > zero) & (load(here + at) < zero) & (load(before + at) < zero);
                const Float4 now = inv_dt * load(delta + at) - load_first(change + at, left);
                const Int4 was_inside = load_first(a + at, left) < beyond;
                store_first(a + at, select(inside, select(was_inside, now, since_now), beyond), left);
            }
        });
    }
}

void TrapezoidalRule::find_change(const GridLayout& layout, const ParticleSort& cells, float dt, const Faces& velocity,
                                  Jobs& jobs) {
    const MacGrid& grid = layout.grid;
    const MacFrame& frame = layout.frame;
    for (int axis = 0; axis < 3; ++axis) {
        const float* a = acceleration_.axis[axis].data();
        float* change = change_.axis[axis].data();
        const int back = grid.stride(axis);
        for_inner_rows(grid, axis, jobs, [&](int first, int count) {
            if (!cells.any_around_row_of(grid, first)) return std::fill_n(change + first, count, 0.0f), void();
            for (int at = first, left = count; left > 0; at += lanes, left -= lanes) {
                const Float4 here = load(a + at), one = splat(1.0f);
                Int4 counts = here < splat(entered);
                Float4 sum = splat(0.0f), speed2 = sum;
                for (int d = 0; d < 3; ++d) {
                    const float* u = velocity.axis[d].data() + at;
                    const int stride = grid.stride(d);
                    Float4 v = load(u);
                    if (d != axis) v = 0.25f * (v + load(u + stride) + load(u - back) + load(u - back + stride));
                    const Float4 cells_crossed = v * (dt * frame.inv_edge[d]);
                    // Farther on a is not linear.
                    counts = counts & (abs(cells_crossed) <= one);
                    sum += cells_crossed * slope(load(a + at - stride), here, load(a + at + stride));
                    speed2 += v * v;
                }
                const Float4 limit = max_change / dt * sqrt(speed2);
                store_first(change + at, mask_and(counts, clamp(-0.5f * sum, -limit, limit)), left);
            }
        });
    }
}

}  // namespace slosh
