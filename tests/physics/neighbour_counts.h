// How many neighbours particles have, each within its own smoothing length.
#pragma once
#include <algorithm>
#include <cmath>

#include "solvers/solver.h"

namespace slosh::physics {

// How many a lattice at rest has, `smoothing` being h in spacings.
inline double lattice_neighbours(float smoothing, int dimensions) {
    const double s = static_cast<double>(smoothing);
    return (dimensions == 2 ? M_PI * s * s : 4.0 / 3 * M_PI * s * s * s) - 1;
}

// Neighbours of the particles more than their own length inside the fluid, by the test's own count at r < h_ij.
struct Counted {
    double least = 1e9, most = 0, mean = 0;
    int inside = 0;
};

template <class Inside>
Counted count_inside(const Particles& p, Inside inside) {
    Counted c;
    for (size_t i = 0; i < static_cast<size_t>(p.count); ++i) {
        const auto own = [&](size_t k) { return p.smoothing.empty() ? p.support : p.smoothing[k]; };
        const double z = p.dimensions == 3 ? static_cast<double>(p.z[i]) : 0;
        if (!inside(static_cast<double>(p.x[i]), static_cast<double>(p.y[i]), z, static_cast<double>(own(i)))) continue;
        double count = 0;
        for (size_t j = 0; j < static_cast<size_t>(p.count); ++j) {
            const float dx = p.x[i] - p.x[j], dy = p.y[i] - p.y[j], dz = p.dimensions == 3 ? p.z[i] - p.z[j] : 0,
                        reach = 0.5f * (own(i) + own(j));
            count += j != i && dx * dx + dy * dy + dz * dz < reach * reach;
        }
        c.least = std::min(c.least, count), c.most = std::max(c.most, count), c.mean += count, ++c.inside;
    }
    c.mean /= std::max(c.inside, 1);
    return c;
}

}  // namespace slosh::physics
