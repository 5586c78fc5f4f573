// The pressure projection of PIC/FLIP: makes the velocity on the faces free of divergence (Chorin 1968; Bridson 2015,
// chapter 5), with a warm start, the separating boundary condition of ceilings and two-way coupled rigid bodies.
#pragma once
#include <glm/vec3.hpp>

#include "grid/boundaries/round_wall.h"
#include "grid/boundaries/wall_separation.h"
#include "grid/liquid/projection.h"
#include "grid/pressure/pressure_solver.h"
#include "grid/pressure/solve_replay.h"
#include "solvers/flip/flip_fields.h"

namespace slosh {

struct PressureProjection {
    struct Settings {
        PressureSolver::Options solver;
        glm::vec3 gravity{0, 0, 0};  // m/s2, for WallSeparation
        bool inner_solids = false;   // solids within the tank have ceilings, too
        const RoundWall* round_wall = nullptr;
    };

    PressureSystem system;          // of the last solve; its `coupled` is set by the caller
    PressureSolver solver;          // of cells.pressure, the one that is shown
    PressureSolver viscous_solver;  // of cells.viscous_change
    SolveReplay replay;
    WallSeparation separation;
    float viscous_dt = 0;  // s, the same of cells.viscous_pressure
    float dt = 0;          // s, of the last solve: part of the unit of the pressures; 0 before the first
    int iterations = 0;    // of all solves since the caller set it to 0

    void resize(const MacGrid&);

    // Solves for cells.pressure, once more if ceilings separate. Changes velocity, fraction and phi on separating faces
    // only; close_separation() takes back the fractions.
    void solve(const MacFrame&, CellFields&, FaceFields&, const Settings&, float dt, Jobs&);
    // The second projection, about the viscosity solve (incremental pressure correction: van Kan 1986). Before it,
    // predict_viscous() takes cells.viscous_pressure of the last step over to dt and to the present fluid; its gradient
    // is subtracted. After it, solve_viscous() finds what is missing, cells.viscous_change, and adds it. Without the
    // prediction the pressure beside a wall is lost within the depth sqrt(nu dt), and with it a third of Stokes' drag.
    void predict_viscous(CellFields&, float dt, Jobs&);
    void solve_viscous(const MacFrame&, CellFields&, const FaceFields&, const Settings&, float dt, Jobs&);
    // velocity -= dt / rho grad p; sets the valid faces.
    void subtract_gradient(const MacFrame&, const CellFields&, const SimdArray<float>& pressure, FaceFields&, Jobs&);
    void close_separation(FaceFields& faces) { separation.reset(faces.fraction); }

    // Pa of 1 in the system's pressure p dt / (rho edge^2), for a density in kg/m3; 0 before the first solve.
    float pascals(const MacFrame&, float rest_density) const;

private:
    void assemble(const MacFrame&, const CellFields&, const FaceFields&, const Settings&, Jobs&);
    // Solves the assembled system.
    void solve_with(PressureSolver&, SimdArray<float>& pressure, const PressureSolver::Options&, float sub_dt, Jobs&);
};

}  // namespace slosh
