// The free surface, from the particles on a MAC grid.
//
// The face weights of P2G, averaged to the cell centre, are a particle density that is smoothed over about a cell. It
// is one half on a flat surface, and what it is beside it tells the distance: phi is the inverse of that profile. Taken
// for linear, the S-shaped profile moves the surface of the ghost fluid method by 0.75 to 1.7 times the way of the
// fluid, and waves are as much too slow or too fast.
#pragma once
#include <string_view>

#include "base/jobs.h"
#include "grid/flip_particles.h"
#include "grid/grid_layout.h"
#include "grid/particle_sort.h"

namespace slosh {

// ghost_fluid: the surface is where phi = 0. cells: every cell with particles is full, and the surface lies in the
// centre of its empty neighbour.
enum class FreeSurfaceModel : uint8_t { ghost_fluid, cells };
constexpr std::string_view surface_names[] = {"ghost-fluid", "cells"};

// Smoothed density: particles over particles at rest, the mean of the weights on the six faces of a cell. 0 in the
// border.
void find_density(const GridLayout&, const ParticleSort&, const Faces& weight, SimdArray<float>& density, Jobs&);

// The density that one particle makes in the centre of its cell is this over GridLayout::at_rest, and must not be above
// 1: a drop in fine cells would burst.
constexpr float lone_particle = 0.5f;

// phi as in grid/fluid_boundary.h, from the density or from the cell counts.
void find_level_set(const MacGrid&, const ParticleSort&, const SimdArray<float>& density, FreeSurfaceModel,
                    SimdArray<float>& phi, Jobs&);

// `isolated` becomes 1 in cells with particles that have no fluid cell next to them, else 0: no pressure acts there.
void find_isolated_cells(const MacGrid&, const ParticleSort&, const SimdArray<float>& phi, SimdArray<uint8_t>& isolated,
                         Jobs&);

}  // namespace slosh
