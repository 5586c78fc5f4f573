// Measurements of the physics tests on particles: mean height, speed, and the state of rest of blobs.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <initializer_list>
#include <memory>
#include <utility>
#include <vector>

#include "support/scenes.h"

namespace slosh::physics {

inline double mean_height(const ParticleView& p) {
    double sum = 0;
    for (const float y : p.y) sum += static_cast<double>(y);
    return sum / p.count;
}

inline float interaction_radius(const ParticleView& p) { return 2 * DoubleDensityDef::radius_in_spacings * p.radius; }

inline double rms_speed(const ParticleView& p) {
    double sum = 0;
    for (size_t i = 0; i < static_cast<size_t>(p.count); ++i)
        sum += static_cast<double>(p.vx[i]) * p.vx[i] + static_cast<double>(p.vy[i]) * p.vy[i];
    return std::sqrt(sum / p.count);
}

// The state of rest: averages over some seconds, so that a last slow wave does not matter.
struct Rest {
    double height = 0;              // from the lowest particle to the 95th percentile
    double area = 0;                // fraction of the round container within h/2 of a particle
    double rms_speed = 0;           // u/s
    double h = 0;                   // interaction radius, u
    std::vector<double> densities;  // of all particles in all samples, sorted

    double density_at(double fraction) const {
        return densities[static_cast<size_t>(fraction * static_cast<double>(densities.size() - 1))];
    }
    // rms displacement in a display step, in h
    double calm() const { return rms_speed / 60 / h; }
};

// The fraction of a round container within h/2 of a particle.
inline double covered_fraction(const ParticleView& p, float container_radius, float h) {
    const int n = 300;
    std::vector<char> grid(static_cast<size_t>(n) * n);
    const float cell = 2 * container_radius / n;
    const int radius_in_cells = static_cast<int>(h / 2 / cell) + 1;
    for (size_t i = 0; i < static_cast<size_t>(p.count); ++i) {
        const int cx = static_cast<int>((p.x[i] + container_radius) / cell),
                  cy = static_cast<int>((p.y[i] + container_radius) / cell);
        for (int y = std::max(cy - radius_in_cells, 0); y <= std::min(cy + radius_in_cells, n - 1); ++y)
            for (int x = std::max(cx - radius_in_cells, 0); x <= std::min(cx + radius_in_cells, n - 1); ++x) {
                const float gx = (static_cast<float>(x) + 0.5f) * cell - container_radius;
                const float gy = (static_cast<float>(y) + 0.5f) * cell - container_radius;
                if (std::hypot(gx - p.x[i], gy - p.y[i]) < h / 2 && std::hypot(gx, gy) < container_radius)
                    grid[static_cast<size_t>(y) * n + static_cast<size_t>(x)] = 1;
            }
    }
    const double hits = static_cast<double>(std::count(grid.begin(), grid.end(), 1));
    return hits / (3.14159265 / 4 * n * n);
}

inline Rest measure_rest(Solver& solver, float container_radius, float seconds, bool with_densities = false) {
    Rest rest;
    const int samples = static_cast<int>(seconds * 6);
    double squares = 0;
    for (int s = 0; s < samples; ++s) {
        run(solver, 1.0f / 6);
        const ParticleView p = solver.particles();
        rest.h = interaction_radius(p);
        std::vector<float> y(p.y.begin(), p.y.end());
        std::sort(y.begin(), y.end());
        rest.height += static_cast<double>(y[y.size() * 95 / 100] - y[0]) / samples;
        rest.area += covered_fraction(p, container_radius, static_cast<float>(rest.h)) / samples;
        squares += rms_speed(p) * rms_speed(p) / samples;
        // Computed from the positions: the modes store their densities at different times of a step.
        for (size_t i = 0; with_densities && i < static_cast<size_t>(p.count); ++i) {
            double rho = 0;
            for (size_t j = 0; j < static_cast<size_t>(p.count); ++j) {
                const double g = 1 - std::hypot(p.x[i] - p.x[j], p.y[i] - p.y[j]) / rest.h;
                if (j != i && g > 0) rho += g * g;
            }
            rest.densities.push_back(rho * static_cast<double>(DoubleDensityDef::mass_of(p.kind[i])));
        }
    }
    std::sort(rest.densities.begin(), rest.densities.end());
    rest.rms_speed = std::sqrt(squares);
    return rest;
}

inline bool inside_circle(const ParticleView& p, glm::vec3 centre, float radius) {
    for (size_t i = 0; i < static_cast<size_t>(p.count); ++i)
        if (!(std::hypot(p.x[i] - centre.x, p.y[i] - centre.y) <= radius * 1.00001f)) return false;
    return true;
}

}  // namespace slosh::physics
