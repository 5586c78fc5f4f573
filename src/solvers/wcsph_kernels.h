// What two particles of wcsph give each other; the loops over them are in sph.h and fluid/pairs.h. All lanes out of
// reach add nothing.
#pragma once
#include "fluid/kernels.h"
#include "solvers/sph.h"

namespace slosh::wcsph {

// Sum: W without its scale.
template <int D>
struct DensityKernel {
    static constexpr int sums = 1;
    struct Centre {
        Float4 x, y, z;
    };
    using Others = Centre;
    const float *x, *y, *z;
    float inverse_h;

    Centre at(int i, auto read) const { return {read(x + i), read(y + i), D == 3 ? read(z + i) : Float4{}}; }
    Centre centre(int i) const { return at(i, sph::one); }
    Others others(int j) const { return at(j, sph::four); }
    void meet(const Centre& c, const Others& o, Float4* to_centre, Float4* to_others) const {
        const Float4 dx = o.x - c.x, dy = o.y - c.y;
        Float4 r2 = dx * dx + dy * dy;
        if constexpr (D == 3) r2 += (o.z - c.z) * (o.z - c.z);
        const Float4 w = CubicSpline<D>::w(sqrt(r2) * inverse_h);
        to_centre[0] += w, to_others[0] += w;
    }
};

// Sums: the gradient of how much of its surroundings is filled, over the scale of the spline's slope, and a little more
// of what is closer than the spacing at rest, which keeps particles from pairing up (Monaghan 2000).
template <int D>
struct ShiftKernel {
    static constexpr int sums = D;
    using Places = DensityKernel<D>;
    using Centre = typename Places::Centre;
    using Others = Centre;
    Places places;
    float per_spacing;  // 1 / W at the spacing at rest

    Centre centre(int i) const { return places.centre(i); }
    Others others(int j) const { return places.others(j); }
    void meet(const Centre& c, const Others& o, Float4* to_centre, Float4* to_others) const {
        const Float4 way[3] = {o.x - c.x, o.y - c.y, o.z - c.z};
        Float4 r2{};
        for (int d = 0; d < D; ++d) r2 += way[d] * way[d];
        const Float4 q = max(sqrt(r2) * places.inverse_h, splat(smallest_q));
        const Float4 near = CubicSpline<D>::w(q) * per_spacing, near2 = near * near;
        const Float4 slope = CubicSpline<D>::slope(q) * (1.0f + 0.2f * (near2 * near2));
        for (int d = 0; d < D; ++d) to_centre[d] += slope * way[d], to_others[d] -= slope * way[d];
    }
};

// Sums: the force over the scale of the spline's slope.
template <int D>
struct ForceKernel {
    static constexpr int sums = D;
    struct Centre {
        Float4 x, y, z, vx, vy, vz, volume, pressure;
    };
    using Others = Centre;
    const float *x, *y, *z, *vx, *vy, *vz, *volume, *pressure;  // pressure: p V^2
    float inverse_h, slack, drag, artificial;  // slack: 0.01 h^2; drag: 2 mu; artificial: rho alpha c h

    Centre at(int i, auto read) const {
        const Float4 none{};
        return {read(x + i),      read(y + i),       D == 3 ? read(z + i) : none,
                read(vx + i),     read(vy + i),      D == 3 ? read(vz + i) : none,
                read(volume + i), read(pressure + i)};
    }
    Centre centre(int i) const { return at(i, sph::one); }
    Others others(int j) const { return at(j, sph::four); }
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
