// Viscosity on the faces of a MAC grid, implicit and so stable for any viscosity and any time step:
//
//   (1 - nu dt laplacian) u_new = u,   each component by itself,
//
// which is what the full stress comes to in an incompressible fluid of constant viscosity, away from its surface. Walls
// hold the fluid fast (u = 0 on them); across the free surface nothing changes (du/dn = 0), which brakes a turning
// body of fluid a little, as the stress that would let it turn couples the components (Batty & Bridson 2008).
//
// The system is symmetric and positive, and has the form of the pressure's: the same conjugate gradients solve it.
#pragma once
#include "base/jobs.h"
#include "grid/flip_particles.h"
#include "grid/pressure/pressure_solver.h"

namespace slosh {

class Viscosity {
public:
    // `viscosity` is kinematic, m2/s; `surface` and `open` are those of grid/liquid/projection.h. Faces that touch no
    // fluid and those on walls keep what they have. The first call asks for memory, none after it does.
    void diffuse(const MacGrid&, const MacFrame&, const SimdArray<float>& surface, const Faces& open, float viscosity,
                 float dt, Faces& velocity, Jobs&);

private:
    void assemble(const MacGrid&, int axis, const SimdArray<float>& surface, const Faces& open, const float (&rate)[3],
                  const Faces& velocity, Jobs&);

    PressureSystem system_;
    PressureSolver solver_;
    SimdArray<float> value_;
};

}  // namespace slosh
