// Bounds of the sub-steps of an SPH solver.
#pragma once
#include <algorithm>
#include <glm/vec3.hpp>

namespace slosh::sph {

constexpr int max_substeps = 512;  // with more, a step takes too long to watch

inline int whole_substeps(float needed) {
    return needed < max_substeps ? std::max(static_cast<int>(needed) + 1, 1) : max_substeps;
}

// The limit of explicit viscosity (m2/s) for the support h: a full neighbourhood takes 23 nu / h^2 of a particle's
// velocity in the plane and 24 in space.
inline float substeps_by_viscosity(float dt, float viscosity, float h) { return dt * viscosity / (0.04f * h * h); }

// The speed that gravity adds in dt.
inline float gravity_speed_gain(glm::vec3 g, float dt) {
    return __builtin_sqrtf(g.x * g.x + g.y * g.y + g.z * g.z) * dt;
}

}  // namespace slosh::sph
