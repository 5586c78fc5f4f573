// PIC/FLIP and APIC in 3D: particles carry the fluid, a staggered (MAC) grid makes it incompressible.
//
// Zhu & Bridson 2005, "Animating Sand as a Fluid"; Bridson, "Fluid Simulation for Computer Graphics", 2nd ed. 2015,
// chapter 7; APIC: Jiang et al. 2015 (grid/liquid/p2g.h). A sub-step: particle-to-grid transfer (P2G), external forces,
// pressure projection (grid/pressure/pressure_solver.h), extrapolation, grid-to-particle transfer (G2P) and advection.
// The velocity is of second order in time (grid/liquid/trapezoidal_rule.h). SI units.
//
// The grid is fixed to the container and moves with it. Particles are in world space; both transfers convert to the
// frame of the container. So a jerk of the container acts on the fluid through the walls only, and a constant velocity
// leaves the fluid at rest.
//
// Free surface: the pressure is 0 where the smoothed particle density falls to one half (ghost fluid method), or in the
// centres of the empty cells (surface = cells). Particles that are so far out that they touch no fluid move
// ballistically. Volume is conserved by a divergence target: where particles crowd, the fluid may expand
// (grid/liquid/volume_correction.h). Optional: reseeding (grid/liquid/reseed.h), implicit viscosity
// (grid/liquid/viscosity.h), surface tension as a pressure jump (grid/forces/surface_tension.h). Emitters and drains:
// grid/liquid/inflow_outflow.h. A round tank, obstacles and bodies cut through the cells (grid/boundaries/cut_cells.h).
#pragma once
#include <memory>
#include <string_view>

#include "base/jobs.h"
#include "base/params.h"
#include "domain/emitter_budget.h"
#include "grid/liquid/advection_step.h"
#include "grid/liquid/level_set.h"
#include "grid/pressure/pressure_solver.h"
#include "solver/capabilities.h"

namespace slosh {

class Solver;
struct BodyDef;
struct Domain;
struct InitialParticles;

struct FlipDef {
    static constexpr std::string_view name = "flip", families[] = {"flip"};
    static constexpr Capabilities can = {
        .scenes_3d = true, .bodies = true, .emitters = true, .grid = true, .foam = true};
    static constexpr int kinds = 1;
    static constexpr float rest_density = 1000;  // kg/m3

    enum class Transfer { blend, apic };
    static constexpr std::string_view transfer_names[] = {"flip", "apic"};
    enum class Obstacle { none, ball, box, cylinder };
    static constexpr std::string_view obstacle_names[] = {"none", "ball", "box", "cylinder"};

    int particles = 40000;         // 1 to 4e6
    float particles_per_cell = 8;  // in fluid at rest, 4 to 64
    // 1/m3, 0 to 4e6; 4 times this many particles per volume, and cells of the edge 2 / cbrt(density): the one
    // parameter of the WebGL demo of 2016. 0: particles and particles_per_cell count instead.
    float density = 0;
    EmitterBudgetDef budget;
    // Reseeding inside the fluid; either 0: off.
    int min_particles_per_cell = 0;  // 0 to 64
    int max_particles_per_cell = 0;  // 0 to 256
    Transfer transfer = Transfer::blend;
    float flip = 0.95f;  // of Transfer::blend: 0 PIC, 1 FLIP
    FreeSurfaceModel surface = FreeSurfaceModel::ghost_fluid;
    Advection advection = Advection::rk2;
    Preconditioner preconditioner = Preconditioner::multigrid;
    float tolerance = 1e-3f;      // residual relative to the divergence, 0 to 0.1
    int max_iterations = 100;     // 1 to 1000
    int substeps = 0;             // in a display step, 0 to 64; 0: chosen by the solver
    float cfl = 4;                // cells that the fastest particle crosses in a sub-step, 0.25 to 20
    float volume_correction = 3;  // rate, 1/s, 0 to 20
    float wall_friction = 0;      // skin friction coefficient, 0 to 0.1
    float viscosity = 0;          // kinematic, m2/s, 0 to 100
    float surface_tension = 0;    // N/m, 0 to 10
    // The user's obstacle; it moves to its target position.
    Obstacle obstacle = Obstacle::none;
    float obstacle_size = 0.2f;                            // width, m, 0.02 to 2
    float obstacle_x = 0, obstacle_y = 0, obstacle_z = 0;  // target position, m, -2 to 2

    // Number of particles at the start, with `density` or without.
    int start_particles(const Domain&) const;
    // The largest whole `density` with at most so many particles at the start.
    float max_density(const Domain&, int max_particles) const;
    // Memory of the solver in bytes per particle, with its part of the grid; measured.
    double bytes_per_particle(const Domain&) const;
    // The smallest `particles_per_cell` at which a particle needs at most `bytes`.
    float particles_per_cell_that_fits(const Domain&, double bytes) const;
    // Of FLIP in dt seconds: `flip` is that of 1/60 s, the same for any number of sub-steps.
    float flip_fraction(float dt) const;
    // 1/s, of the volume correction in steps of dt seconds.
    float correction_rate(float dt) const;
    // The obstacle of the parameters obstacle-*; false if there is none.
    bool user_obstacle(BodyDef&) const;
    void visit(Visitor&);
};

// Fails by a CHECK (ends the program) if the domain is not 3D or its tank is open.
std::unique_ptr<Solver> make_flip(const FlipDef&, const Domain&, const InitialParticles& start, Jobs&);

}  // namespace slosh
