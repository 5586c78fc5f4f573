// The range of the particle velocities, from which the CFL number follows. The advection returns it, so that the next
// step need not read all velocities again.
#pragma once
#include <glm/vec3.hpp>
#include <limits>
#include <vector>

#include "base/jobs.h"
#include "grid/flip_particles.h"

namespace slosh {

// Component-wise bounds, m/s in world space. Without particles min is +infinity and max -infinity.
struct VelocityRange {
    static constexpr float infinity = std::numeric_limits<float>::infinity();

    float min[3] = {infinity, infinity, infinity};
    float max[3] = {-infinity, -infinity, -infinity};
    int count = 0;         // particles that it covers
    bool stopped = false;  // a wall has stopped one of them in the move before

    // Adds a velocity that all particles have gained since.
    void offset(glm::vec3 gain) {
        for (int d = 0; d < 3; ++d) {
            min[d] += gain[d];
            max[d] += gain[d];
        }
    }
    // The largest |v_d| / edge_d over the axes d, 1/s, with v relative to the container: dt times this is the CFL
    // number.
    float max_cell_rate(const MacFrame&) const;
};

// A parallel reduction of velocities: one VelocityRange per particle_block, then all of them. NaNs are skipped.
class VelocityBounds {
public:
    // Reserves memory for the largest number of particles, so that no step allocates.
    void reserve(int capacity);

    // For loops that visit the particles anyway: begin(), then add_block() once for each particle_block, from any
    // worker, then total().
    void begin(const FlipParticles&);
    void add_block(const FlipParticles&, int begin, int end, bool stopped = false);
    VelocityRange total() const;
    // All of this in one parallel loop.
    VelocityRange measure(const FlipParticles&, Jobs&);

private:
    std::vector<VelocityRange> blocks_;
};

}  // namespace slosh
