// Enclosed regions: connected components of the fluid without a Dirichlet face (no free surface). There the matrix has
// a null space: the pressure is determined up to a constant, and only if the net inflow is zero.
#pragma once
#include <cstdint>
#include <vector>

#include "grid/pressure/fluid_rows.h"

namespace slosh {

class EnclosedRegions {
public:
    void reshape(const MacGrid&);
    // Marks columns of cells below a free surface first; only cells that this leaves, under a roof or in a full tank,
    // are visited by a flood fill.
    void find(const Stencil&, const FluidRows&, Jobs&);
    bool empty() const { return regions_.empty(); }

    // Removes the null space component: subtracts the mean of each region.
    void remove_null_space(float* values, Jobs&);

private:
    int mark_open_upwards(const Stencil&, const FluidRows&, int k);
    void flood_fill(const Stencil&, const FluidRows&);
    bool fill_component(int cell, const Stencil&);

    std::vector<uint8_t> marks_;          // by vector, one bit a lane: connected to air; four bits higher: visited
    std::vector<int> unreached_in_slab_;  // cells not connected to air so far
    std::vector<int> cells_;              // region after region
    std::vector<RowRange> regions_;       // in cells_
    std::vector<double> partial_sums_;
};

}  // namespace slosh
