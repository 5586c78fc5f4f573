// Working memory of the transfers between particles and grid.
#pragma once
#include "grid/liquid/velocity_bounds.h"
#include "grid/sampling.h"

namespace slosh {

struct TransferScratch {
    // 96 bytes per cell. P2G accumulates (weight, momentum) pairs in the memory of `velocity_delta`.
    InterleavedFaces velocity_delta, velocity;
    VelocityBounds velocity_bounds;  // of the velocities that G2P writes

    void assign(const MacGrid& grid) {
        velocity_delta.assign(grid);
        velocity.assign(grid);
    }
};

}  // namespace slosh
