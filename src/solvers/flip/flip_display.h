// What PIC/FLIP shows of its state: density and pressure at the particles, interpolated from the grid, and the views of
// the particles and of the grid.
#pragma once
#include "grid/grid_layout.h"
#include "solver/views.h"
#include "solvers/flip/flip_fields.h"
#include "solvers/flip/pressure_projection.h"

namespace slosh {

// Grid values at the particles, interpolated on request.
struct ParticleDisplay {
    SimdArray<float> density;   // kg/m3
    SimdArray<float> pressure;  // Pa
    bool valid = false;         // of the present particles

    void resize(int capacity);
    // Interpolates both fields unless they are valid. `viscous`: the pressure is the sum of both projections.
    void update(const GridLayout&, const CellFields&, bool viscous, const PressureProjection&, const FlipParticles&,
                Jobs&);
    // The particles with these values, without bodies.
    ParticleView view(const GridLayout&, const FlipParticles&) const;
};

// The arrays of the last sub-step.
GridView view_of_grid(const GridLayout&, const CellFields&, const FaceFields&, const PressureProjection&);

}  // namespace slosh
