// Boundary particles of a body, for sums over fluid particles: layers 1/2, 3/2, ... spacings below its surface, one
// spacing apart, each sample with its part of the body's volume.
//
// After Akinci et al. 2012 ("Versatile rigid-fluid coupling for incompressible SPH"), with two changes: the first layer
// lies where a fluid's first layer would, so that the collision surface is the surface drawn, and the volumes are those
// of a partition of the body, so that they are exact for any shape.
#pragma once
#include <cstddef>
#include <glm/vec3.hpp>
#include <span>
#include <vector>

#include "domain/rigid_body.h"

namespace slosh {

struct BoundarySample {
    glm::vec3 local{0, 0, 0};  // m, position in the body's local axes
    float volume = 0;          // m3; in 2D an area, m2
};

// The layers down to `depth` (m) below the surface, or to the centre.
std::vector<BoundarySample> sample_body(const Body&, int dimensions, float spacing, float depth);

// By how much a kinematic body is sampled beyond its surface, m: its samples are those of a body that is 2
// `thinnest_half` spacings thick in each direction. The fluid leaks through a thinner one, because the forces of its
// two sides on a particle cancel. Bodies that float keep their size, from which their buoyancy comes;
// drawn ones, which grow in the fluid, would push it away at once.
constexpr float thinnest_half = 0.75f;
float added_thickness(const Body&, int dimensions, float spacing);
Body thickened(const Body&, int dimensions, float spacing);

// A point on the surface, with its part of the surface times the outward normal.
struct SurfaceSample {
    glm::vec3 local{0, 0, 0};  // m, position in the body's local axes
    glm::vec3 area{0, 0, 0};   // m2, local axes; in 2D a length, m
};

// Points about one spacing apart. Their areas sum up to 0, so that a uniform pressure exerts no force.
std::vector<SurfaceSample> sample_surface(const Body&, int dimensions, float spacing);

// Whether this point of a drawn body is inside of one before it: the parts of a stroke overlap, and a volume that
// counted twice would repel the fluid.
bool is_in_earlier_drawn(std::span<const Body>, size_t body, glm::vec3 local, int dimensions);
// The same of any other drawn body: there is no surface.
bool is_in_other_drawn(std::span<const Body>, size_t body, glm::vec3 local, int dimensions);

}  // namespace slosh
