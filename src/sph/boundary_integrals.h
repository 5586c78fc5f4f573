// Boundary integrals: a smoothing kernel integrated over the half-space behind a flat wall, by distance from the wall.
//
// Walls are continuous matter, after Koschier & Bender 2017 ("Density maps for improved SPH boundary handling")
// and Bender et al. 2019 ("Volume maps"): a particle near a wall has no neighbours behind it, and the integrals
// replace them. For flat walls they depend on the distance only, so a table suffices.
#pragma once
#include <algorithm>
#include <array>

#include "sph/smoothing_kernels.h"

namespace slosh {

struct BoundaryTerm {
    float volume = 0;     // integral of W: the fraction of the neighbourhood behind the wall, 1/2 on it
    float gradient = 0;   // of the volume, by the distance, in 1/length: never positive
    float laplacian = 0;  // integral of (dW/dr)/r, in 1/length^2: never positive; the Laplacian of a sheared flow
};

// A kernel of support 1 as functions of a distance q: w and (dW/dr)/r, without the factor `scale`.
struct KernelShape {
    int dimensions;
    double scale;
    double (*w)(double q);
    double (*slope)(double q);
};

// The shape of a kernel with w(q) and slope(q).
template <int D, class Kernel>
KernelShape kernel_shape() {
    return {.dimensions = D,
            .scale = static_cast<double>(Kernel(1).scale),
            .w = [](double q) { return static_cast<double>(Kernel::w(splat(static_cast<float>(q)))[0]); },
            // Not at 0, where the rounding of a slope over q is large.
            .slope =
                [](double q) {
                    return static_cast<double>(Kernel::slope(splat(std::max(static_cast<float>(q), 1e-3f)))[0]);
                }};
}

class BoundaryIntegrals {
public:
    BoundaryIntegrals() = default;
    BoundaryIntegrals(const KernelShape& kernel, float h);

    // `gap` is the distance from the wall, negative behind it.
    BoundaryTerm at(float gap) const {
        if (!(gap < h_)) return {};
        const float coord = gap <= 0 ? 0 : gap * inv_length_;
        const int k = static_cast<int>(coord) < steps ? static_cast<int>(coord) : steps - 1;
        const float t = coord - static_cast<float>(k);
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
