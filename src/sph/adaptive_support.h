// Smoothing lengths that follow the density: h_i = eta (m_i/rho_i)^(1/D), so that every particle has about as many
// neighbours as it would have in fluid at rest (Monaghan 1992; Springel & Hernquist 2002, without their gradient
// terms). Lengths are in multiples of the length h at rest, `span` = h_i/h = (rho/rho_0)^(-1/D), within bounds. A pair
// meets at the mean of its two lengths (`PairSupport`), or each side at its own: what acts offset them must be the same
// both ways.
#pragma once
#include "base/simd.h"

namespace slosh {

constexpr float min_h_scale = 0.5f, max_h_scale = 2;

// The root's argument is kept within what the bounds allow: 1/8 to 8.
template <int D>
float h_scale_at(float density_ratio) {
    constexpr float min_ratio = D == 2 ? 0.25f : 0.125f, max_ratio = D == 2 ? 4 : 8;
    // What is not a number counts as thin.
    const float ratio = density_ratio > min_ratio ? (density_ratio < max_ratio ? density_ratio : max_ratio) : min_ratio;
    if constexpr (D == 2) return 1 / __builtin_sqrtf(ratio);
    // Newton's iteration for the cube root from above, where it never overshoots.
    float root = (2 + ratio) / 3;
    for (int i = 0; i < 7; ++i) root = (2 * root + ratio / (root * root)) / 3;
    return 1 / root;
}

// The span of a pair turned over, and how its kernel is scaled: a kernel of D dimensions by its power D, a slope along
// x_i - x_j or a Laplacian by two more.
template <int D>
struct PairSupport {
    Float4 inverse, volume;
    PairSupport(Float4 a, Float4 b) : inverse(2.0f / (a + b)), volume(inverse * inverse) {
        if constexpr (D == 3) volume *= inverse;
    }
    Float4 slope() const { return volume * inverse * inverse; }
};

}  // namespace slosh
