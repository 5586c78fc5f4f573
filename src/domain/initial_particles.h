// Particles at the start of a scene, in id order.
#pragma once
#include <cstdint>
#include <glm/vec3.hpp>
#include <vector>

#include "domain/domain.h"

namespace slosh {

struct InitialParticles {
    std::vector<glm::vec3> position;  // m
    std::vector<glm::vec3> velocity;  // m/s
    std::vector<uint8_t> kind;        // index of the phase
    // How many particles fill the fluid of the domain at rest. 0: those that are here. A state after pouring or erasing
    // has more or fewer.
    int filling = 0;

    int count() const { return static_cast<int>(position.size()); }
    int filling_count() const { return filling > 0 ? filling : count(); }
};

// The kinds of fluid that the domain's regions and emitters have, bit i for kind i; a mixed region has those from 0 to
// kinds - 1.
uint32_t kinds_of(const Domain&, int kinds);

// Distributes `count` particles evenly over the domain's fluid. Particles of mixed regions have random kinds from 0 to
// kinds - 1.
InitialParticles seed_particles(const Domain&, int count, int kinds, uint64_t seed);

}  // namespace slosh
