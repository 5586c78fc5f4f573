// Particles at the start of a scene, in id order.
#pragma once
#include <cstdint>
#include <glm/vec3.hpp>
#include <vector>

#include "domain/domain.h"

namespace slosh {

struct InitialParticles {
    std::vector<glm::vec3> position, velocity;
    std::vector<uint8_t> kind;
    int count() const { return static_cast<int>(position.size()); }
};

// Spreads `count` particles evenly over the domain's fluid; mixed regions draw from `kinds` kinds.
InitialParticles seed_particles(const Domain&, int count, int kinds, uint64_t seed);

}  // namespace slosh
