#include "sph/boundary_integrals.h"

#include "base/math.h"

namespace slosh {
namespace {

// The cubic spline of support 1 and unit height factor, and (dW/dr)/r.
double cube(double v) { return v > 0 ? v * v * v : 0; }
double square(double v) { return v > 0 ? v * v : 0; }
double w(double q) { return 2 * cube(1 - q) - 8 * cube(0.5 - q); }
double slope_by_r(double q) { return q > 1e-9 ? (24 * square(0.5 - q) - 6 * square(1 - q)) / q : -12; }

// Simpson's rule over [from, to].
template <class F>
double integral(double from, double to, F&& f) {
    constexpr int pieces = 128;
    const double step = (to - from) / pieces;
    double sum = f(from) + f(to);
    for (int i = 1; i < pieces; ++i) sum += (i % 2 ? 4 : 2) * f(from + step * i);
    return sum * step / 3;
}

// The integral of f(r) over the plane (the line, in 2D) at distance z from the particle, in units of h.
template <class F>
double over_plane(int dimensions, double z, F&& f) {
    if (z >= 1) return 0;
    if (dimensions == 3) return 2 * pi_d * integral(z, 1, [&](double r) { return f(r) * r; });
    const double half = __builtin_sqrt(1 - z * z);
    return 2 * integral(0, half, [&](double s) { return f(__builtin_sqrt(z * z + s * s)); });
}

}  // namespace

BoundaryIntegrals::BoundaryIntegrals(int dimensions, float h) : h_(h), inv_length_(steps / h) {
    const double scale = dimensions == 2 ? 40 / (7 * pi_d) : 8 / pi_d, length = h;
    for (int k = 0; k <= steps; ++k) {
        const double gap = static_cast<double>(k) / steps;
        BoundaryTerm& term = table_[static_cast<size_t>(k)];
        term.volume =
            static_cast<float>(scale * integral(gap, 1, [&](double z) { return over_plane(dimensions, z, w); }));
        term.gradient = static_cast<float>(-scale * over_plane(dimensions, gap, w) / length);
        term.laplacian = static_cast<float>(
            scale * integral(gap, 1, [&](double z) { return over_plane(dimensions, z, slope_by_r); }) /
            (length * length));
    }
}

}  // namespace slosh
