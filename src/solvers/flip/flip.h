// PIC/FLIP in 3D: particles carry the fluid, a grid makes it incompressible.
//
// Zhu & Bridson 2005, "Animating Sand as a Fluid"; Bridson, "Fluid Simulation for Computer Graphics", 2nd ed. 2015. A
// sub-step: particles to the faces of a staggered grid, forces, pressure (grid/pressure/pressure_solver.h), back to the
// particles with what has changed, and on with the velocity of the grid.
//
// The grid is fixed to the container and goes along with it; particles are in world space, and taken relative to the
// container when they give to the grid and get from it. So a blow on the container is one on its walls, and constant
// velocity leaves the fluid at rest. SI units. Instead of blending PIC and FLIP particles may carry the slopes of the
// velocity (transfer = apic, grid/liquid/p2g.h): as calm as PIC, and it keeps spin.
//
// At a free surface the pressure is 0 where the particles' smoothed density falls below a half (ghost fluid), or in
// the centre of the empty cells (surface = cells). What is so far out that it touches no fluid flies by itself.
// Volume is kept by a little divergence: where particles crowd, the fluid may expand. If wished, cells inside the fluid
// are kept from running empty or full of particles (grid/liquid/reseed.h). Poured and drained by
// grid/liquid/inflow_outflow.h. Viscosity is implicit (grid/liquid/viscosity.h), surface tension a pressure on the
// ghost fluid's surface (grid/liquid/surface_tension.h). A round tank and obstacles, the bodies of the domain, cut
// through the cells (grid/liquid/cut_cells.h).
#pragma once
#include <memory>
#include <string_view>

#include "base/jobs.h"
#include "base/params.h"
#include "domain/emitter_budget.h"
#include "grid/liquid/g2p_advection.h"
#include "grid/liquid/level_set.h"
#include "grid/pressure/pressure_solver.h"

namespace slosh {

class Solver;
struct BodyDef;
struct Domain;
struct InitialParticles;

struct FlipDef {
    static constexpr std::string_view name = "flip", family = "flip";
    static constexpr int kinds = 1;
    static constexpr bool carries_bodies = true;

    enum class Transfer { blend, apic };
    static constexpr std::string_view transfer_names[] = {"flip", "apic"};
    enum class Obstacle { none, ball, box, cylinder };
    static constexpr std::string_view obstacle_names[] = {"none", "ball", "box", "cylinder"};

    int particles = 40000;
    float particles_per_cell = 8;  // in fluid at rest, 4 to 64
    // 1/m3; 4 times this many particles per volume, and cells of the edge 2 / cbrt(density): the one parameter of the
    // WebGL demo of 2016. 0: particles and particles_per_cell count instead.
    float density = 0;
    EmitterBudgetDef budget;
    // Reseeding inside the fluid; either 0: off.
    int min_particles_per_cell = 0;
    int max_particles_per_cell = 0;
    Transfer transfer = Transfer::blend;
    float flip = 0.95f;  // of Transfer::blend: 0 PIC, 1 FLIP
    FreeSurfaceModel surface = FreeSurfaceModel::ghost_fluid;
    Advection advection = Advection::rk2;
    Preconditioner preconditioner = Preconditioner::multigrid;
    float tolerance = 1e-3f;  // residual relative to the divergence
    int max_iterations = 100;
    int substeps = 0;             // in a display step; 0: chosen by the solver
    float cfl = 4;                // cells that the fastest particle crosses in a sub-step, 0.25 to 20
    float volume_correction = 3;  // rate, 1/s
    float wall_friction = 0;      // skin friction coefficient, 0 to 0.1
    float viscosity = 0;          // kinematic, m2/s
    float surface_tension = 0;    // N/m
    // The user's obstacle; it moves to its target position.
    Obstacle obstacle = Obstacle::none;
    float obstacle_size = 0.2f;                            // width, m
    float obstacle_x = 0, obstacle_y = 0, obstacle_z = 0;  // target position, m

    // Number of particles at the start, with `density` or without.
    int start_particles(const Domain&) const;
    // The obstacle of the parameters obstacle-*; false if there is none.
    bool user_obstacle(BodyDef&) const;
    void visit(Visitor&);
};

std::unique_ptr<Solver> make_flip(const FlipDef&, const Domain&, const InitialParticles& start, Jobs&);

}  // namespace slosh
