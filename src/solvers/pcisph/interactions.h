// The pair interactions (search/pair_interaction.h) of PCISPH: density at the predicted positions, forces, forces of a
// pressure change. D is 2 or 3.
#pragma once
#include "solvers/pcisph/kernel.h"
#include "sph/interactions.h"

namespace slosh::pcisph {

// Its arrays are the predicted positions.
template <int D>
using PredictedDensityInteraction = sph::DensityInteraction<D, Kernel<D>>;

// Sums: the force of a change of the pressures, over the scale factor of the slope.
template <int D>
struct PressureInteraction {
    static constexpr int sums = D;
    struct Particle : sph::Position<D> {
        Float4 pressure;
    };
    const float *x, *y, *z, *pressure;
    float inv_h;

    Particle load(int i, auto read) const {
        Particle p{};
        sph::load_position<D>(p, *this, i, read);
        p.pressure = read(pressure + i);
        return p;
    }
    [[gnu::always_inline]] void interact(const Particle& i, const Particle& j, Float4* sum_i, Float4* sum_j) const {
        Float4 offset[D];
        const Float4 r2 = sph::squared_distance<D>(i, j, offset);
        const Float4 radial = Kernel<D>::slope(sqrt(r2) * inv_h) * (i.pressure + j.pressure);
        SLOSH_UNROLL for (int d = 0; d < D; ++d) {
            const Float4 f = radial * offset[d];
            sum_i[d] += f;
            sum_j[d] -= f;
        }
    }
};

// Sums: the force of artificial viscosity (Monaghan 1992: Pi_ij, eta^2) and viscosity, and W.
template <int D>
struct ForceInteraction {
    static constexpr int sums = D + 1;
    using Particle = sph::PositionVelocity<D>;
    const float *x, *y, *z, *vx, *vy, *vz;
    float inv_h;
    float eta2;    // 0.01 h^2: keeps Pi_ij finite
    float two_mu;  // 2 mu
    // Of the artificial viscosity: rho alpha c h, rho beta h^2, and the bound that the sub-step sets to their sum.
    float artificial, quadratic, artificial_limit;

    Particle load(int i, auto read) const {
        Particle p{};
        sph::load_position_velocity<D>(p, *this, i, read);
        return p;
    }
    [[gnu::always_inline]] void interact(const Particle& i, const Particle& j, Float4* sum_i, Float4* sum_j) const {
        Float4 offset[D] = {j.x - i.x, j.y - i.y}, dv[D] = {j.vx - i.vx, j.vy - i.vy};
        if constexpr (D == 3) {
            offset[2] = j.z - i.z;
            dv[2] = j.vz - i.vz;
        }
        Float4 r2 = offset[0] * offset[0] + offset[1] * offset[1];
        Float4 v_dot_r = dv[0] * offset[0] + dv[1] * offset[1];
        if constexpr (D == 3) {
            r2 += offset[2] * offset[2];
            v_dot_r += dv[2] * offset[2];
        }
        const Float4 q = sqrt(r2) * inv_h, slope = Kernel<D>::slope(q);  // never positive
        const Float4 approach = min(v_dot_r, splat(0.0f)) / (r2 + eta2);
        const Float4 pi_ij = approach * min(artificial - approach * quadratic, splat(artificial_limit));
        const Float4 radial = slope * -pi_ij, shear = slope * -two_mu;
        SLOSH_UNROLL for (int d = 0; d < D; ++d) {
            const Float4 f = radial * offset[d] + shear * dv[d];
            sum_i[d] += f;
            sum_j[d] -= f;
        }
        const Float4 w = Kernel<D>::w(q);
        sum_i[D] += w;
        sum_j[D] += w;
    }
};

}  // namespace slosh::pcisph
