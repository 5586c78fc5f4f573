// Reseeding: keeps the number of particles in cells inside the fluid within bounds (after Edwards & Bridson 2012,
// section 3.3, who resample every cell). Particles move from crowded cells to random positions in sparse ones, take the
// grid velocity there and get new ids. As many are added as removed, so that the amount of fluid is conserved; where
// either side falls short, the bounds are not attained.
//
// Random numbers are hashes of cell and step, and cells are processed in order: the result does not depend on the
// number of workers.
#pragma once
#include <cstdint>
#include <vector>

#include "grid/liquid/inflow_outflow.h"
#include "grid/sorted_particles.h"

namespace slosh {

class Reseeding {
public:
    // Bounds for cells inside the fluid; 0 switches reseeding off.
    struct Bounds {
        int min = 0, max = 0;
        bool any() const { return min > 0 && max > 0; }
    };

    // Particles are sorted by cell before, and no longer if this returns true. `inside(cell)`: whether the cell is
    // surrounded by fluid. `velocity`: on the grid, valid in the fluid and next to it. Allocates in the first call
    // only.
    template <class Inside>
    bool run(const GridLayout& layout, SortedParticles& particles, const Faces& velocity, Bounds bounds, uint64_t step,
             GridInflowOutflow& flow, Inside&& inside) {
        const MacGrid& grid = layout.grid;
        const ParticleSort& cells = particles.cells;
        surplus_.clear();
        deficit_.clear();
        if (surplus_.capacity() < static_cast<size_t>(flow.capacity())) reserve(flow.capacity());
        for (int k = 0; k < grid.nz; ++k)
            for (int j = 0; j < grid.ny; ++j)
                for (int i = 0; i < grid.nx; ++i) {
                    const int cell = grid.at(i, j, k), count = cells.count(cell);
                    const bool crowded = count > bounds.max;
                    if (!(crowded || count < bounds.min) || !inside(cell)) continue;
                    if (crowded) collect_surplus(cells, cell, count - bounds.max, step);
                    else collect_deficit(cell, bounds.min - count, flow.capacity());
                }
        return relocate(layout, velocity, step, flow, particles.front);
    }

private:
    void reserve(int capacity);
    void collect_surplus(const ParticleSort&, int cell, int surplus, uint64_t step);
    void collect_deficit(int cell, int deficit, int capacity);
    bool relocate(const GridLayout&, const Faces& velocity, uint64_t step, GridInflowOutflow&, FlipParticles&);

    std::vector<int> surplus_, deficit_;  // slots; cells, once for every particle they lack
};

}  // namespace slosh
