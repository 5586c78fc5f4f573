#include "solver/solver.h"

namespace slosh {

bool Solver::has_run_away(int substep, const Motion& container) const {
    if (substep % 8 != 0) return false;
    const ParticleView p = particles();
    const glm::vec3 frame = container.velocity / p.time_scale;
    // Not a maximum, which may lose a NaN.
    bool slow = true;
    const float max_speed2 = runaway_speed_ * runaway_speed_;
    for (size_t i = 0; i < static_cast<size_t>(p.count); ++i) {
        const float x = p.vx[i] - frame.x, y = p.vy[i] - frame.y, z = p.dimensions == 3 ? p.vz[i] - frame.z : 0;
        slow &= x * x + y * y + z * z <= max_speed2;
    }
    return !slow;
}

}  // namespace slosh
