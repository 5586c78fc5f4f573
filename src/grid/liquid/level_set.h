// Where the fluid ends, from the particles on a MAC grid.
//
// The particles' weights on the faces, seen from a cell's centre, are their density smoothed over about a cell, and
// where that is half of what it is inside, there is the surface: across a flat one it falls nearly linearly, so that
// 1/2 - density is a distance from it, as far as a ghost fluid needs one.
#pragma once
#include <string_view>

#include "base/jobs.h"
#include "grid/flip_particles.h"
#include "grid/particle_sort.h"

namespace slosh {

// ghost_fluid: the surface is where the density says. cells: a cell with particles is full, and the surface in the
// centre of its empty neighbour.
enum class FreeSurfaceModel : uint8_t { ghost_fluid, cells };
constexpr std::string_view surface_names[] = {"ghost-fluid", "cells"};

// Particles a cell over those at rest, smoothed: the mean of the weights on its six faces. 0 in the border.
void find_density(const MacGrid&, const ParticleSort&, const Faces& weight, float at_rest, SimdArray<float>& density,
                  Jobs&);

// The surface as grid/liquid/projection.h wants it, from the density or from who is where. Cells in which particles fly
// free, because there is too little around them to feel a pressure, are marked in `ballistic`.
void find_level_set(const MacGrid&, const ParticleSort&, const SimdArray<float>& density, FreeSurfaceModel,
                    SimdArray<float>& surface, SimdArray<uint8_t>& ballistic, Jobs&);

}  // namespace slosh
