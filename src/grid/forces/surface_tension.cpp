#include "grid/forces/surface_tension.h"

#include <algorithm>
#include <utility>

#include "base/math.h"
#include "grid/extrapolate.h"
#include "grid/liquid/projection.h"
#include "grid/transfer_weights.h"

namespace slosh {
namespace {

// Passes of the filter (1/4, 1/2, 1/4) along each axis. Modes that the filter removes have no tension and grow: with
// more passes drops fall apart.
constexpr int smoothing_passes = 1;
constexpr float min_gradient = 1e-4f;  // of the density, per cell: a smaller gradient is no surface
constexpr float safety = 0.5f;         // of the stable step: at the limit itself noise grows
constexpr float four_pi = 4 * pi;

// Copies the cells before the walls across `axis` to the border.
void mirror_cells(const MacGrid& grid, int axis, SimdArray<float>& cells) {
    const int stride = grid.stride(axis);
    for_wall_faces(grid, axis, [&](int at, int inwards) {
        if (inwards == 0) cells[at - stride] = cells[at];
        else cells[at] = cells[at + inwards];
    });
}

template <class F>
void for_rows_of_cells(const MacGrid& grid, Jobs& jobs, F&& f) {
    jobs.run(grid.nz, [&](int k) {
        for (int j = 0; j < grid.ny; ++j)
            for (int at = grid.at(0, j, k), left = grid.nx; left > 0; at += lanes, left -= lanes) f(at, left);
    });
}

}  // namespace

float SurfaceTension::max_step(float tension, float rest_density, float edge) {
    return safety * __builtin_sqrtf(rest_density * edge * edge * edge / (four_pi * tension));
}
float SurfaceTension::max_tension(float dt, float rest_density, float edge) {
    return safety * safety * rest_density * edge * edge * edge / (four_pi * dt * dt);
}

void SurfaceTension::apply(const GridLayout& layout, const SimdArray<float>& density, const SimdArray<float>& phi,
                           float tension_dt, Faces& velocity, Jobs& jobs) {
    if (!(tension_dt > 0)) return;
    const MacGrid& grid = layout.grid;
    if (smoothed_.size() != grid.size()) {
        for (SimdArray<float>* a : {&smoothed_, &scratch_, &curvature_}) a->assign(grid.size());
        normal_.assign(grid);
    }
    smooth(grid, density, jobs);
    find_normals(layout, jobs);
    find_curvature(layout, jobs);
    const float *phi_data = phi.data(), *kappa = curvature_.data();
    const Float4 zero = splat(0.0f), one = splat(1.0f);
    for (int axis = 0; axis < 3; ++axis) {
        const int back = grid.stride(axis);
        const float scale = tension_dt * layout.frame.inv_edge[axis];
        float* u = velocity.axis[axis].data();
        for_inner_rows(grid, axis, jobs, [&](int first, int count) {
            for (int at = first, left = count; left > 0; at += lanes, left -= lanes) {
                const Float4 low = load(phi_data + at - back), high = load(phi_data + at);
                const Int4 low_fluid = low < 0.0f, high_fluid = high < 0.0f, crossed = low_fluid ^ high_fluid;
                if (!any(crossed)) continue;
                const Float4 inv_theta_here = inv_theta(select(crossed, select(low_fluid, low, high), -one),
                                                        select(crossed, select(low_fluid, high, low), zero));
                const Float4 theta = one / inv_theta_here;
                const Float4 of_low = load(kappa + at - back), of_high = load(kappa + at);
                const Float4 in_fluid = select(low_fluid, of_low, of_high), in_air = select(low_fluid, of_high, of_low);
                const Float4 jump = (in_fluid + theta * (in_air - in_fluid)) * inv_theta_here * scale;
                const Float4 gain = select(crossed, select(low_fluid, -jump, jump), zero);
                store_first(u + at, load_first(u + at, left) + gain, left);
            }
        });
    }
}

void SurfaceTension::apply_cohesion(const GridLayout& layout, const uint8_t* isolated, float tension_dt,
                                    SortedParticles& particles, Jobs& jobs) const {
    if (!(tension_dt > 0)) return;
    const MacGrid& grid = layout.grid;
    FlipParticles& p = particles.front;
    const float shortest = shortest_edge(layout.frame), gain = tension_dt / (shortest * shortest);
    for_filled_cells(grid, particles.cells, jobs, [&](int cell, int, int, int, int begin, int end) {
        if (!isolated[cell]) return;
        for (int d = 0; d < 3; ++d) {
            const float* normal = &normal_.axis[d][cell];
            const float dv = 0.5f * gain * (normal[0] + normal[grid.stride(d)]);
            for (int slot = begin; slot < end; ++slot) p.v[d][slot] += dv;
        }
    });
}

void SurfaceTension::smooth(const MacGrid& grid, const SimdArray<float>& density, Jobs& jobs) {
    for_rows_of_cells(
        grid, jobs, [&](int at, int left) { store_first(&smoothed_[at], min(load(&density[at]), splat(1.0f)), left); });
    for (int pass = 0; pass < smoothing_passes; ++pass)
        for (int axis = 0; axis < 3; ++axis) {
            const int next = grid.stride(axis);
            mirror_cells(grid, axis, smoothed_);
            for_rows_of_cells(grid, jobs, [&](int at, int left) {
                const float* c = &smoothed_[at];
                store_first(&scratch_[at], 0.5f * load(c) + 0.25f * (load(c - next) + load(c + next)), left);
            });
            std::swap(smoothed_, scratch_);
        }
    for (int axis = 0; axis < 3; ++axis) mirror_cells(grid, axis, smoothed_);
}

// On every inner face the component of grad c / |grad c| along its axis; 0 on walls.
void SurfaceTension::find_normals(const GridLayout& layout, Jobs& jobs) {
    const MacGrid& grid = layout.grid;
    const MacFrame& frame = layout.frame;
    const float longest = std::max({frame.edge[0], frame.edge[1], frame.edge[2]});
    const Float4 min_value = splat(min_gradient * min_gradient / (longest * longest));
    const float* c = smoothed_.data();
    for (int axis = 0; axis < 3; ++axis) {
        const int back = grid.stride(axis);
        float* normal = normal_.axis[axis].data();
        for_inner_rows(grid, axis, jobs, [&](int first, int count) {
            for (int at = first, left = count; left > 0; at += lanes, left -= lanes) {
                const Float4 along = (load(c + at) - load(c + at - back)) * frame.inv_edge[axis];
                Float4 square = along * along;
                for (int d = 0; d < 3; ++d) {
                    if (d == axis) continue;
                    const int next = grid.stride(d);
                    const Float4 across = (load(c + at + next) - load(c + at - next) + load(c + at - back + next) -
                                           load(c + at - back - next)) *
                                          (0.25f * frame.inv_edge[d]);
                    square += across * across;
                }
                const Float4 unit = along / sqrt(max(square, min_value));
                store_first(normal + at, mask_and(square > min_value, unit), left);
            }
        });
    }
}

void SurfaceTension::find_curvature(const GridLayout& layout, Jobs& jobs) {
    const MacGrid& grid = layout.grid;
    const MacFrame& frame = layout.frame;
    // The smallest resolved drop has the radius of a cell.
    const Float4 max_value = splat(2 * std::max({frame.inv_edge[0], frame.inv_edge[1], frame.inv_edge[2]}));
    for_rows_of_cells(grid, jobs, [&](int at, int left) {
        Float4 sum = splat(0.0f);
        for (int d = 0; d < 3; ++d) {
            const float* normal = &normal_.axis[d][at];
            sum += (load(normal) - load(normal + grid.stride(d))) * frame.inv_edge[d];
        }
        store_first(&curvature_[at], clamp(sum, -max_value, max_value), left);
    });
}

}  // namespace slosh
