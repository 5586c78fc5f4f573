#include "sph/boundary_integrals.h"

#include "base/math.h"

namespace slosh {
namespace {

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

BoundaryIntegrals::BoundaryIntegrals(const KernelShape& kernel, float h) : h_(h), inv_length_(steps / h) {
    const double scale = kernel.scale, length = h;
    for (int k = 0; k <= steps; ++k) {
        const double gap = static_cast<double>(k) / steps;
        const auto behind = [&](double f(double)) {
            return scale * integral(gap, 1, [&](double z) { return over_plane(kernel.dimensions, z, f); });
        };
        table_[static_cast<size_t>(k)] = {
            .volume = static_cast<float>(behind(kernel.w)),
            .gradient = static_cast<float>(-scale * over_plane(kernel.dimensions, gap, kernel.w) / length),
            .laplacian = static_cast<float>(behind(kernel.slope) / (length * length))};
    }
}

}  // namespace slosh
