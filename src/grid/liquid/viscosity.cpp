#include "grid/liquid/viscosity.h"

#include <algorithm>

#include "grid/extrapolate.h"
#include "grid/transfer_weights.h"

namespace slosh {
namespace {

// Limit of nu dt / edge^2: beyond it the 1 on the diagonal is lost in float rounding, and the fluid is rigid anyway.
constexpr float max_rate = 1e4f;

}  // namespace

void Viscosity::diffuse(const GridLayout& layout, const FluidBoundary& boundary, float viscosity, float dt,
                        Faces& velocity, Jobs& jobs) {
    if (!(viscosity > 0)) return;
    begin(layout, viscosity, dt);
    for (int axis = 0; axis < 3; ++axis) {
        assemble(axis, boundary, velocity, jobs);
        solve(axis, velocity, jobs);
    }
}

void Viscosity::begin(const GridLayout& layout, float viscosity, float dt) {
    const MacGrid& grid = layout.grid;
    const float(&inv_edge)[3] = layout.frame.inv_edge;
    if (value_.size() != grid.size()) {
        system_.grid = grid;
        for (SimdArray<float>* a :
             {&value_, &system_.diagonal, &system_.b, &system_.link[0], &system_.link[1], &system_.link[2]})
            a->assign(grid.size());
    }
    system_.coupled.clear();
    for (int d = 0; d < 3; ++d) rate_[d] = std::min(viscosity * dt * inv_edge[d] * inv_edge[d], max_rate);
}

void Viscosity::solve(int axis, Faces& velocity, Jobs& jobs) {
    solver_.solve(system_, value_, {.preconditioner = Preconditioner::mic0, .tolerance = 1e-5f, .max_iterations = 400},
                  jobs);
    float* u = velocity.axis[axis].data();
    for_inner_rows(system_.grid, axis, jobs, [&](int first, int count) {
        for (int at = first; at < first + count; ++at)
            if (system_.diagonal[at] > 0) u[at] = value_[at];
    });
}

void Viscosity::assemble(int axis, const FluidBoundary& boundary, const Faces& velocity, Jobs& jobs) {
    const MacGrid& grid = system_.grid;
    const float(&rate)[3] = rate_;
    jobs.run(grid.nz + 2, [&](int k) {
        for (SimdArray<float>* a :
             {&value_, &system_.diagonal, &system_.b, &system_.link[0], &system_.link[1], &system_.link[2]})
            std::fill_n(a->data() + k * grid.slab, grid.slab, 0.0f);
    });
    const float *phi_data = boundary.phi.data(), *fraction = boundary.face_fraction.axis[axis].data();
    const float* u = velocity.axis[axis].data();
    const int back = grid.stride(axis);
    const Float4 zero = splat(0.0f);
    const auto is_open = [&](int at) { return load(fraction + at) > 0.0f; };
    const auto is_wet = [&](int at) { return (load(phi_data + at - back) < 0.0f) | (load(phi_data + at) < 0.0f); };
    for_inner_rows(grid, axis, jobs, [&](int first, int count) {
        for (int at = first, left = count; left > 0; at += lanes, left -= lanes) {
            const Int4 here = is_open(at) & is_wet(at);
            Float4 diagonal = splat(1.0f);
            for (int d = 0; d < 3; ++d) {
                const int next = grid.stride(d);
                const Int4 low_open = is_open(at - next), high_open = is_open(at + next);
                // Along its own axis there is a cell between a face and the next: nothing acts across air.
                Int4 low_acts = is_wet(at - next), high_acts = is_wet(at + next), low_wall = here, high_wall = here;
                if (d == axis) {
                    low_acts = low_wall = load(phi_data + at - next) < 0.0f;
                    high_acts = high_wall = load(phi_data + at) < 0.0f;
                }
                const Float4 through = splat(rate[d]), low = select(low_acts, through, zero);
                const Float4 high = select(high_acts, through, zero);
                // Beside a wall the no-slip point is half a cell away.
                const Float4 to_wall = splat(d == axis ? rate[d] : 2 * rate[d]);
                diagonal += select(low_open, low, select(low_wall, to_wall, zero)) +
                            select(high_open, high, select(high_wall, to_wall, zero));
                store_first(&system_.link[d][at], select(here & low_open, low, zero), left);
            }
            store_first(&system_.diagonal[at], select(here, diagonal, zero), left);
            const Float4 value = select(here, load_first(u + at, left), zero);
            store_first(&system_.b[at], value, left);
            store_first(&value_[at], value, left);
        }
    });
}

}  // namespace slosh
