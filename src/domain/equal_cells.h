// The fluid at rest: any number of particles in a region, each in a cell of the same volume.
//
// A lattice fits few numbers of particles only. Here a box is divided into layers, each layer into rows, each row into
// cells. Every part is as large as its number of cells demands, so the region is filled to its walls and to its
// surface, and the density of a sum over a smoothing kernel is that of a lattice within 0.65 % (0.5 % in 2D, and from
// 2,000 particles on). A number that fits a lattice gives that lattice.
//
// A disc or ball consists of the points of a lattice around its centre. One that fills a round container is divided
// into rings, or shells and bands, along the wall: within 1.2 %, but too thin by 10 % (a ball by 20 %) in its middle.
#pragma once
#include <glm/vec3.hpp>
#include <vector>

#include "domain/domain.h"

namespace slosh {

// The centres of `count` equal cells of the region, in units of its half size around its centre; row by row from
// below, or from the centre where it touches the walls of a round container.
std::vector<glm::vec3> equal_cells(const FluidRegion&, int dimensions, int count, bool touches_walls);

// Area or volume of the region, m2 or m3.
float region_volume(const FluidRegion&, int dimensions);

}  // namespace slosh
