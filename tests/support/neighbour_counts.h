// How many neighbours particles have, each within its own smoothing length.
#pragma once
#include <algorithm>
#include <cmath>
#include <vector>

#include "solver/views.h"

namespace slosh::physics {

// How many a lattice at rest has, `smoothing` being h in spacings.
inline double lattice_neighbours(float smoothing, int dimensions) {
    const double s = static_cast<double>(smoothing);
    return (dimensions == 2 ? M_PI * s * s : 4.0 / 3 * M_PI * s * s * s) - 1;
}

// Neighbours of the particles more than their own length inside the fluid, by the test's own count: those within the
// mean of both lengths, or within one's own.
struct Counted {
    double least = 1e9, most = 0, mean = 0, reported_off = 0;  // off: the solver's own count, at most
    int inside = 0;
    std::vector<double> counts = {};

    double share_within(double bound, double target) const {
        double near = 0;
        for (const double count : counts) near += std::abs(count / target - 1) <= bound;
        return near / std::max(inside, 1);
    }
};
enum class Reach { mean, own };

template <class Inside>
Counted count_inside(const ParticleView& p, Inside inside, Reach reach = Reach::mean) {
    Counted c;
    const auto length = [&](size_t k) { return p.smoothing.empty() ? p.support : p.smoothing[k]; };
    for (size_t i = 0; i < static_cast<size_t>(p.count); ++i) {
        const double z = p.dimensions == 3 ? static_cast<double>(p.z[i]) : 0;
        const float mine = length(i);
        if (!inside(static_cast<double>(p.x[i]), static_cast<double>(p.y[i]), z, static_cast<double>(mine))) continue;
        double count = 0;
        for (size_t j = 0; j < static_cast<size_t>(p.count); ++j) {
            const float dx = p.x[i] - p.x[j], dy = p.y[i] - p.y[j], dz = p.dimensions == 3 ? p.z[i] - p.z[j] : 0;
            const float within = reach == Reach::own ? mine : 0.5f * (mine + length(j));
            count += j != i && dx * dx + dy * dy + dz * dz < within * within;
        }
        if (!p.neighbours.empty())
            c.reported_off = std::max(c.reported_off, std::abs(count - static_cast<double>(p.neighbours[i])));
        c.least = std::min(c.least, count), c.most = std::max(c.most, count), c.mean += count, ++c.inside;
        c.counts.push_back(count);
    }
    c.mean /= std::max(c.inside, 1);
    return c;
}

}  // namespace slosh::physics
