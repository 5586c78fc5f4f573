// The spacing and the support radius of a fluid at rest, and sums over its lattice. D is 2 or 3.
#pragma once
#include <algorithm>

#include "domain/domain.h"
#include "domain/initial_particles.h"

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

// The mean distance of `count` particles that fill a volume (an area in 2D). The cube root is a Newton iteration,
// because that of the C library differs between platforms.
template <int D>
float mean_spacing(float volume, int count) {
    const float volume_each = volume / static_cast<float>(std::max(count, 1));
    if constexpr (D == 2) return __builtin_sqrtf(volume_each);
    float root = volume_each > 1 ? volume_each : 1;
    for (int i = 0; i < 64; ++i) root = (2 * root + volume_each / (root * root)) / 3;
    return root;
}

// The same for a scene whose fluid `filling_count` particles fill at the start. If emitters add volume, `total_count`
// particles fill the whole of it.
template <int D>
float spacing_at_rest(const Domain& domain, int filling_count, int total_count) {
    const float filled = fluid_volume(domain);
    return domain.inflow_volume > 0 ? mean_spacing<D>(filled + domain.inflow_volume, total_count)
                                    : mean_spacing<D>(filled, filling_count);
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
