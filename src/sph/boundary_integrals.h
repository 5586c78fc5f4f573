// What a kernel feels of a flat wall: the integrals over the half-space behind it, by distance from the wall.
//
// Walls as continuous matter, after Koschier & Bender 2017 ("Density maps for improved SPH boundary handling")
// and Bender et al. 2019 ("Volume maps"): a particle near a wall misses neighbours behind it, and the integrals
// stand in for them. For flat walls they depend on the distance alone, so a table does.
#pragma once
#include <array>

#include "sph/smoothing_kernels.h"

namespace slosh {

struct BoundaryTerm {
    float volume = 0;     // integral of W: the share of a full neighbourhood that lies behind the wall, 1/2 on it
    float gradient = 0;   // its derivative by the distance, in 1/length: never positive
    float laplacian = 0;  // integral of (dW/dr)/r, in 1/length^2: never positive; the Laplacian of a sheared flow
};

class BoundaryIntegrals {
public:
    BoundaryIntegrals() = default;
    BoundaryIntegrals(int dimensions, float h);

    // `gap` is the distance from the wall, negative behind it.
    BoundaryTerm at(float gap) const {
        if (!(gap < h_)) return {};
        const float place = gap <= 0 ? 0 : gap * inv_length_;
        const int k = static_cast<int>(place) < steps ? static_cast<int>(place) : steps - 1;
        const float t = place - static_cast<float>(k);
        const BoundaryTerm &a = table_[static_cast<size_t>(k)], &b = table_[static_cast<size_t>(k) + 1];
        return {a.volume + t * (b.volume - a.volume), a.gradient + t * (b.gradient - a.gradient),
                a.laplacian + t * (b.laplacian - a.laplacian)};
    }

private:
    static constexpr int steps = 64;
    float h_ = 0, inv_length_ = 0;
    std::array<BoundaryTerm, steps + 1> table_{};
};

}  // namespace slosh
