// Bounds of the sub-steps of an SPH solver.
#pragma once
#include <algorithm>
#include <glm/vec3.hpp>

namespace slosh::sph {

constexpr int max_substeps = 512;  // with more, a step takes too long to watch

inline int whole_substeps(float needed) {
    return needed < max_substeps ? std::max(static_cast<int>(needed) + 1, 1) : max_substeps;
}

// The speed that gravity adds in dt.
inline float gravity_speed_gain(glm::vec3 g, float dt) {
    return __builtin_sqrtf(g.x * g.x + g.y * g.y + g.z * g.z) * dt;
}

}  // namespace slosh::sph
