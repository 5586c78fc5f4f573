// Moves particles along with the velocity of a MAC grid.
#pragma once
#include <string_view>
#include <vector>

#include "base/jobs.h"
#include "fluid/transfer.h"

namespace slosh {

// Explicit Runge-Kutta: Euler's, the midpoint rule, and Ralston's of third order (Ralston 1962).
enum class Advection : uint8_t { euler, rk2, rk3 };
constexpr std::string_view advection_names[] = {"euler", "rk2", "rk3"};

// Over dt, and along with the container. Nothing leaves the box of the grid: what hits its walls stays before them and
// loses the velocity that leads out. Those that fly go straight on.
void advect(const MacGrid&, const MacFrame&, const Departure&, Advection, float dt, GridParticles&, Jobs&);

// How many cells the fastest particle crosses in a second, along the axis along which it crosses most, as the container
// sees it. `of_block` is room for one value for each particle_block of them.
float most_cells_a_second(const MacFrame&, const GridParticles&, std::vector<float>& of_block, Jobs&);

}  // namespace slosh
