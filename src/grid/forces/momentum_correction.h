// Momentum correction for free fall.
//
// The grid pressure assumes uniform density. Interpolated to unevenly distributed particles, its net impulse is small
// but not zero. When no wall, body or pointer acts, the mean velocity change must equal g dt; the difference is
// subtracted.
#pragma once
#include <array>
#include <vector>

#include "base/jobs.h"
#include "grid/flip_particles.h"

namespace slosh {

class MomentumCorrection {
public:
    // Reserves memory for the largest number of particles.
    void reserve(int capacity) { block_sums_.reserve(static_cast<size_t>(capacity / particle_block + 1)); }
    // Before G2P: stores the mean velocity. `weight` is that of P2G; fluid that touches a wall is not corrected.
    void begin(const MacGrid&, const Faces& weight, const FlipParticles&, Jobs&);
    // After G2P: corrects all velocities so that the mean gain is `expected_gain`, m/s. Returns the correction.
    glm::vec3 end(glm::vec3 expected_gain, FlipParticles&, Jobs&);

private:
    using Sum = std::array<double, 3>;
    Sum mean_velocity(const FlipParticles&, Jobs&);

    bool in_free_fall_ = false;
    Sum mean_before_{};
    std::vector<Sum> block_sums_;
};

}  // namespace slosh
