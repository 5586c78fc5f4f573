// The pair interactions (search/pair_interaction.h) of wcsph: density and forces.
#pragma once
#include "solvers/wcsph/kernel.h"
#include "sph/interactions.h"
#include "sph/phases.h"

namespace slosh::wcsph {

template <int D>
using DensityInteraction = sph::DensityInteraction<D, Kernel<D>>;

// The kernel with a particle's own smoothing length h_i = h_scale h, over the scale factors of the length h at
// rest. q is r/h.
template <int D>
struct ScaledKernel {
    static Float4 w(Float4 q, Float4 inv_h_scale) {
        const Float4 volume = D == 3 ? inv_h_scale * inv_h_scale * inv_h_scale : inv_h_scale * inv_h_scale;
        return Kernel<D>::w(q * inv_h_scale) * volume;
    }
    static Float4 slope(Float4 q, Float4 inv_h_scale) {
        const Float4 square = inv_h_scale * inv_h_scale,
                     scale = D == 3 ? square * square * inv_h_scale : square * square;
        return Kernel<D>::slope(max(q * inv_h_scale, splat(smallest_q))) * scale;
    }
};

// Sums: W over the scale factor of the length at rest, and the number of neighbours, each side with its own length.
template <int D>
struct AdaptiveDensityInteraction {
    static constexpr int sums = 2;
    static constexpr bool scalars = true;
    struct Particle : sph::Position<D> {
        Float4 inv_h_scale;
    };
    const float *x, *y, *z, *h_scale;
    float inv_h;

    Particle load(int i, auto read) const {
        Particle p{};
        sph::load_position<D>(p, *this, i, read);
        p.inv_h_scale = 1.0f / read(h_scale + i);
        return p;
    }
    [[gnu::always_inline]] void interact(const Particle& i, const Particle& j, Float4* sum_i, Float4* sum_j) const {
        Float4 offset[D];
        const Float4 q = sqrt(sph::squared_distance<D>(i, j, offset)) * inv_h, one = splat(1.0f);
        sum_i[0] += ScaledKernel<D>::w(q, i.inv_h_scale);
        sum_j[0] += ScaledKernel<D>::w(q, j.inv_h_scale);
        sum_i[1] += mask_and_nonneg(q * i.inv_h_scale < 1.0f, one);
        sum_j[1] += mask_and_nonneg(q * j.inv_h_scale < 1.0f, one);
    }
};

// What every form of the force reads.
template <int D>
struct FluidParticle : sph::PositionVelocity<D> {
    Float4 volume, pressure_volume2;
};

// Sums: the force, over the scale factor of the kernel's slope. It has a radial part, along x_j - x_i, of pressure and
// artificial viscosity (Monaghan 1992: Pi_ij, eta^2), and a shear part, along v_j - v_i, of the physical viscosity.
// `mixed`: the viscosities are each particle's own. `adaptive`: the smoothing lengths, too.
//
// Pi_ij is limited as the dissipation of a low-dissipation Riemann solver (Zhang, Hu, Adams 2017, "A weakly
// compressible SPH method based on a low-dissipation Riemann solver"): it grows with the rate at which two particles
// approach, up to a rate of 1/limiter_time. So it damps impacts and hardly any wave.
template <int D, bool mixed, bool adaptive = false>
struct ForceInteraction {
    static constexpr int sums = D;
    struct Particle : FluidParticle<D> {
        Float4 two_mu, artificial, phase, inv_h_scale;
    };
    static constexpr int fields = sizeof(FluidParticle<D>) / sizeof(Float4) + (adaptive ? 4 : mixed ? 3 : 0);
    const float *x, *y, *z, *vx, *vy, *vz;
    const float *volume, *pressure_volume2;                // V, p V^2
    const float *phase_two_mu, *phase_artificial, *phase;  // by slot, if mixed: sph/phases.h
    const float* h_scale;                                  // by slot, if adaptive: sph/adaptive_support_state.h
    float inv_h;
    float eta2;              // 0.01 h^2: keeps Pi_ij finite
    float two_mu;            // 2 mu, if not mixed
    float artificial;        // rho alpha c h, if not mixed
    float limiter_time;      // s
    float interface_energy;  // e of sph/phases.h, of a pair of unlike phases

    Particle load(int i, auto read) const {
        Particle p{};
        sph::load_position_velocity<D>(p, *this, i, read);
        p.volume = read(volume + i);
        p.pressure_volume2 = read(pressure_volume2 + i);
        if constexpr (mixed) {
            p.two_mu = read(phase_two_mu + i);
            p.artificial = read(phase_artificial + i);
            p.phase = read(phase + i);
        }
        if constexpr (adaptive) p.inv_h_scale = 1.0f / read(h_scale + i);
        return p;
    }
    [[gnu::always_inline]] void interact(const Particle& i, const Particle& j, Float4* sum_i, Float4* sum_j) const {
        const Float4 dx = j.x - i.x, dy = j.y - i.y, dvx = j.vx - i.vx, dvy = j.vy - i.vy;
        Float4 r2 = dx * dx + dy * dy, v_dot_r = dvx * dx + dvy * dy, dz{}, dvz{};
        if constexpr (D == 3) {
            dz = j.z - i.z;
            dvz = j.vz - i.vz;
            r2 += dz * dz;
            v_dot_r += dvz * dz;
        }
        const Float4 q = sqrt(r2) * inv_h, volumes = i.volume * j.volume;
        const Float4 artificial_ij = mixed ? sph::harmonic_mean(i.artificial, j.artificial) : splat(artificial);
        const Float4 minus_two_mu = mixed ? -sph::harmonic_mean(i.two_mu, j.two_mu) : splat(-two_mu);
        const Float4 approach = min(v_dot_r, splat(0.0f)) / (r2 + eta2);
        const Float4 pi_ij = approach * artificial_ij * min(approach * -limiter_time, splat(1.0f));
        Float4 slope, radial;  // slope is never positive
        if constexpr (adaptive) {
            const Float4 slope_i = ScaledKernel<D>::slope(q, i.inv_h_scale);
            const Float4 slope_j = ScaledKernel<D>::slope(q, j.inv_h_scale);
            slope = 0.5f * (slope_i + slope_j);
            radial = slope_i * i.pressure_volume2 + slope_j * j.pressure_volume2;
            radial += slope * (select(i.phase == j.phase, splat(0.0f), volumes * interface_energy) - pi_ij * volumes);
        } else {
            slope = Kernel<D>::slope(max(q, splat(smallest_q)));
            Float4 coeff = i.pressure_volume2 + j.pressure_volume2 - pi_ij * volumes;
            if constexpr (mixed) coeff += select(i.phase == j.phase, splat(0.0f), volumes * interface_energy);
            radial = slope * coeff;
        }
        const Float4 shear = slope * volumes * minus_two_mu;
        Float4 f[D];
        f[0] = radial * dx + shear * dvx;
        f[1] = radial * dy + shear * dvy;
        if constexpr (D == 3) f[2] = radial * dz + shear * dvz;
        SLOSH_UNROLL for (int d = 0; d < D; ++d) {
            sum_i[d] += f[d];
            sum_j[d] -= f[d];
        }
    }
};

}  // namespace slosh::wcsph
