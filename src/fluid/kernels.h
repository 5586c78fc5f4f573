// Smoothing kernels. h is the support: a kernel is zero from r = h on. D is 2 or 3.
//
// Each gives w(q) and slope(q) = (dW/dr) / r for q = r/h, both without the factors `scale` and `slope_scale`,
// so that a loop multiplies once; the gradient of W at x_i - x_j is slope_scale * slope(q) * (x_i - x_j).
#pragma once
#include "base/simd.h"

namespace slosh {

constexpr float pi = 3.14159265358979f;

// Keeps q > 0 for coincident particles: their force is then zero, not a number.
constexpr float smallest_q = 1e-6f;

// The cubic spline (Monaghan 1992), as a difference of two cut-off cubes: 2(1-q)^3 - 8(1/2-q)^3.
template <int D>
struct CubicSpline {
    float scale, slope_scale;
    explicit CubicSpline(float h)
        : scale(D == 2 ? 40 / (7 * pi * h * h) : 8 / (pi * h * h * h)), slope_scale(scale / (h * h)) {}

    static Float4 w(Float4 q) {
        const Float4 a = max(1.0f - q, splat(0.0f)), b = max(0.5f - q, splat(0.0f));
        return 2.0f * (a * a * a) - 8.0f * (b * b * b);
    }
    static Float4 slope(Float4 q) {
        const Float4 a = max(1.0f - q, splat(0.0f)), b = max(0.5f - q, splat(0.0f));
        return (24.0f * (b * b) - 6.0f * (a * a)) / q;
    }
};

}  // namespace slosh
