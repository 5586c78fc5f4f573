// The pair interactions of mueller_sph where every particle has its own smoothing length (sph/adaptive_support.h). The
// pressure force is the symmetric one. Scale factors of the smoothing kernels are those of the length at rest.
#pragma once
#include "solvers/mueller/interactions.h"
#include "sph/adaptive_support.h"

namespace slosh::mueller {

// Sums: m_j W and the number of neighbours.
template <int D>
struct AdaptiveDensityInteraction {
    static constexpr int sums = 2;
    struct Particle : Kinematics<D> {
        Float4 mass, h_scale;
    };
    const float *x, *y, *z, *mass, *h_scale;
    float inv_h2;

    Particle load(int i, auto read) const {
        Particle p{};
        p.x = read(x + i);
        p.y = read(y + i);
        p.mass = read(mass + i);
        p.h_scale = read(h_scale + i);
        if constexpr (D == 3) p.z = read(z + i);
        return p;
    }
    void interact(const Particle& i, const Particle& j, Float4* sum_i, Float4* sum_j) const {
        Float4 dx, dy, dz;
        const PairSupport<D> pair(i.h_scale, j.h_scale);
        const Float4 q2 = i.squared_distance(j, dx, dy, dz) * inv_h2 * pair.inv_h_scale * pair.inv_h_scale;
        const Float4 w = Poly6<D>::w(q2) * pair.volume;
        const Float4 one = mask_and_nonneg(w > 0.0f, splat(1.0f));
        sum_i[0] += w * j.mass;
        sum_j[0] += w * i.mass;
        sum_i[1] += one;
        sum_j[1] += one;
    }
};

// Accelerations.
template <int D>
struct AdaptiveForceInteraction : KinematicArrays<D> {
    static constexpr int sums = D;
    struct Particle : Kinematics<D> {
        Float4 pressure_coeff, viscosity_coeff, volume, mass, h_scale;
    };
    const float *pressure_coeff, *viscosity_coeff, *volume;  // p/rho^2, nu, 1/rho
    const float *mass, *h_scale;
    float inv_h;

    Particle load(int i, auto read) const {
        Particle p{};
        p.load_kinematics(*this, i, read);
        p.pressure_coeff = read(pressure_coeff + i);
        p.viscosity_coeff = read(viscosity_coeff + i);
        p.volume = read(volume + i);
        p.mass = read(mass + i);
        p.h_scale = read(h_scale + i);
        return p;
    }
    void interact(const Particle& i, const Particle& j, Float4* sum_i, Float4* sum_j) const {
        Float4 dx, dy, dz;
        const PairSupport<D> pair(i.h_scale, j.h_scale);
        const Float4 r2 = i.squared_distance(j, dx, dy, dz), scale = pair.slope();
        const Float4 q = max(sqrt(r2) * inv_h * pair.inv_h_scale, splat(smallest_q));
        const Float4 radial = Spiky<D>::slope(q) * scale * (i.pressure_coeff + j.pressure_coeff);
        const Float4 shear = ViscosityKernel<D>::laplacian(q) * scale *
                             (0.5f * (i.viscosity_coeff * j.volume + j.viscosity_coeff * i.volume));
        Float4 f[D];
        f[0] = radial * dx + shear * (j.vx - i.vx);
        f[1] = radial * dy + shear * (j.vy - i.vy);
        if constexpr (D == 3) f[2] = radial * dz + shear * (j.vz - i.vz);
        for (int d = 0; d < D; ++d) {
            sum_i[d] += f[d] * j.mass;
            sum_j[d] -= f[d] * i.mass;
        }
    }
};

}  // namespace slosh::mueller
