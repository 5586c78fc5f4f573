// Grid-to-particle transfer (G2P) with PIC and FLIP, and Runge-Kutta advection of the particles through the velocity of
// a MAC grid (Zhu & Bridson 2005; Bridson 2015, chapter 7).
#pragma once
#include <string_view>

#include "base/jobs.h"
#include "grid/liquid/velocity_bounds.h"
#include "grid/particle_sort.h"
#include "grid/sampling.h"

namespace slosh {

// Explicit Runge-Kutta schemes: forward Euler, the midpoint rule, and Ralston's scheme of third order (Ralston 1962).
enum class Advection : uint8_t { euler, rk2, rk3 };
constexpr std::string_view advection_names[] = {"euler", "rk2", "rk3"};

// G2P and advection over dt in one pass over the particles. Relative to the container
//
//   v_p <- flip v_p + velocity_delta(x_p),   velocity_delta = u_new - flip u_old,
//
// which is the blend (1 - flip) PIC + flip FLIP with one interpolation: PIC is u_new(x_p), FLIP is
// v_p + (u_new - u_old)(x_p) (Zhu & Bridson 2005). Without `velocity_delta` (null; APIC) velocities are left as they
// are. Positions then follow `velocity` and the container. The walls of the grid's box stop particles and clip the
// velocity component that points outwards.
//
// Free fall is exact: FreeFall (grid/flip_particles.h).
//
// Isolated particles, those in cells where `isolated` (by cell; null: none) is not 0, only gain `gravity_dt`; see
// integrate_isolated_particles(). `velocity` is valid in `layers` layers of cells around the particles: within dt/2 no
// particle may leave them. `scratch` and `bounds` are working memory. Returns the range of the new velocities,
// and whether a wall has stopped any particle.
VelocityRange grid_to_particles_and_advect(const MacGrid&, const MacFrame&, const ParticleSort&,
                                           const Faces* velocity_delta, float flip, const Faces& velocity, int layers,
                                           Advection, float dt, const uint8_t* isolated, glm::vec3 gravity_dt,
                                           FlipParticles&, TransferScratch& scratch, VelocityBounds& bounds, Jobs&);

// Ballistic motion of isolated particles: x += v dt - g dt^2 / 2, with the velocity at the end of the step. Particles
// are sorted by cell. Returns whether a wall has stopped any of them, that is, whether velocities have changed.
bool integrate_isolated_particles(const MacGrid&, const MacFrame&, const ParticleSort&, const uint8_t* isolated,
                                  float dt, glm::vec3 gravity_dt, FlipParticles&, Jobs&);

}  // namespace slosh
