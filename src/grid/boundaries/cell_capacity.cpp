#include "grid/boundaries/cell_capacity.h"

#include <algorithm>
#include <cmath>

#include "grid/extrapolate.h"
#include "grid/transfer_weights.h"

namespace slosh {
namespace {

constexpr float near_solids = 4.5f;     // cells: within this distance of a solid the capacity may be less than 1
constexpr float merge_capacity = 0.6f;  // a cell with less capacity is averaged with its neighbours
constexpr float min_capacity = 0.02f;   // a cell with less holds nothing

// Open fraction of an octant: that of a plane with the distance at the centre of the octant and its gradient.
[[gnu::noinline]] float octant_fraction(const MacGrid& grid, const SimdArray<float>& distance, int cell, int octant) {
    const int x = 1, y = grid.row, z = grid.slab;
    const float* d = distance.data() + cell;
    const float parts[3] = {octant & 1 ? 0.75f : 0.25f, octant & 2 ? 0.75f : 0.25f, octant & 4 ? 0.75f : 0.25f};
    const auto mix = [](float a, float b, float t) { return a + t * (b - a); };
    const float y0 = mix(mix(d[0], d[x], parts[0]), mix(d[y], d[x + y], parts[0]), parts[1]);
    const float y1 = mix(mix(d[z], d[x + z], parts[0]), mix(d[y + z], d[x + y + z], parts[0]), parts[1]);
    const float middle = mix(y0, y1, parts[2]);
    // Change of the distance across the octant along its diagonal.
    const float slope_x = (d[x] - d[0]) + (d[x + y] - d[y]) + (d[x + z] - d[z]) + (d[x + y + z] - d[y + z]);
    const float slope_y = (d[y] - d[0]) + (d[x + y] - d[x]) + (d[y + z] - d[z]) + (d[x + y + z] - d[x + z]);
    const float slope_z = (d[z] - d[0]) + (d[x + z] - d[x]) + (d[y + z] - d[y]) + (d[x + y + z] - d[x + y]);
    const float change = 0.125f * (std::abs(slope_x) + std::abs(slope_y) + std::abs(slope_z));
    return change > 0 ? std::clamp(0.5f + middle / change, 0.0f, 1.0f) : middle > 0 ? 1.0f : 0.0f;
}

}  // namespace

void CellCapacity::resize(const MacGrid& grid) {
    grid_ = grid;
    for (SimdArray<float>* field : {&open_volume_, &capacity_, &scratch_}) field->assign(grid.size());
    for (SimdArray<float>& part : octant_fraction_) part.assign(grid.size());
}

void CellCapacity::update(const SimdArray<float>& distance, const SimdArray<uint8_t>& stale, float shortest_edge,
                          Jobs& jobs) {
    find_open_volume(distance, stale, jobs);
    find_capacity(distance, stale, shortest_edge, jobs);
}

void CellCapacity::find_open_volume(const SimdArray<float>& distance, const SimdArray<uint8_t>& stale, Jobs& jobs) {
    for_cells(grid_, jobs, [&](int at, int, int, int) {
        if (stale[at] == 0) return;
        float min_value = 1e30f, max_value = -1e30f;
        for (const int corner : {0, 1, grid_.row, grid_.row + 1})
            for (const int up : {0, grid_.slab}) {
                const float d = distance[at + corner + up];
                min_value = std::min(min_value, d);
                max_value = std::max(max_value, d);
            }
        float sum = 0;
        for (int o = 0; o < 8; ++o) {
            const float fraction = min_value > 0    ? 1.0f
                                   : max_value <= 0 ? 0.0f
                                                    : octant_fraction(grid_, distance, at, o);
            octant_fraction_[o][at] = fraction;
            sum += fraction;
        }
        open_volume_[at] = 0.125f * sum;
    });
    // The straight tank walls are mirrors, as in P2G (grid/liquid/p2g.h).
    for (int axis = 0; axis < 3; ++axis)
        for_wall_pairs(grid_, axis, [&](int outside, int inside) {
            for (int o = 0; o < 8; ++o) octant_fraction_[o][outside] = octant_fraction_[o ^ 1 << axis][inside];
            open_volume_[outside] = open_volume_[inside];
        });
}

bool CellCapacity::is_any_stale_around(const SimdArray<uint8_t>& stale, int cell) const {
    uint32_t any = 0;
    for (int k = -1; k <= 1; ++k)
        for (int j = -1; j <= 1; ++j) {
            const uint8_t* middle = stale.data() + cell + j * grid_.row + k * grid_.slab;
            any |= static_cast<uint32_t>(middle[-1] | middle[0] | middle[1]);
        }
    return any != 0;
}

// The density is the mean of the weights on six faces; the kernel of a face spans one cell on either side along its
// axis and one and a half across it. The same kernel over the open octants gives the capacity.
void CellCapacity::find_capacity(const SimdArray<float>& distance, const SimdArray<uint8_t>& stale, float shortest_edge,
                                 Jobs& jobs) {
    constexpr float along[6] = {0.0625f, 0.1875f, 0.25f, 0.25f, 0.1875f, 0.0625f};
    constexpr float across[6] = {0, 0.125f, 0.375f, 0.375f, 0.125f, 0};
    for_cells(grid_, jobs, [&](int at, int, int, int) {
        if (distance[at] >= near_solids * shortest_edge) {
            capacity_[at] = 1;
            return;
        }
        if (!is_any_stale_around(stale, at)) return;
        float min_value = 1, max_value = 0;
        for (int k = -1; k <= 1; ++k)
            for (int j = -1; j <= 1; ++j)
                for (int i = -1; i <= 1; ++i) {
                    const float v = open_volume_[at + i + j * grid_.row + k * grid_.slab];
                    min_value = std::min(min_value, v);
                    max_value = std::max(max_value, v);
                }
        capacity_[at] = min_value;
        if (min_value == max_value) return;
        float sum = 0;
        for (int k = 0; k < 6; ++k)
            for (int j = 0; j < 6; ++j)
                for (int i = 0; i < 6; ++i) {
                    const float weight = along[i] * across[j] * across[k] + across[i] * along[j] * across[k] +
                                         across[i] * across[j] * along[k];
                    const int cell = at + (i / 2 - 1) + (j / 2 - 1) * grid_.row + (k / 2 - 1) * grid_.slab;
                    if (weight > 0) sum += weight * octant_fraction_[(i & 1) | (j & 1) << 1 | (k & 1) << 2][cell];
                }
        capacity_[at] = sum / 3;
    });
}

void CellCapacity::divide_by_capacity(const Faces& face_fraction, SimdArray<float>& density, Jobs& jobs) {
    for_cells(grid_, jobs, [&](int at, int, int, int) {
        float particles = density[at], capacity = capacity_[at];
        if (capacity < merge_capacity)
            for (int axis = 0; axis < 3; ++axis)
                for (const bool upper : {false, true}) {
                    const int next = upper ? at + grid_.stride(axis) : at - grid_.stride(axis);
                    const float fraction = face_fraction.axis[axis][upper ? next : at];
                    if (fraction > 0) {
                        particles += fraction * density[next];
                        capacity += fraction * capacity_[next];
                    }
                }
        scratch_[at] = capacity > min_capacity ? particles / capacity : 0;
    });
    for_cells(grid_, jobs, [&](int at, int, int, int) { density[at] = scratch_[at]; });
}

void CellCapacity::fill_small_cells(const SimdArray<float>& density, SimdArray<float>& phi, Jobs& jobs) const {
    for_cells(grid_, jobs, [&](int at, int, int, int) {
        if (capacity_[at] < 1 && phi[at] >= 0 && density[at] > 0.5f) phi[at] = -1;
    });
}

}  // namespace slosh
