// Three particles and two bodies, any value of which a test can overwrite.
#pragma once
#include <cstdint>
#include <vector>

#include "solver/solver.h"

namespace slosh {

struct FewParticles {
    std::vector<float> x{0, 1, 2}, y{0, 0, 0}, z{0, 0, 0}, vx{0, 0, 0}, vy{1, 1, 1}, vz{0, 0, 0};
    std::vector<uint32_t> id{7, 8, 9};
    std::vector<uint8_t> kind{0, 1, 2};
    std::vector<Body> bodies = std::vector<Body>(2);
    ParticleView view(int dimensions = 3) const {
        ParticleView p;
        p.count = 3, p.dimensions = dimensions;
        p.x = x, p.y = y, p.vx = vx, p.vy = vy, p.id = id, p.kind = kind, p.bodies = bodies;
        if (dimensions == 3) p.z = z, p.vz = vz;
        return p;
    }
};

}  // namespace slosh
