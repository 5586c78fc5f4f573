#include "grid/liquid/level_set.h"

#include <algorithm>

namespace slosh {
namespace {

// Calls f(first, end, j, k) for each row of cells; whole vectors, including the border beside the row. Planes run in
// parallel.
template <class F>
void for_rows(const MacGrid& grid, Jobs& jobs, F&& f) {
    jobs.run(grid.nz, [&](int k) {
        for (int j = 0; j < grid.ny; ++j) f(grid.at(-1, j, k), grid.at(-1, j, k) + grid.row, j, k);
    });
}

constexpr float max_level = 1.5f;  // cells: half the width of the kernel of find_density()

// The distance, in cells, at which a flat surface leaves `density` in the centre of a cell: the inverse of the integral
// of the kernel across the surface. That of find_density() is piecewise linear, so the density has three quadratic
// parts on either side.
Float4 surface_distance(Float4 density) {
    const Float4 excess = density - 0.5f;
    const Float4 q = min(max(excess, -excess), splat(0.5f));
    const Float4 zero = splat(0.0f);
    const Float4 near = 1.25f - sqrt(max(1.5625f - 3.0f * q, zero));  // to 1/2 cell
    const Float4 middle = 1.1f - sqrt(max(1.16f - 2.4f * q, zero));   // to 1 cell
    const Float4 far = 1.5f - sqrt(12.0f * (0.5f - q));               // to 3/2 cells, where the kernel ends
    const Float4 distance = select(q < 1.0f / 3, near, select(q < 23.0f / 48, middle, far));
    return select(excess > zero, -distance, distance);
}

}  // namespace

void find_density(const GridLayout& layout, const ParticleSort& cells, const Faces& weight, SimdArray<float>& density,
                  Jobs& jobs) {
    const MacGrid& grid = layout.grid;
    const float scale = 1 / (6 * std::max(layout.at_rest, lone_particle));
    for_rows(grid, jobs, [&](int first, int end, int j, int k) {
        if (!cells.any_around(grid, j, k)) return std::fill(&density[first], &density[end], 0.0f);
        for (int at = first; at < end; at += lanes) {
            Float4 sum = splat(0.0f);
            for (int axis = 0; axis < 3; ++axis) {
                const float* w = weight.axis[axis].data() + at;
                sum += load(w) + load(w + grid.stride(axis));
            }
            store(&density[at], sum * scale);
        }
        density[first] = 0;
        for (int at = first + grid.nx + 1; at < end; ++at) density[at] = 0;
    });
}

void find_level_set(const MacGrid& grid, const ParticleSort& cells, const SimdArray<float>& density,
                    FreeSurfaceModel how, SimdArray<float>& phi, Jobs& jobs) {
    for_rows(grid, jobs, [&](int first, int end, int j, int k) {
        if (how == FreeSurfaceModel::cells) {
            for (int at = first + 1; at <= first + grid.nx; ++at) phi[at] = cells.count(at) > 0 ? -1 : 0;
            return;
        }
        if (!cells.any_around(grid, j, k)) std::fill(&phi[first], &phi[end], max_level);
        else
            for (int at = first; at < end; at += lanes) store(&phi[at], surface_distance(load(&density[at])));
        phi[first] = 0;
        for (int at = first + grid.nx + 1; at < end; ++at) phi[at] = 0;
    });
}

void find_isolated_cells(const MacGrid& grid, const ParticleSort& cells, const SimdArray<float>& phi,
                         SimdArray<uint8_t>& isolated, Jobs& jobs) {
    for_rows(grid, jobs, [&](int first, int end, int, int) {
        std::fill(&isolated[first], &isolated[end], uint8_t{0});
        if (cells.begin(first) == cells.begin(end)) return;
        for (int at = first + 1; at <= first + grid.nx; ++at) {
            if (phi[at] < 0 || cells.count(at) == 0) continue;
            bool beside_fluid = false;
            for (const int stride : {1, grid.row, grid.slab})
                beside_fluid |= phi[at - stride] < 0 || phi[at + stride] < 0;
            isolated[at] = !beside_fluid;
        }
    });
}

}  // namespace slosh
