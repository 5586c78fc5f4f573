// The loops over neighbours of mueller_sph where every particle has its own smoothing length (sph/adaptive_support.h).
// The pressure force is the symmetric one; scales of the kernels are those of the length at rest.
#pragma once
#include "solvers/mueller/interactions.h"
#include "sph/adaptive_support.h"

namespace slosh::mueller {

// Sums: m W and the number of neighbours.
template <int D>
struct AdaptiveDensity {
    static constexpr int sums = 2;
    struct Centre : Place<D> {
        Float4 mass, span;
    };
    using Others = Centre;
    const float *x, *y, *z, *mass, *span;
    float inv_h2;

    Centre at(int i, auto read) const {
        Centre c{};
        c.x = read(x + i), c.y = read(y + i), c.mass = read(mass + i), c.span = read(span + i);
        if constexpr (D == 3) c.z = read(z + i);
        return c;
    }
    Centre centre(int i) const { return at(i, sph::one); }
    Others others(int j) const { return at(j, sph::four); }
    void meet(const Centre& c, const Others& o, Float4* to_centre, Float4* to_others) const {
        Float4 dx, dy, dz;
        const PairSpan<D> pair(c.span, o.span);
        const Float4 q2 = c.towards(o, dx, dy, dz) * inv_h2 * pair.inverse * pair.inverse;
        const Float4 w = Poly6<D>::w(q2) * pair.volume;
        const Float4 one = mask_and_nonneg(w > 0.0f, splat(1.0f));
        to_centre[0] += w * o.mass, to_others[0] += w * c.mass;
        to_centre[1] += one, to_others[1] += one;
    }
};

template <int D>
struct AdaptiveForces : Seen<D> {
    static constexpr int sums = D;
    struct Centre : Place<D> {
        Float4 push, drag, volume, mass, span;
    };
    using Others = Centre;
    const float *push, *drag, *volume, *mass, *span;  // p/rho^2, nu, 1/rho
    float inv_h;

    Centre at(int i, auto read) const {
        Centre c{};
        c.place(*this, i, read);
        c.push = read(push + i), c.drag = read(drag + i), c.volume = read(volume + i);
        c.mass = read(mass + i), c.span = read(span + i);
        return c;
    }
    Centre centre(int i) const { return at(i, sph::one); }
    Others others(int j) const { return at(j, sph::four); }
    void meet(const Centre& c, const Others& o, Float4* to_centre, Float4* to_others) const {
        Float4 dx, dy, dz;
        const PairSpan<D> pair(c.span, o.span);
        const Float4 r2 = c.towards(o, dx, dy, dz), scale = pair.slope();
        const Float4 q = max(sqrt(r2) * inv_h * pair.inverse, splat(smallest_q));
        const Float4 along = Spiky<D>::slope(q) * scale * (c.push + o.push);
        const Float4 across =
            ViscosityKernel<D>::laplacian(q) * scale * (0.5f * (c.drag * o.volume + o.drag * c.volume));
        Float4 f[D];
        f[0] = along * dx + across * (o.vx - c.vx);
        f[1] = along * dy + across * (o.vy - c.vy);
        if constexpr (D == 3) f[2] = along * dz + across * (o.vz - c.vz);
        for (int d = 0; d < D; ++d) to_centre[d] += f[d] * o.mass, to_others[d] -= f[d] * c.mass;
    }
};

}  // namespace slosh::mueller
