// Implicit viscosity on the faces of a MAC grid, unconditionally stable:
//
//  (1 - nu dt laplacian) u_new = u,   each component by itself.
//
// This equals the full stress of an incompressible fluid of constant viscosity away from its surface. Walls are no-slip
// (u = 0); at the free surface du/dn = 0, which slightly brakes rotating fluid, because the exact stress condition
// couples the components (Batty & Bridson 2008).
//
// The system is symmetric positive definite and has the form of the pressure system: the same conjugate gradients solve
// it.
#pragma once
#include "base/jobs.h"
#include "grid/flip_particles.h"
#include "grid/pressure/pressure_solver.h"

namespace slosh {

class Viscosity {
public:
    // `viscosity`: kinematic, m2/s; `phi` and `face_fraction` as in grid/liquid/projection.h. Faces without fluid and
    // those on walls keep their velocity. Allocates in the first call only.
    void diffuse(const MacGrid&, const MacFrame&, const SimdArray<float>& phi, const Faces& face_fraction,
                 float viscosity, float dt, Faces& velocity, Jobs&);

private:
    void assemble(const MacGrid&, int axis, const SimdArray<float>& phi, const Faces& face_fraction,
                  const float (&rate)[3], const Faces& velocity, Jobs&);

    PressureSystem system_;
    PressureSolver solver_;
    SimdArray<float> value_;
};

}  // namespace slosh
