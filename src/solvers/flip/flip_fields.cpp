#include "solvers/flip/flip_fields.h"

#include <algorithm>

#include "grid/extrapolate.h"
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

void FaceFields::make_velocity_delta(const MacGrid& grid, const ParticleSort& cells, Jobs& jobs) {
    // Valid faces are at most two rows from particles; extrapolation reads one row more.
    for_rows_around(grid, cells, 3, jobs, [&](int begin, int end) {
        for (int axis = 0; axis < 3; ++axis) {
            const float *now = velocity.axis[axis].data(), *old = velocity_old.axis[axis].data();
            float* delta = velocity_delta.axis[axis].data();
            for (int at = begin; at < end; at += lanes) store(delta + at, load(now + at) - load(old + at));
        }
    });
}

namespace {

// How far the centre of the weights lies from a face along an axis, in cells, from the weights at the faces before it,
// on it and behind it: the variance of a hat function times the slope of the weights over their value, and 0 where that
// changes its sign. Inside the fluid the slope is the (harmonic) mean of the two differences. Where the fluid ends
// within a cell it is twice that: hat functions spread the end over two cells.
Float4 offset_of_centre(Float4 before, Float4 here, Float4 behind, Float4 inv_here) {
    constexpr float variance = 1.0f / 6, max_offset = 2.0f / 3;
    const Float4 low = here - before, high = behind - here, product = low * high, one = splat(1.0f);
    const Int4 monotonic = product > 0.0f;
    const Float4 mean = mask_and(monotonic, 2.0f * product / select(monotonic, low + high, one));
    const Float4 at_end = min(max(abs(low), abs(high)) * inv_here, one);
    const Float4 offset = variance * inv_here * mean * (1.0f + at_end);
    return clamp(offset, splat(-max_offset), splat(max_offset));
}

// The difference of u from one face to the next along an axis, on the side with the larger weights w and one face away,
// where it is less disturbed. The next faces are at the strides -to_low[0] and to_high[0], the second ones at those of
// [1]; 0: there is none.
Float4 inner_slope(const float* w, const float* u, const int (&to_low)[2], const int (&to_high)[2]) {
    const Float4 here = load(u), low = load(w - to_low[0]), high = load(w + to_high[0]), zero = splat(0.0f);
    const Float4 u_low = load(u - to_low[0]), u_high = load(u + to_high[0]);
    const Float4 near = select(high > low, u_high - here, here - u_low);
    const Float4 beyond = select(high > low, load(u + to_high[1]) - u_high, u_low - load(u - to_low[1]));
    const Float4 w_near = max(low, high), w_beyond = select(high > low, to_high[1] ? load(w + to_high[1]) : zero,
                                                            to_low[1] ? load(w - to_low[1]) : zero);
    // Limited, so that oscillations from face to face do not grow.
    const Float4 limited =
        select(near > zero, min(max(beyond, zero), 2.0f * near), max(min(beyond, zero), 2.0f * near));
    return mask_and(w_near > zero, select(w_beyond > 0.5f * w_near, limited, near));
}

// How much RoundWall's change to the centre counts, by the weights of P2G one cell inside over those on the face, 1 in
// a full tank, and the share of PIC. The particles of a film on the wall are nearer to the face than those of a full
// tank. A large share would make fast films faster: their rotation is not rigid.
float part_of_change(float weight_inside, float share) {
    constexpr float film = 0.2f, full = 0.8f;
    return std::clamp((weight_inside - film) / (full - film), 0.0f, 1.0f) * std::max(1 - 4 * share * share, 0.0f);
}

}  // namespace

void FaceFields::add_old_velocity(const MacGrid& grid, const ParticleSort& cells, float share, bool carry,
                                  const RoundWall* round_wall, Jobs& jobs) {
    if (!(share > 0)) return;
    constexpr float noise = 0.02f;  // cells; inside the fluid offsets are below it
    // Particles take little from faces with less; whether their weights rise or fall is a matter of rounding.
    constexpr float min_weight = 0.01f;
    const Float4 zero = splat(0.0f);
    for (int axis = 0; axis < 3; ++axis) {
        float *w = weight.axis[axis].data(), *u = velocity_old.axis[axis].data();
        float* delta = velocity_delta.axis[axis].data();
        // Before the loop changes them.
        beside_wall_.clear();
        if (round_wall) {
            beside_wall_.reserve(round_wall->change_to_centre(axis).size());
            for (const RoundWall::Term& term : round_wall->change_to_centre(axis)) {
                const float here = w[term.at], inside = 0.5f * (w[term.inner] + w[term.inner + grid.stride(axis)]);
                const float part = here > 0 ? part_of_change(inside * term.full / here, share) : 0;
                const float carried = delta[term.at] + share * (u[term.at] + term.value(grid, velocity_old));
                if (part > 0) beside_wall_.push_back({term.at, part, carried});
            }
        }
        // Walls are mirrors: the face behind one is the same as that before it. Before the loop, whose vectors reach
        // into the borders of other rows.
        if (axis != 0)
            for_wall_pairs(grid, 0, [&](int outside, int inside) {
                w[outside] = w[inside];
                u[outside] = u[inside];
            });
        for_inner_rows(grid, axis, jobs, [&](int first, int count) {
            const auto [i, j, k] = grid.cell(first);
            if (!cells.any_around(grid, j, k)) return;
            // Strides to the next two of the `faces` that the component has up to a wall. A wall across it is a mirror;
            // behind one along it, which is a face, there is nothing.
            const auto strides = [](int stride, bool mirror, int faces, int(&to)[2]) {
                to[0] = std::min(faces, 1) * stride;
                to[1] = faces >= 2 ? 2 * stride : mirror ? to[0] : 0;
            };
            int low[3][2] = {{1, 2}}, high[3][2] = {{1, 2}};
            strides(grid.row, axis != 1, j, low[1]);
            strides(grid.slab, axis != 2, k, low[2]);
            strides(grid.row, axis != 1, grid.ny - j - (axis != 1), high[1]);
            strides(grid.slab, axis != 2, grid.nz - k - (axis != 2), high[2]);
            for (int at = first, left = count; left > 0; at += lanes, left -= lanes) {
                const Float4 here = load(w + at), inv_here = 1.0f / max(here, splat(min_weight));
                Float4 moved = load(u + at);
                for (int d = 0; d < 3 && carry; ++d) {
                    const Float4 offset =
                        offset_of_centre(load(w + at - low[d][0]), here, load(w + at + high[d][0]), inv_here);
                    const Int4 counts = abs(offset) > noise;
                    if (!any(counts)) continue;
                    moved -= mask_and(counts, offset * inner_slope(w + at, u + at, low[d], high[d]));
                }
                store_first(delta + at, load_first(delta + at, left) + share * mask_and(here > zero, moved), left);
            }
        });
        for (const BesideWall& face : beside_wall_) delta[face.at] += face.part * (face.carried - delta[face.at]);
        for_wall_faces(grid, axis, [&](int at, int) { delta[at] += share * u[at]; });
    }
}

void CellFields::resize(const MacGrid& grid) {
    for (SimdArray<float>* field : {&density, &phi, &divergence_target, &pressure}) field->assign(grid.size());
    isolated.assign(grid.size());
}

}  // namespace slosh
