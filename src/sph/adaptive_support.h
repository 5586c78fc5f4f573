// Adaptive smoothing lengths: h_i = eta (m_i/rho_i)^(1/D), so that every particle has about as many neighbours as in
// fluid at rest (Monaghan 1992; Springel & Hernquist 2002, without their gradient terms). Lengths are in multiples of
// the length h at rest, `h_scale` = h_i/h = (rho/rho_0)^(-1/D), within bounds. A pair interacts with the mean of its
// two lengths (PairSupport), or each side with its own; in either case the forces must be equal and opposite.
#pragma once
#include "base/math.h"
#include "base/simd.h"

namespace slosh {

constexpr float min_h_scale = 0.5f, max_h_scale = 2;

// The argument of the root is clamped to the bounds: 1/8 to 8 in 3D.
template <int D>
float h_scale_at(float density_ratio) {
    constexpr float min_ratio = D == 2 ? 0.25f : 0.125f, max_ratio = D == 2 ? 4 : 8;
    // NaN counts as the lowest density.
    const float ratio = density_ratio > min_ratio ? (density_ratio < max_ratio ? density_ratio : max_ratio) : min_ratio;
    if constexpr (D == 2) return 1 / __builtin_sqrtf(ratio);
    return 1 / cube_root(ratio, 8);
}

// The mean smoothing length of a pair, and the factors that scale a kernel from the length at rest to it.
template <int D>
struct PairSupport {
    Float4 inv_h_scale;  // h over the mean length
    Float4 volume;       // factor of W: inv_h_scale^D
    PairSupport(Float4 a, Float4 b) : inv_h_scale(2.0f / (a + b)), volume(inv_h_scale * inv_h_scale) {
        if constexpr (D == 3) volume *= inv_h_scale;
    }
    // Factor of a slope (along x_i - x_j) and of a Laplacian: inv_h_scale^(D + 2).
    Float4 slope() const { return volume * inv_h_scale * inv_h_scale; }
};

}  // namespace slosh
