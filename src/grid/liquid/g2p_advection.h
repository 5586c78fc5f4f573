// Moves particles along with the velocity of a MAC grid.
#pragma once
#include <string_view>

#include "base/jobs.h"
#include "grid/liquid/velocity_bounds.h"
#include "grid/particle_sort.h"
#include "grid/sampling.h"

namespace slosh {

// Explicit Runge-Kutta: Euler's, the midpoint rule, and Ralston's of third order (Ralston 1962).
enum class Advection : uint8_t { euler, rk2, rk3 };
constexpr std::string_view advection_names[] = {"euler", "rk2", "rk3"};

// What particles gain from the grid, and then their way over dt along its velocity and along with the container, in one
// go through memory. v_p <- flip v_p + gained(x_p), relative to the container: with gained = u_new - flip u_old this is
// the blend (1 - flip) PIC + flip FLIP, PIC being u_new(x_p) and FLIP v_p + (u_new - u_old)(x_p), by one interpolation
// (Zhu & Bridson 2005).
//
// Nothing leaves the box of the grid: what hits its walls stays before them and loses the velocity that leads out.
// Particles of cells where `ballistic` (by cell; null for none) is not 0 only get `fall` added, and stay: see fly().
// Without `gained` (null) all velocities are left as they are, and only the way is gone. The velocity is known as far
// as so many `layers` of cells around the particles; nobody goes farther by half of dt. `fastest` knows them
// afterwards.
void carry(const MacGrid&, const MacFrame&, const ParticleSort&, const Faces* gained, float flip, const Faces& velocity,
           int layers, Advection, float dt, const uint8_t* ballistic, glm::vec3 fall, FlipParticles&,
           TransferScratch& room, VelocityBounds& fastest, Jobs&);

// Particles of ballistic cells go straight on, as fast as they are. They are in the order of their cells. Whether a
// wall has stopped any.
bool fly(const MacGrid&, const MacFrame&, const ParticleSort&, const uint8_t* ballistic, float dt, FlipParticles&,
         Jobs&);

}  // namespace slosh
