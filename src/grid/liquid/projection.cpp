#include "grid/liquid/projection.h"

#include <algorithm>

#include "grid/extrapolate.h"
#include "grid/transfer_weights.h"

namespace slosh {
namespace {

bool any_fluid(const float* phi, int first, int end) {
    Float4 min_value = splat(0.0f);
    for (int at = first; at < end; at += lanes) min_value = min(min_value, load(phi + at));
    return any(min_value < 0.0f);
}

}  // namespace

void assemble_pressure(const MacFrame& frame, const FluidBoundary& boundary, const Faces& velocity,
                       const float* divergence_target, PressureSystem& system, Jobs& jobs) {
    const MacGrid& grid = system.grid;
    const SimdArray<float>& phi = boundary.phi;
    const Faces& face_fraction = boundary.face_fraction;
    const float shortest = shortest_edge(frame);
    const Float4 zero = splat(0.0f), air = splat(-1.0f);
    system.has_fluid.resize(static_cast<size_t>(grid.ny) * static_cast<size_t>(grid.nz));
    jobs.run(grid.nz, [&](int k) {
        const float* phi_data = phi.data();
        for (int j = 0; j < grid.ny; ++j) {
            const int first = grid.at(-1, j, k), end = first + grid.row;
            uint8_t& has_fluid = system.has_fluid[static_cast<size_t>(j + k * grid.ny)];
            has_fluid = any_fluid(phi_data, first, end);
            if (!has_fluid) {
                for (SimdArray<float>* a :
                     {&system.diagonal, &system.b, &system.link[0], &system.link[1], &system.link[2]})
                    std::fill(a->data() + first, a->data() + end, 0.0f);
                continue;
            }
            for (int at = first; at < end; at += lanes) {
                const Float4 here = load(phi_data + at);
                const Int4 fluid = here < 0.0f;
                Float4 diagonal = zero, b = zero;
                if (divergence_target) b = load(divergence_target + at);
                const Float4 centre = select(fluid, here, air);
                for (int axis = 0; axis < 3; ++axis) {
                    const int next = grid.stride(axis);
                    const float *fraction = face_fraction.axis[axis].data() + at, *u = velocity.axis[axis].data() + at;
                    const float scale = shortest * shortest * frame.inv_edge[axis] * frame.inv_edge[axis];
                    const Float4 low_open = load(fraction), high_open = load(fraction + next);
                    const Float4 low = load(phi_data + at - next), high = load(phi_data + at + next);
                    diagonal += scale * (low_open * inv_theta(centre, low) + high_open * inv_theta(centre, high));
                    b -= (high_open * load(u + next) - low_open * load(u)) * frame.inv_edge[axis];
                    store(&system.link[axis][at], select(fluid & (low < 0.0f), scale * low_open, zero));
                }
                store(&system.diagonal[at], select(fluid, diagonal, zero));
                store(&system.b[at], select(fluid & (diagonal > 0.0f), b, zero));
            }
        }
    });
}

void subtract_gradient(const PressureSolution& solution, const MacFrame& frame, const FluidBoundary& boundary,
                       Faces& velocity, Faces& valid, Jobs& jobs) {
    const PressureSystem& system = solution.system;
    const MacGrid& grid = system.grid;
    const float shortest = shortest_edge(frame);
    const Float4 zero = splat(0.0f), one = splat(1.0f), air = splat(-1.0f);
    for (int axis = 0; axis < 3; ++axis) {
        const float scale = shortest * shortest * frame.inv_edge[axis];
        const float *phi_data = boundary.phi.data(), *p = solution.pressure.data();
        const float* fraction = boundary.face_fraction.axis[axis].data();
        float *u = velocity.axis[axis].data(), *is_valid = valid.axis[axis].data();
        const int back = grid.stride(axis);
        for_inner_rows(grid, axis, jobs, [&](int first, int count) {
            if (!system.has_fluid_in(first) && !system.has_fluid_in(first - back)) {
                std::fill_n(is_valid + first, count, 0.0f);
                return;
            }
            for (int at = first, left = count; left > 0; at += lanes, left -= lanes) {
                const Float4 low = load(phi_data + at - back), high = load(phi_data + at);
                const Float4 open_fraction = load(fraction + at);
                const Int4 is_open = open_fraction > 0.0f, low_fluid = low < 0.0f, high_fluid = high < 0.0f;
                const Int4 touched = is_open & (low_fluid | high_fluid);
                const Float4 fluid = select(low_fluid, low, select(high_fluid, high, air));
                const Float4 factor = inv_theta(fluid, select(low_fluid, high, low));
                const Float4 slope = (load(p + at) - load(p + at - back)) * factor * scale;
                store_first(u + at, load_first(u + at, left) - select(touched, slope, zero), left);
                store_first(is_valid + at, select(touched & (open_fraction >= min_valid_fraction), one, zero), left);
            }
        });
    }
}

}  // namespace slosh
