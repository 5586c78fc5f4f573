// Velocities from particles to the faces of a MAC grid (Harlow 1964), and back with their slopes (APIC: Jiang,
// Schroeder, Selle, Teran & Stomakhin 2015). Weights are trilinear; a wall reflects what would lie behind it. The way
// back without slopes, PIC and FLIP, is in grid/liquid/g2p_advection.h.
#pragma once
#include "base/jobs.h"
#include "grid/flip_particles.h"
#include "grid/particle_sort.h"
#include "grid/sampling.h"

namespace slosh {

// The particles' mean velocity on every face, relative to the container, and the sum of their weights there (a number
// of particles). 0 where there are none. Walls count as mirrors: the weights of faces beside and on them are those of
// a fluid that goes on behind. Particles that have slopes give a face what they are there, v_p + slope_p (x - x_p)
// (Jiang et al. 2015, equation 8).
void particles_to_grid(const MacGrid&, const MacFrame&, const ParticleSort&, const FlipParticles&, Faces& velocity,
                       Faces& weight, TransferScratch& room, Jobs&);

// v_p <- u(x_p), relative to the container, and for the slopes sum_i u_i grad w_i(x_p), which is what APIC's affine
// matrix is with trilinear weights (Jiang et al. 2015, section 5.3). Together with slopes given to the grid no linear
// or angular momentum is lost. Those who fly get `fall` and have no slopes.
void grid_to_affine_particles(const MacGrid&, const MacFrame&, const ParticleSort&, const Faces& velocity,
                              const uint8_t* ballistic, glm::vec3 fall, FlipParticles&, Jobs&);

// Gives faces beyond the container's walls the velocity of those before them, so that what slides along slips.
void mirror_in_walls(const MacGrid&, Faces& velocity);

// What lies in the centres of cells, `a` and, unless it is null, `b` added up, at the particles and in this unit.
void cells_to_particles(const MacGrid&, const MacFrame&, const SimdArray<float>& a, const SimdArray<float>* b,
                        float unit, const FlipParticles&, SimdArray<float>& out, Jobs&);

}  // namespace slosh
