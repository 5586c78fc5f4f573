// The spacing and the support radius of a fluid at rest, and sums over its lattice. D is 2 or 3.
#pragma once
#include <algorithm>

#include "domain/domain.h"
#include "domain/initial_particles.h"
#include "domain/mean_spacing.h"

namespace slosh::sph {

// The sizes that a solver's definition sets.
struct FluidSize {
    int particles = 0;    // requested at the start, or in total where emitters fill the container
    int budget = 0;       // maximum number of particles; ignored if there are more at the start
    float smoothing = 1;  // support radius in particle spacings
};

inline float half_extent(const Walls& walls, int axis) {
    return walls.shape == Shape::circle ? walls.half.x : walls.half[axis];
}

// The spacing, m, of a fluid that `filling_count` particles fill at the start. If emitters add volume, `total_count`
// particles fill the whole of it.
template <int D>
float spacing_at_rest(const Domain& domain, int filling_count, int total_count) {
    const int count = domain.inflow_volume > 0 ? total_count : filling_count;
    return mean_spacing(fluid_volume(domain) + domain.inflow_volume, count, D);
}

// Bounds the support radius by the half extents of the container: two opposite walls must not be in one neighbourhood.
template <int D>
float support_within(const Walls& walls, float h) {
    return std::min({h, half_extent(walls, 0), half_extent(walls, 1), half_extent(walls, D - 1)});
}

// The largest spacing, m, whose support fits into the container. Very few particles would otherwise be so far apart
// that none has a neighbour.
template <int D>
float widest_spacing(const Walls& walls, float support_in_spacings) {
    return support_within<D>(walls, 1e30f) / support_in_spacings;
}

// The spacing and the support radius, m, of a fluid that `filling_count` particles fill (InitialParticles).
struct RestLengths {
    float spacing, h;
};
template <int D>
RestLengths rest_lengths(const Domain& domain, int filling_count, const FluidSize& size) {
    const float spacing = std::min(spacing_at_rest<D>(domain, filling_count, size.particles),
                                   widest_spacing<D>(domain.walls, size.smoothing));
    return {spacing, support_within<D>(domain.walls, size.smoothing * spacing)};
}

// The sum of f(n) over the points of a lattice within h of one of them, itself included. n is the squared distance in
// spacings.
template <int D, class F>
float lattice_sum(float spacing, float h, F&& f) {
    const int radius = static_cast<int>(h / spacing) + 1;
    const int radius_z = D == 3 ? radius : 0;
    float total = 0;
    for (int c = -radius_z; c <= radius_z; ++c)
        for (int b = -radius; b <= radius; ++b)
            for (int a = -radius; a <= radius; ++a) total += f(static_cast<float>(a * a + b * b + c * c));
    return total;
}

}  // namespace slosh::sph
