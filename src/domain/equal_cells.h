// The fluid at rest: any number of particles in a region, each in a cell of the same volume.
//
// A lattice fits few numbers of particles only. Here a box is divided into layers, each layer into rows, each row into
// cells; a disc or ball that touches the walls of a round container into rings, or shells and bands. Every part is as
// large as its number of cells demands, so the density of a sum over a smoothing kernel is that of a lattice within 0.2
// % everywhere, and the region is filled to its walls and to its surface. A number that fits a lattice gives that
// lattice, and a disc or ball without walls consists of the points of one.
#pragma once
#include <glm/vec3.hpp>
#include <vector>

#include "domain/domain.h"

namespace slosh {

// The centres of `count` equal cells of the region, in units of its half size around its centre; from below in a box,
// from the centre in a disc or ball.
std::vector<glm::vec3> equal_cells(const FluidRegion&, int dimensions, int count, bool touches_walls);

// Area or volume of the region, m2 or m3.
float region_volume(const FluidRegion&, int dimensions);

}  // namespace slosh
