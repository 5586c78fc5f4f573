// What a search sorts into cells.
#pragma once
#include <glm/vec3.hpp>

namespace slosh {

// Positions, m, by index; in 2D z is not read.
struct Points {
    int count;
    const float *x, *y, *z = nullptr;
};

// Axis-aligned.
struct Box {
    glm::vec3 lo, hi;
};

// Factor on the radius of a search that makes its cells wide enough: rounding then loses no neighbour.
inline constexpr float cell_margin = 1.001f;

}  // namespace slosh
