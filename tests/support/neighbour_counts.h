// Neighbour counts of particles with individual smoothing lengths.
#pragma once
#include <algorithm>
#include <cmath>
#include <vector>

#include "solver/views.h"

namespace slosh::physics {

// The neighbour count in a lattice at rest; `smoothing` is h in spacings.
inline double lattice_neighbours(float smoothing, int dimensions) {
    const double s = static_cast<double>(smoothing);
    return (dimensions == 2 ? M_PI * s * s : 4.0 / 3 * M_PI * s * s * s) - 1;
}

// Neighbour counts of the particles inside the fluid, computed here.
struct NeighbourCounts {
    double min = 1e9, max = 0, mean = 0;
    double max_reported_error = 0;  // of the counts that the solver reports
    int inside = 0;                 // particles inside the fluid
    std::vector<double> counts = {};

    // The fraction of the counts within `bound` (relative) of the target.
    double fraction_within(double bound, double target) const {
        double near = 0;
        for (const double count : counts) near += std::abs(count / target - 1) <= bound;
        return near / std::max(inside, 1);
    }
};
// The cutoff of particle i for neighbour j: the mean of both lengths, or that of i.
enum class Cutoff { mean, own };

// inside(x, y, z, length) selects the particles.
template <class Inside>
NeighbourCounts count_inside(const ParticleView& p, Inside inside, Cutoff cutoff = Cutoff::mean) {
    NeighbourCounts c;
    const auto length = [&](size_t k) { return p.smoothing.empty() ? p.support : p.smoothing[k]; };
    for (size_t i = 0; i < static_cast<size_t>(p.count); ++i) {
        const double z = p.dimensions == 3 ? static_cast<double>(p.z[i]) : 0;
        const float own_length = length(i);
        if (!inside(static_cast<double>(p.x[i]), static_cast<double>(p.y[i]), z, static_cast<double>(own_length)))
            continue;
        double count = 0;
        for (size_t j = 0; j < static_cast<size_t>(p.count); ++j) {
            const float dx = p.x[i] - p.x[j], dy = p.y[i] - p.y[j], dz = p.dimensions == 3 ? p.z[i] - p.z[j] : 0;
            const float within = cutoff == Cutoff::own ? own_length : 0.5f * (own_length + length(j));
            count += j != i && dx * dx + dy * dy + dz * dz < within * within;
        }
        if (!p.neighbours.empty())
            c.max_reported_error =
                std::max(c.max_reported_error, std::abs(count - static_cast<double>(p.neighbours[i])));
        c.min = std::min(c.min, count), c.max = std::max(c.max, count);
        c.mean += count;
        ++c.inside;
        c.counts.push_back(count);
    }
    c.mean /= std::max(c.inside, 1);
    return c;
}

}  // namespace slosh::physics
