// The transfers of PIC/FLIP: from particles to grid (P2G), and back (G2P) with the advection of the particles.
#pragma once
#include "base/profile.h"
#include "grid/extrapolate.h"
#include "grid/forces/momentum_correction.h"
#include "grid/liquid/surface_continuity.h"
#include "grid/liquid/transfer_scratch.h"
#include "solvers/flip/state.h"

namespace slosh {

class Transfers {
public:
    // For a grid, and storage for `capacity` particles.
    void resize(const MacGrid&, int capacity);

    // Of sorted particles.
    void particles_to_grid(FlipState&, Jobs&);
    // Extends the new velocity and the FLIP delta into the air, far enough for particles that cross `displacement`
    // cells in the sub-step. Returns the number of layers.
    int extrapolate(FlipState&, float displacement, Jobs&);
    // Moves all particles but isolated ones over dt. `free_fall`: no solid or pointer acts, so that the total momentum
    // may be corrected. Returns the range of their velocities.
    VelocityRange grid_to_particles_and_advect(FlipState&, float dt, int layers, bool free_fall, Jobs&);

    VelocityBounds& velocity_bounds() { return scratch_.velocity_bounds; }

private:
    TransferScratch scratch_;
    Extrapolation extrapolation_;
    SurfaceContinuity continuity_;
    MomentumCorrection momentum_;
};

}  // namespace slosh
