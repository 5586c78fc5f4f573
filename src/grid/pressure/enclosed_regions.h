// The parts of the fluid that are closed off from air: there the pressure is known up to a constant, and only if
// nothing flows in.
#pragma once
#include <cstdint>
#include <vector>

#include "grid/pressure/fluid_rows.h"

namespace slosh {

class EnclosedRegions {
public:
    void reshape(const MacGrid&);
    // Looks upwards from every cell for air. What does not see any, under a roof or in a full tank, is walked through
    // cell by cell (a flood fill).
    void find(const Stencil&, const FluidRows&, Jobs&);
    bool none() const { return pockets_.empty(); }

    // Takes from every pocket's values their mean.
    void remove_means(float* values, Jobs&);

private:
    int look_up(const Stencil&, const FluidRows&, int k);
    void flood(const Stencil&, const FluidRows&);
    bool walk_from(int cell, const Stencil&);

    std::vector<uint8_t> marks_;     // by vector, one bit a lane: has a way to air; and four higher: walked through
    std::vector<int> lost_in_slab_;  // cells that see no air
    std::vector<int> cells_;         // pocket after pocket
    std::vector<RowRange> pockets_;  // in cells_
    std::vector<double> parts_;
};

}  // namespace slosh
