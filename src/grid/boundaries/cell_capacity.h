// Open volume of the cells that solids cut, and their capacity: the particle density (grid/liquid/level_set.h) that a
// cell shows where the fluid around it is full.
#pragma once
#include "base/jobs.h"
#include "grid/flip_particles.h"

namespace slosh {

class CellCapacity {
public:
    void resize(const MacGrid&);
    // `distance`: signed distance from solids, m, at the lower corner of each cell; `shortest_edge` of a cell, m.
    // `stale`: not 0 where the distance at a corner of the cell has changed since the last update.
    void update(const SimdArray<float>& distance, const SimdArray<uint8_t>& stale, float shortest_edge, Jobs&);

    float open_volume(int cell) const { return open_volume_[cell]; }  // fraction, 0 to 1
    // By cell.
    const SimdArray<float>& open_volumes() const { return open_volume_; }
    const SimdArray<float>& capacities() const { return capacity_; }

    // Normalises the density: particles over those of a full open cell become particles over the capacity of the cut
    // cell.
    void divide_by_capacity(const Faces& face_fraction, SimdArray<float>& density, Jobs&);
    // Cut cells that are too small to hold a particle become fluid (phi = -1) where the density is above one half.
    void fill_small_cells(const SimdArray<float>& density, SimdArray<float>& phi, Jobs&) const;

private:
    void find_open_volume(const SimdArray<float>& distance, const SimdArray<uint8_t>& stale, Jobs&);
    void find_capacity(const SimdArray<float>& distance, const SimdArray<uint8_t>& stale, float shortest_edge, Jobs&);
    bool is_any_stale_around(const SimdArray<uint8_t>& stale, int cell) const;

    MacGrid grid_;
    SimdArray<float> octant_fraction_[8];  // open volume fraction of the octants of each cell
    SimdArray<float> open_volume_, capacity_, scratch_;
};

}  // namespace slosh
