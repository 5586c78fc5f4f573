// Keeps the number of particles in the cells of a fluid within bounds (after Edwards & Bridson 2012, section 3.3, who
// resample every cell to such bounds). From cells where they crowd some are moved to cells that are running empty: to
// random places, with the velocity of the grid there, under new names. As many are put as are taken, so that the amount
// of fluid stays what it was: where either is short, the bounds are not met.
//
// Chance is a hash of cell and step, and cells are dealt with in their order: the same bits for any number of workers.
#pragma once
#include <cstdint>
#include <vector>

#include "grid/liquid/inflow_outflow.h"
#include "grid/particle_sort.h"

namespace slosh {

class Reseeding {
public:
    // Particles in a cell inside the fluid.
    struct Bounds {
        int least = 0, most = 0;
        bool any() const { return least > 0 && most > 0; }
    };

    // Particles are in the order of their cells before and, if this returns true, no longer. `inside(cell)`: whether
    // that is fluid all around. `velocity` is that of the grid, known in the fluid and beside it. No memory is asked
    // for after the first call.
    template <class Inside>
    bool run(const MacGrid& grid, const MacFrame& frame, const ParticleSort& cells, const Faces& velocity,
             Bounds bounds, uint64_t step, GridInflowOutflow& flow, FlipParticles& p, Inside&& inside) {
        surplus_.clear(), wanted_.clear();
        if (surplus_.capacity() < static_cast<size_t>(flow.capacity())) reserve(flow.capacity());
        for (int k = 0; k < grid.nz; ++k)
            for (int j = 0; j < grid.ny; ++j)
                for (int i = 0; i < grid.nx; ++i) {
                    const int cell = grid.at(i, j, k), count = cells.count(cell);
                    const bool crowded = count > bounds.most;
                    if (!(crowded || count < bounds.least) || !inside(cell)) continue;
                    if (crowded) take(cells, cell, count - bounds.most, step);
                    else want(cell, bounds.least - count, flow.capacity());
                }
        return move(grid, frame, velocity, step, flow, p);
    }

private:
    void reserve(int capacity);
    void take(const ParticleSort&, int cell, int surplus, uint64_t step);
    void want(int cell, int lacking, int capacity);
    bool move(const MacGrid&, const MacFrame&, const Faces& velocity, uint64_t step, GridInflowOutflow&,
              FlipParticles&);

    std::vector<int> surplus_, wanted_;  // slots; cells, once for every particle they lack
};

}  // namespace slosh
