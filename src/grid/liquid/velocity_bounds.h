// How fast the fastest particles of PIC/FLIP are, without going through all of them once more.
#pragma once
#include <glm/vec3.hpp>
#include <vector>

#include "base/jobs.h"
#include "grid/flip_particles.h"

namespace slosh {

class VelocityBounds {
public:
    // For as many particles as there will ever be.
    void reserve(int capacity);
    // How many cells the fastest particle crosses in a second, along the axis along which it crosses most, as the
    // container sees it. Goes through all of them only if carry() has not just done so.
    float max_cells_a_second(const MacFrame&, const FlipParticles&, Jobs&);

    void begin(const FlipParticles&);
    // One particle_block.
    void see(const FlipParticles&, int begin, int end);
    // All have gained as much since.
    void shift(glm::vec3 by);
    // Velocities have changed since.
    void forget() { seen_ = -1; }

private:
    // Of each block, m/s: the least along each axis, and the least of their opposites.
    static constexpr int bounds = 6;
    std::vector<float> least_;
    int seen_ = -1;  // particles
};

}  // namespace slosh
