// What two particles of the weakly compressible fluid give each other, four at a time: the sums and their equations
// are those of wcsph.h. Lengths in metres; the sums lack the kernel's scale, which is applied once at the end.
#pragma once
#include "base/simd.h"
#include "fluid/kernels.h"

namespace slosh::wcsph {

// sum W: how densely the particles lie.
template <int D>
struct DensityKernel {
    static constexpr int sums = 1;
    struct Centre {
        Float4 x, y, z;
    };
    using Others = Centre;
    const float *x, *y, *z;
    float inverse_h;

    Centre centre(int i) const { return {splat(x[i]), splat(y[i]), D == 3 ? splat(z[i]) : Float4{}}; }
    Others others(int j) const { return {load(x + j), load(y + j), D == 3 ? load(z + j) : Float4{}}; }
    void meet(const Centre& c, const Others& o, Float4* to_centre, Float4* to_others) const {
        const Float4 dx = o.x - c.x, dy = o.y - c.y;
        Float4 r2 = dx * dx + dy * dy;
        if constexpr (D == 3) r2 += (o.z - c.z) * (o.z - c.z);
        const Float4 w = CubicSpline<D>::w(sqrt(r2) * inverse_h);
        to_centre[0] += w, to_others[0] += w;
    }
};

// Pressure and drag of every pair, equal and opposite.
template <int D>
struct ForceKernel {
    static constexpr int sums = D;
    struct Centre {
        Float4 x, y, z, vx, vy, vz, volume, pressure;
    };
    using Others = Centre;
    const float *x, *y, *z, *vx, *vy, *vz, *volume, *pressure;  // pressure: p V^2
    float inverse_h, slack, drag, artificial;  // slack: 0.01 h^2; drag: 2 mu; artificial: rho alpha c h

    Centre centre(int i) const {
        const Float4 none{};
        return {splat(x[i]),      splat(y[i]),       D == 3 ? splat(z[i]) : none,
                splat(vx[i]),     splat(vy[i]),      D == 3 ? splat(vz[i]) : none,
                splat(volume[i]), splat(pressure[i])};
    }
    Others others(int j) const {
        const Float4 none{};
        return {load(x + j),      load(y + j),       D == 3 ? load(z + j) : none,
                load(vx + j),     load(vy + j),      D == 3 ? load(vz + j) : none,
                load(volume + j), load(pressure + j)};
    }
    void meet(const Centre& c, const Others& o, Float4* to_centre, Float4* to_others) const {
        const Float4 dx = o.x - c.x, dy = o.y - c.y, dvx = o.vx - c.vx, dvy = o.vy - c.vy;
        Float4 r2 = dx * dx + dy * dy, closing = dvx * dx + dvy * dy, dz{}, dvz{};
        if constexpr (D == 3) {
            dz = o.z - c.z, dvz = o.vz - c.vz;
            r2 += dz * dz, closing += dvz * dz;
        }
        const Float4 q = max(sqrt(r2) * inverse_h, splat(smallest_q));
        const Float4 slope = CubicSpline<D>::slope(q), both = c.volume * o.volume;  // slope is never positive
        const Float4 shock = min(closing, splat(0.0f)) * artificial / (r2 + slack);
        const Float4 along = slope * (c.pressure + o.pressure - shock * both), across = slope * both * -drag;
        Float4 f[D];
        f[0] = along * dx + across * dvx;
        f[1] = along * dy + across * dvy;
        if constexpr (D == 3) f[2] = along * dz + across * dvz;
        for (int d = 0; d < D; ++d) to_centre[d] += f[d], to_others[d] -= f[d];
    }
};

}  // namespace slosh::wcsph
