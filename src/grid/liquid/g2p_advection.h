// Grid-to-particle transfer (G2P) with PIC and FLIP, and Runge-Kutta advection of the particles through the velocity of
// a MAC grid (Zhu & Bridson 2005; Bridson 2015, chapter 7).
#pragma once
#include "base/jobs.h"
#include "grid/liquid/advection_step.h"
#include "grid/liquid/transfer_scratch.h"
#include "grid/sorted_particles.h"

namespace slosh {

// The fields on the faces that G2P and the advection interpolate.
struct G2pFields {
    const Faces* velocity_delta = nullptr;  // u_new - flip u_old; null (APIC): velocities are left as they are
    float flip = 0;                         // fraction of FLIP, the rest is PIC
    const Faces& velocity;                  // u_new, which carries the particles
    // Layers of cells around the particles in which it is valid: within dt/2 no particle may leave them.
    int layers = 0;
};

// G2P and advection over dt in one pass over the particles. Relative to the container
//
//   v_p <- flip v_p + velocity_delta(x_p),
//
// which is the blend (1 - flip) PIC + flip FLIP with one interpolation: PIC is u_new(x_p), FLIP is
// v_p + (u_new - u_old)(x_p) (Zhu & Bridson 2005). Positions then follow `velocity` and the container. The walls of the
// grid's box stop particles and clip the velocity component that points outwards.
//
// Free fall is exact: FreeFall (grid/flip_particles.h).
//
// Isolated particles only gain `gravity_dt`; see integrate_isolated_particles(). Returns the range of the new
// velocities, and whether a wall has stopped any particle.
VelocityRange grid_to_particles_and_advect(const GridLayout&, const G2pFields&, const AdvectionStep&, SortedParticles&,
                                           TransferScratch&, Jobs&);

// Ballistic motion of isolated particles: x += v dt - g dt^2 / 2, with the velocity at the end of the step. Returns
// whether a wall has stopped any of them, that is, whether velocities have changed.
bool integrate_isolated_particles(const GridLayout&, const AdvectionStep&, SortedParticles&, Jobs&);

}  // namespace slosh
