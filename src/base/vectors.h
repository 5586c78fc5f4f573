// What the sources need of vectors beside GLM.
#pragma once
#include <glm/geometric.hpp>
#include <glm/vec3.hpp>

namespace slosh {

inline float length_of(glm::vec3 v) { return __builtin_sqrtf(glm::dot(v, v)); }

}  // namespace slosh
