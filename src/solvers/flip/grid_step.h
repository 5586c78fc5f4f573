// The part of a sub-step of PIC/FLIP on the grid, between the transfers from the particles and to them: level set,
// forces, pressure and viscosity.
#pragma once
#include <span>

#include "base/profile.h"
#include "domain/pointer_force.h"
#include "grid/forces/surface_tension.h"
#include "grid/liquid/viscosity.h"
#include "solvers/flip/state.h"

namespace slosh {

class GridStep {
public:
    // From the velocity of the particles to one free of divergence, for a sub-step of dt.
    void run(FlipState&, float dt, std::span<const PointerForce>, Jobs&, Profile&);
    // After the particles have moved. Returns whether their velocities have changed.
    bool apply_cohesion(FlipState&, float dt, Jobs&, Profile&);

private:
    void find_level_set(FlipState&, Jobs&);
    void enforce_wall_velocity(FlipState&, float dt, Jobs&);
    void solve_pressure(FlipState&, float dt, Jobs&);
    void solve_viscosity(FlipState&, float dt, Jobs&);

    Viscosity viscosity_;
    SurfaceTension surface_tension_;
};

}  // namespace slosh
