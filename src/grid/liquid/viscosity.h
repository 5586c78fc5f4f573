// Implicit viscosity on the faces of a MAC grid, unconditionally stable:
//
//  (1 - nu dt laplacian) u_new = u,   each component by itself.
//
// This equals the full stress of an incompressible fluid of constant viscosity away from its surface. Walls are no-slip
// (u = 0) where the fluid touches them; at the free surface du/dn = 0, which slightly brakes rotating fluid, because
// the exact stress condition couples the components (Batty & Bridson 2008).
//
// The system is symmetric positive definite and has the form of the pressure system: the same conjugate gradients solve
// it.
#pragma once
#include "base/jobs.h"
#include "grid/fluid_boundary.h"
#include "grid/grid_layout.h"
#include "grid/pressure/pressure_solver.h"

namespace slosh {

class Viscosity {
public:
    // `viscosity`: kinematic, m2/s. Faces without fluid and those on walls keep their velocity. Allocates in the first
    // call only.
    void diffuse(const GridLayout&, const FluidBoundary&, float viscosity, float dt, Faces& velocity, Jobs&);

    // The same one component at a time, for solids that change its system (grid/boundaries/viscous_coupling.h):
    // begin(), then assemble() and solve() of each axis.
    void begin(const GridLayout&, float viscosity, float dt);
    void assemble(int axis, const FluidBoundary&, const Faces& velocity, Jobs&);
    void solve(int axis, Faces& velocity, Jobs&);
    const float (&rate() const)[3] { return rate_; }  // nu dt / edge^2 by axis
    PressureSystem& system() { return system_; }
    const SimdArray<float>& solution() const { return value_; }

private:
    float rate_[3] = {};
    PressureSystem system_;
    PressureSolver solver_;
    SimdArray<float> value_;
};

}  // namespace slosh
