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

    int particles = 40000;
    float particles_per_cell = 8;
    // 4 particles times this in a unit of volume, in cells of the edge 2 / cbrt(density): one knob for both, as an old
    // demo had it. 0: the two above say.
    float density = 0;
    static constexpr int stop = 0, recycle = 1;
    static constexpr std::string_view fullness[] = {"stop", "recycle"};
    int budget = 0, when_full = recycle;
    int min_in_cell = 0, max_in_cell = 0;  // inside the fluid; either 0: as they come
    static constexpr int blend = 0, apic = 1;
    static constexpr std::string_view transfers[] = {"flip", "apic"};
    int transfer = blend;
    float flip = 0.95f;
    int surface = static_cast<int>(FreeSurfaceModel::ghost_fluid);
    int advection = static_cast<int>(Advection::rk2);
    int preconditioner = static_cast<int>(Preconditioner::multigrid);
    float tolerance = 1e-3f;
    int max_iterations = 100;
    int substeps = 0;
    float cfl = 4;
    float volume_correction = 3;
    float wall_friction = 0;
    float viscosity = 0, surface_tension = 0;
    int obstacle = 0;
    float obstacle_size = 0.2f, obstacle_x = 0, obstacle_y = 0, obstacle_z = 0;

    // How many there are at the start in a scene, with `density` or without.
    int start_particles(const Domain&) const;
    // What the parameters put into the tank; false for nothing.
    bool own_obstacle(BodyDef&) const;
    void visit(Visitor&);
};

std::unique_ptr<Solver> make_flip(const FlipDef&, const Domain&, const InitialParticles& start, Jobs&);

}  // namespace slosh
