#include "analysis/conserved_quantities.h"

#include <algorithm>

#include "analysis/stats.h"

namespace slosh {
namespace {

constexpr int conserved_block = 4096;  // particles per task

struct ConservedSum {
    double kinetic = 0, x = 0, y = 0, z = 0, volume_ratio = 0;
    ConservedSum operator+(const ConservedSum& b) const {
        return {kinetic + b.kinetic, x + b.x, y + b.y, z + b.z, volume_ratio + b.volume_ratio};
    }
};

}  // namespace

ConservedQuantities measure_conserved(const ParticleView& p, Jobs& jobs) {
    const bool is_3d = p.dimensions == 3;
    const PerKind kinds(p);
    const ConservedSum sum = jobs.sum_range(p.count, conserved_block, [&](int begin, int end) {
        ConservedSum part;
        for (size_t i = static_cast<size_t>(begin); i < static_cast<size_t>(end); ++i) {
            const size_t kind = p.kind[i] % PerKind::count;
            const double m = kinds.mass[kind], rest = kinds.rest_density[kind], vx = static_cast<double>(p.vx[i]),
                         vy = static_cast<double>(p.vy[i]), vz = is_3d ? static_cast<double>(p.vz[i]) : 0;
            part.kinetic += 0.5 * m * (vx * vx + vy * vy + vz * vz);
            part.x += m * static_cast<double>(p.x[i]), part.y += m * static_cast<double>(p.y[i]);
            if (is_3d) part.z += m * static_cast<double>(p.z[i]);
            part.volume_ratio += rest / std::max(static_cast<double>(p.density[i]), rest);
        }
        return part;
    });
    Stats bodies;
    measure_bodies(p.bodies, bodies);
    ConservedQuantities all{
        sum.kinetic + bodies.kinetic_energy, {sum.x, sum.y, sum.z}, sum.volume_ratio * kinds.rest_volume};
    for (const Body& b : p.bodies)
        for (int axis = 0; axis < 3; ++axis)
            if (!b.is_kinematic())
                all.moment[axis] += static_cast<double>(b.mass) * static_cast<double>(b.position[axis]);
    return all;
}

}  // namespace slosh
