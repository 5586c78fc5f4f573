// A body's surface as triangles along its own axes; in 2D a rectangle around it, whose shader cuts out the shape.
#pragma once
#include <glm/vec3.hpp>
#include <vector>

#include "fluid/domain.h"

namespace slosh {

struct MeshVertex {
    glm::vec3 own, normal;
};

// Three vertices a triangle, counter-clockwise from outside.
std::vector<MeshVertex> body_mesh(const Body&, int dimensions);

}  // namespace slosh
