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

}  // namespace

void find_density(const MacGrid& grid, const ParticleSort& cells, const Faces& weight, float at_rest,
                  SimdArray<float>& density, Jobs& jobs) {
    const float scale = 1 / (6 * at_rest);
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
                    FreeSurfaceModel how, SimdArray<float>& phi, SimdArray<uint8_t>& isolated, Jobs& jobs) {
    for_rows(grid, jobs, [&](int first, int end, int, int) {
        std::fill(&isolated[first], &isolated[end], uint8_t{0});
        for (int at = first + 1; at <= first + grid.nx; ++at) {
            if (how == FreeSurfaceModel::cells) phi[at] = cells.count(at) > 0 ? -1 : 0;
            else phi[at] = 0.5f - density[at];
        }
    });
    if (how == FreeSurfaceModel::cells) return;
    for_rows(grid, jobs, [&](int first, int end, int, int) {
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
