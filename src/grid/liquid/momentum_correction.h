// The momentum of a fluid that touches no wall.
//
// The pressure is found for a fluid of one density, and given to particles that are not spread quite so evenly: what it
// gives to all of them together is nearly, but not exactly, nothing. While nothing but its weight pulls at the fluid,
// the rest is taken back.
#pragma once
#include <array>
#include <vector>

#include "base/jobs.h"
#include "grid/flip_particles.h"

namespace slosh {

class MomentumCorrection {
public:
    // For as many particles as there will ever be.
    void reserve(int capacity) { of_block_.reserve(static_cast<size_t>(capacity / particle_block + 1)); }
    // Before the forces: `weight` is that of the particles on the faces (grid/liquid/p2g.h).
    void begin(const MacGrid&, const Faces& weight, const FlipParticles&, Jobs&);
    // After them: each particle should have gained that much on average. What was missing, which they all have now.
    glm::vec3 end(glm::vec3 gained, FlipParticles&, Jobs&);

private:
    using Sum = std::array<double, 3>;
    Sum mean_velocity(const FlipParticles&, Jobs&);

    bool flies_ = false;
    Sum before_{};
    std::vector<Sum> of_block_;
};

}  // namespace slosh
