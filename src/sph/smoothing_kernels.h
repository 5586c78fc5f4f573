// Smoothing kernels. h is the support: a kernel is zero from r = h on. D is 2 or 3.
//
// Each has w(q) and slope(q) = (dW/dr) / r for q = r/h, both without the scale factors `scale` and `slope_scale`, by
// which a loop multiplies its sums once. The gradient of W at x_i - x_j is slope_scale * slope(q) * (x_i - x_j).
#pragma once
#include "base/math.h"
#include "base/simd.h"

namespace slosh {

// Keeps q > 0 for coincident particles: their force is then zero, not NaN.
constexpr float smallest_q = 1e-6f;

// The cubic spline M4 (Monaghan 1992), in cut-off powers: 2(1-q)^3 - 8(1/2-q)^3. For bodies in PCISPH.
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

// The quartic spline M5 (Schoenberg 1946), in cut-off powers: (1-q)^4 - 5(3/5-q)^4 + 10(1/5-q)^4. With 2.6 spacings of
// support the cubic spline pulls particles together in pairs (Dehnen & Aly 2012, "Improving convergence in SPH
// simulations without pairing instability"); this one hardly does.
template <int D>
struct QuarticSpline {
    float scale, slope_scale;
    explicit QuarticSpline(float h)
        : scale(D == 2 ? 46875 / (2398 * pi * h * h) : 15625 / (512 * pi * h * h * h)), slope_scale(scale / (h * h)) {}

    static Float4 w(Float4 q) {
        const auto [a, b, c] = parts(q);
        const Float4 a2 = a * a, b2 = b * b, c2 = c * c;
        return a2 * a2 - 5.0f * (b2 * b2) + 10.0f * (c2 * c2);
    }
    static Float4 slope(Float4 q) {
        const auto [a, b, c] = parts(q);
        return (20.0f * (b * b * b) - 4.0f * (a * a * a) - 40.0f * (c * c * c)) / q;
    }
    // d^2 W / dq^2 over `scale`.
    static Float4 second_derivative(Float4 q) {
        const auto [a, b, c] = parts(q);
        return 12.0f * (a * a) - 60.0f * (b * b) + 120.0f * (c * c);
    }

private:
    struct Parts {
        Float4 a, b, c;
    };
    static Parts parts(Float4 q) {
        return {max(1.0f - q, splat(0.0f)), max(0.6f - q, splat(0.0f)), max(0.2f - q, splat(0.0f))};
    }
};

// The three kernels of Mueller, Charypar, Gross 2003 ("Particle-based fluid simulation for interactive
// applications", eqs. 20 to 22), whose constants are those of space (D = 3), and the same shapes normalised for the
// plane (D = 2). w and slope do not depend on D: with the scale factors of D = 3 they are the paper's kernels in 2D,
// too.

// Density. A function of q^2: no square root is needed.
template <int D>
struct Poly6 {
    float scale;
    explicit Poly6(float h) : scale(D == 2 ? 4 / (pi * h * h) : 315 / (64 * pi * h * h * h)) {}

    static Float4 w(Float4 q_squared) {
        const Float4 a = max(1.0f - q_squared, splat(0.0f));
        return a * a * a;
    }
};

// Pressure: its slope does not vanish at the centre, so that close particles repel each other.
template <int D>
struct Spiky {
    float scale, slope_scale;
    explicit Spiky(float h)
        : scale(D == 2 ? 10 / (pi * h * h) : 15 / (pi * h * h * h)), slope_scale(-3 * scale / (h * h)) {}

    static Float4 w(Float4 q) {
        const Float4 a = max(1.0f - q, splat(0.0f));
        return a * a * a;
    }
    static Float4 slope(Float4 q) {
        const Float4 a = max(1.0f - q, splat(0.0f));
        return a * a / q;
    }
};

// Viscosity: only its Laplacian is ever used, and that is positive everywhere.
template <int D>
struct ViscosityKernel {
    float laplacian_scale;
    explicit ViscosityKernel(float h)
        : laplacian_scale((D == 2 ? 40 / (pi * h * h) : 45 / (pi * h * h * h)) / (h * h)) {}

    static Float4 laplacian(Float4 q) { return max(1.0f - q, splat(0.0f)); }
};

// Wendland's C2 (Wendland 1995): (1-q)^4 (1+4q). Its slope needs no division, and it has no pairing instability.
template <int D>
struct Wendland {
    float scale, slope_scale;
    explicit Wendland(float h)
        : scale(D == 2 ? 7 / (pi * h * h) : 21 / (2 * pi * h * h * h)), slope_scale(scale / (h * h)) {}

    static Float4 w(Float4 q) {
        const Float4 a = max(1.0f - q, splat(0.0f)), a2 = a * a;
        return a2 * a2 * (1.0f + 4.0f * q);
    }
    static Float4 slope(Float4 q) {
        const Float4 a = max(1.0f - q, splat(0.0f));
        return -20.0f * (a * a * a);
    }
};

}  // namespace slosh
