#include "analysis/stats.h"

#include <cmath>
#include <limits>

#include "base/hash.h"

namespace slosh {
namespace {

constexpr int stats_block = 4096;  // particles per task

// NaN if one is: std::max would lose it.
float larger(float a, float b) { return a >= b || std::isnan(a) ? a : b; }

struct StatsSum {
    double energy = 0, density_error = 0, compression = 0;
    float speed_squared = 0;
    glm::vec3 lo{std::numeric_limits<float>::max()}, hi{std::numeric_limits<float>::lowest()};
    bool finite = true;

    StatsSum operator+(const StatsSum& b) const {
        return {energy + b.energy,
                density_error + b.density_error,
                compression + b.compression,
                larger(speed_squared, b.speed_squared),
                {std::min(lo.x, b.lo.x), std::min(lo.y, b.lo.y), std::min(lo.z, b.lo.z)},
                {std::max(hi.x, b.hi.x), std::max(hi.y, b.hi.y), std::max(hi.z, b.hi.z)},
                finite && b.finite};
    }
};

}  // namespace

PerKind::PerKind(const ParticleView& p) {
    const double spacing = 2 * static_cast<double>(p.radius);
    rest_volume = p.dimensions == 3 ? spacing * spacing * spacing : spacing * spacing;
    for (size_t k = 0; k < count; ++k) {
        rest_density[k] = static_cast<double>(p.rest_densities[k] > 0 ? p.rest_densities[k] : p.rest_density);
        mass[k] = p.masses[k] > 0 ? static_cast<double>(p.masses[k]) : rest_density[k] * rest_volume;
    }
}

Stats measure(const ParticleView& p, Jobs& jobs) {
    const PerKind kinds(p);
    const bool is_3d = p.dimensions == 3;
    const StatsSum total = jobs.sum_range(p.count, stats_block, [&](int begin, int end) {
        StatsSum part;
        for (size_t i = static_cast<size_t>(begin); i < static_cast<size_t>(end); ++i) {
            const glm::vec3 at{p.x[i], p.y[i], is_3d ? p.z[i] : 0.0f};
            const float vz = is_3d ? p.vz[i] : 0;
            const float speed_squared = p.vx[i] * p.vx[i] + p.vy[i] * p.vy[i] + vz * vz;
            part.finite = part.finite && std::isfinite(speed_squared) && std::isfinite(at.x + at.y + at.z);
            const size_t kind = p.kind[i] % PerKind::count;
            part.energy += 0.5 * kinds.mass[kind] * static_cast<double>(speed_squared);
            const double excess = static_cast<double>(p.density[i]) / kinds.rest_density[kind] - 1;
            part.density_error += std::abs(excess);
            part.compression += std::max(excess, 0.0);
            part.speed_squared = larger(part.speed_squared, speed_squared);
            for (int axis = 0; axis < 3; ++axis) {
                part.lo[axis] = std::min(part.lo[axis], at[axis]);
                part.hi[axis] = std::max(part.hi[axis], at[axis]);
            }
        }
        return part;
    });
    Stats stats;
    stats.particles = p.count;
    stats.kinetic_energy = total.energy;
    stats.mean_density_error = p.count ? static_cast<float>(total.density_error / p.count) : 0;
    stats.mean_compression = p.count ? static_cast<float>(total.compression / p.count) : 0;
    stats.max_speed = std::sqrt(total.speed_squared);
    if (p.count > 0) {
        stats.lo = total.lo;
        stats.hi = total.hi;
    }
    stats.finite = total.finite;
    return stats;
}

void measure_bodies(std::span<const Body> bodies, Stats& stats, glm::vec3 frame) {
    for (const Body& b : bodies) {
        double energy = 0, speed_squared = 0;
        for (int axis = 0; axis < 3; ++axis) {
            const auto v = static_cast<double>(b.velocity[axis] - frame[axis]);
            float angular_velocity = 0;
            for (int e = 0; e < 3; ++e) angular_velocity += b.axes[axis][e] * b.angular_velocity[e];
            energy += 0.5 * static_cast<double>(b.mass) * v * v;
            energy += 0.5 * static_cast<double>(b.inertia[axis] * angular_velocity * angular_velocity);
            speed_squared += v * v;
        }
        const glm::vec3 at = b.position;
        if (!b.is_kinematic()) stats.kinetic_energy += energy;
        stats.max_speed = larger(stats.max_speed, static_cast<float>(std::sqrt(speed_squared)));
        stats.finite = stats.finite && std::isfinite(energy) && std::isfinite(at.x + at.y + at.z);
    }
}

uint64_t state_hash(const ParticleView& p) {
    uint64_t sum = mix(0, static_cast<uint64_t>(p.count));
    for (size_t i = 0; i < static_cast<size_t>(p.count); ++i) {
        uint64_t h = mix(mix(uint64_t{p.id[i]}, p.x[i]), p.y[i]);
        if (p.dimensions == 3) h = mix(h, p.z[i]);
        h = mix(mix(h, p.vx[i]), p.vy[i]);
        if (p.dimensions == 3) h = mix(h, p.vz[i]);
        sum += mix(h, uint64_t{p.kind[i]});
    }
    for (const Body& b : p.bodies) {
        for (const glm::vec3 v : {b.position, b.velocity, b.angular_velocity})
            for (int axis = 0; axis < 3; ++axis) sum = mix(sum, v[axis]);
        for (const float part : {b.rotation.w, b.rotation.x, b.rotation.y, b.rotation.z, b.phase}) sum = mix(sum, part);
    }
    return sum;
}

}  // namespace slosh
