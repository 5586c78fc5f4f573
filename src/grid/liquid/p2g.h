// Particle-to-grid transfer (P2G) of velocities to the faces of a MAC grid (Harlow 1964), and the grid-to-particle
// transfer (G2P) of APIC (Jiang, Schroeder, Selle, Teran & Stomakhin 2015). Weights are trilinear; walls are mirrors.
// G2P of PIC and FLIP is in grid/liquid/g2p_advection.h.
#pragma once
#include <span>

#include "base/jobs.h"
#include "grid/liquid/advection_step.h"
#include "grid/liquid/transfer_scratch.h"
#include "grid/sorted_particles.h"

namespace slosh {

// P2G: the weighted mean velocity of the particles on every face, relative to the container, and the sum of the weights
// (in particles); both 0 where there are none. Walls are mirrors: the weights of faces beside and on them are those of
// a fluid that continues behind. Particles with slopes (APIC) contribute v_p + slope_p (x - x_p) (Jiang et al. 2015,
// equation 8).
void particles_to_grid(const GridLayout&, const SortedParticles&, Faces& velocity, Faces& weight, TransferScratch&,
                       Jobs&);

// G2P of APIC: v_p <- u(x_p), relative to the container, and the slopes sum_i u_i grad w_i(x_p), which is the affine
// matrix of APIC for trilinear weights (Jiang et al. 2015, section 5.3). Together with the affine P2G this conserves
// linear and angular momentum. Isolated particles gain `gravity_dt` and get zero slopes.
void grid_to_affine_particles(const GridLayout&, const Faces& velocity, const AdvectionStep&, SortedParticles&, Jobs&);

// Copies the velocity of the faces before the walls to those behind: free slip.
void mirror_in_walls(const MacGrid&, Faces& velocity);

// A cell-centred field, unit (a + b), and its values at the particles.
struct CellsToParticles {
    const SimdArray<float>& a;
    const SimdArray<float>* b = nullptr;  // null: 0
    float unit = 1;
    SimdArray<float>& out;
};
// Interpolates the fields at the particles.
void cells_to_particles(const GridLayout&, std::span<const CellsToParticles>, const FlipParticles&, Jobs&);

}  // namespace slosh
