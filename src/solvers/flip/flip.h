// PIC/FLIP and APIC in 3D: particles carry the fluid, a staggered (MAC) grid makes it incompressible.
//
// Zhu & Bridson 2005, "Animating Sand as a Fluid"; Bridson, "Fluid Simulation for Computer Graphics", 2nd ed. 2015,
// chapter 7; APIC: Jiang et al. 2015 (grid/liquid/p2g.h). A sub-step: particle-to-grid transfer (P2G), external forces,
// pressure projection (grid/pressure/pressure_solver.h), extrapolation, grid-to-particle transfer (G2P) and advection.
// SI units.
//
// The grid is fixed to the container and moves with it. Particles are in world space; both transfers convert to the
// frame of the container. So a jerk of the container acts on the fluid through the walls only, and a constant velocity
// leaves the fluid at rest.
//
// Free surface: the pressure is 0 where the smoothed particle density falls to one half (ghost fluid method), or in the
// centres of the empty cells (surface = cells). Particles that are so far out that they touch no fluid move
// ballistically. Volume is conserved by a divergence target: where particles crowd, the fluid may expand
// (grid/liquid/volume_correction.h). Optional: reseeding (grid/liquid/reseed.h), implicit viscosity
// (grid/liquid/viscosity.h), surface tension as a pressure jump (grid/liquid/surface_tension.h). Emitters and drains:
// grid/liquid/inflow_outflow.h. A round tank, obstacles and bodies cut through the cells (grid/liquid/cut_cells.h).
#pragma once
#include <memory>
#include <string_view>

#include "base/jobs.h"
#include "base/params.h"
#include "grid/liquid/g2p_advection.h"
#include "grid/liquid/level_set.h"
#include "grid/pressure/pressure_solver.h"
#include "solver/capabilities.h"

namespace slosh {

class Solver;
struct BodyDef;
struct Domain;
struct InitialParticles;

struct FlipDef {
    static constexpr std::string_view name = "flip", family = "flip";
    static constexpr Capabilities can = {
        .scenes_3d = true, .bodies = true, .emitters = true, .grid = true, .foam = true};
    static constexpr int kinds = 1;

    int particles = 40000;         // number of particles at the start
    float particles_per_cell = 8;  // at rest; sets the cell size
    // 1/m3: 4 x density particles per m3 and cells of the edge 2 / cbrt(density), so that one parameter refines both.
    // 0: `particles` and `particles_per_cell` apply.
    float density = 0;
    static constexpr int stop = 0, recycle = 1;
    static constexpr std::string_view fullness[] = {"stop", "recycle"};
    int budget = 0;           // particle capacity for emitters; 0: what the scene needs
    int when_full = recycle;  // at capacity: emitters stop, or replace the oldest particles
    int min_in_cell = 0;      // particles in a cell inside the fluid, for reseeding; 0 switches reseeding off
    int max_in_cell = 0;      // the same
    static constexpr int blend = 0, apic = 1;
    static constexpr std::string_view transfers[] = {"flip", "apic"};
    int transfer = blend;
    float flip = 0.95f;  // FLIP fraction of the blend, 0 (PIC) .. 1 (FLIP)
    int surface = static_cast<int>(FreeSurfaceModel::ghost_fluid);
    int advection = static_cast<int>(Advection::rk2);
    int preconditioner = static_cast<int>(Preconditioner::multigrid);
    float tolerance = 1e-3f;      // of the pressure solve: |residual| / |right-hand side|
    int max_iterations = 100;     // of conjugate gradients, a solve
    int substeps = 0;             // a display step; 0: by `cfl`
    float cfl = 4;                // cells that the fastest particle may cross in a sub-step
    float volume_correction = 3;  // 1/s, rate at which density errors are corrected; 0: none
    float wall_friction = 0;      // skin friction coefficient; 0: free slip
    float viscosity = 0;          // m2/s, kinematic; above 0 walls are no-slip
    float surface_tension = 0;    // N/m
    int obstacle = 0;             // 0: none, 1: ball, 2: box, 3: cylinder
    float obstacle_size = 0.2f;   // m, diameter or edge; a cylinder is twice as high
    float obstacle_x = 0;         // m, target position
    float obstacle_y = 0;
    float obstacle_z = 0;

    // The number of particles at the start in a domain, with `density` or without.
    int start_particles(const Domain&) const;
    // The obstacle that the parameters describe; false if there is none.
    bool user_obstacle(BodyDef&) const;
    void visit(Visitor&);
};

// Fails by a CHECK (ends the program) if the domain is not 3D or its tank is open.
std::unique_ptr<Solver> make_flip(const FlipDef&, const Domain&, const InitialParticles& start, Jobs&);

}  // namespace slosh
