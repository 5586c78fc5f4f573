// Continuity in the cells of air beside the fluid (the surface cells of Harlow & Welch 1965).
//
// Where the surface lies beyond the last valid face, particles follow extrapolated velocities. Extended as a constant,
// a velocity normal to the surface stays behind that of the surface: waves are up to kh / 4 too slow, k their wave
// number and h the edge of a cell. With the faces of the cell it passes through set so that the divergence vanishes,
// the velocity is extended linearly.
//
// The change of the velocity in a sub-step is continuous only as far as the velocity was. Where fluid runs into a wall,
// or thin layers meet, the pressure stops it, and the rest of its divergence is that of the stop: extended so, it would
// draw the particles in the air along, to where they are stopped next, and so on without end. So continuity changes it
// by no more than its own size: it keeps its sign, and at most doubles.
#pragma once
#include "base/jobs.h"
#include "grid/extrapolate.h"
#include "grid/fluid_boundary.h"
#include "grid/grid_layout.h"
#include "grid/particle_sort.h"

namespace slosh {

class SurfaceContinuity {
public:
    void resize(const MacGrid& grid) {
        for (SimdArray<float>& excess : divergence_) excess.assign(grid.size());
    }

    // To be called after Extrapolation::run(), with its mask. Changes the faces of its first layer that lie opposite to
    // a valid face of a cell with phi >= 0: where there are several in a cell, by equal parts. Cells that solids cut
    // are left alone. `a` is the velocity, `b` its change in the sub-step; the mask stays as it is.
    void apply(const GridLayout&, const ParticleSort&, const FluidBoundary&, const ExtrapolatedFields&, Jobs&);

private:
    SimdArray<float> divergence_[2];  // by field: of a cell, over the number of faces that take it
};

}  // namespace slosh
