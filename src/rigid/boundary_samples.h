// Points that stand for a body in a sum over particles: layers half a spacing, one and a half, ... below its surface,
// as far apart as particles lie, each with its share of the body's volume.
//
// After Akinci et al. 2012 ("Versatile rigid-fluid coupling for incompressible SPH"), with two changes: the first layer
// lies where a fluid's first layer would, so that the surface felt is the surface drawn, and the volumes are those of
// the cut-up body itself, so that they are exact for any shape.
#pragma once
#include <glm/vec3.hpp>
#include <vector>

#include "domain/rigid_body.h"

namespace slosh {

struct BoundarySample {
    glm::vec3 own{0, 0, 0};  // along the body's axes
    float volume = 0;        // area in 2D
};

// Down to `depth` below the surface, or to the middle.
std::vector<BoundarySample> sample_body(const Body&, int dimensions, float spacing, float depth);

}  // namespace slosh
