// Moves particles along with the velocity of a MAC grid.
#pragma once
#include <string_view>
#include <vector>

#include "base/jobs.h"
#include "fluid/cell_sort.h"
#include "fluid/grid_particles.h"

namespace slosh {

// Explicit Runge-Kutta: Euler's, the midpoint rule, and Ralston's of third order (Ralston 1962).
enum class Advection : uint8_t { euler, rk2, rk3 };
constexpr std::string_view advection_names[] = {"euler", "rk2", "rk3"};

// Over dt, and along with the container. Particles are in the order of their cells; those of cells where `ballistic`
// is not 0 go straight on. Nothing leaves the box of the grid: what hits its walls stays before them and loses the
// velocity that leads out.
void advect(const MacGrid&, const MacFrame&, const CellSort&, const Faces& velocity, Advection, float dt,
            const uint8_t* ballistic, GridParticles&, Jobs&);

// How many cells the fastest particle crosses in a second, along the axis along which it crosses most, as the container
// sees it. `of_block` is room for one value for each particle_block of them.
float most_cells_a_second(const MacFrame&, const GridParticles&, std::vector<float>& of_block, Jobs&);

}  // namespace slosh
