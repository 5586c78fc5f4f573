// A cell of a Taylor-Green vortex in a box of 1 m, from the origin on.
#pragma once
#include <cmath>

#include "support/conservation.h"

namespace slosh::physics {

// Its velocity over the largest.
inline glm::dvec3 vortex_mode(glm::dvec3 p) {
    constexpr double k = M_PI;
    return {std::sin(k * p.x) * std::cos(k * p.y), -std::cos(k * p.x) * std::sin(k * p.y), 0};
}

// How much of it the fluid has, m/s.
inline double vortex_amplitude(const ParticleView& p) {
    double projection = 0, norm = 0;
    for (size_t i = 0; i < static_cast<size_t>(p.count); ++i) {
        const glm::dvec3 m = vortex_mode(position_of(p, i));
        projection += glm::dot(m, velocity_of(p, i)), norm += glm::dot(m, m);
    }
    return projection / norm;
}

}  // namespace slosh::physics
