// The pair interactions (search/pair_interaction.h) of mueller_sph: density with a neighbour count, accelerations; and
// the neighbour cap. The scale factors of the smoothing kernels are multiplied into the values of the particles
// beforehand (forces.h).
#pragma once
#include <algorithm>

#include "solvers/mueller/mueller_sph.h"
#include "sph/boundary_integrals.h"
#include "sph/interactions.h"
#include "sph/smoothing_kernels.h"

namespace slosh::mueller {

// Poly6, which is a function of q^2, for the integrals behind the walls.
template <int D>
KernelShape density_kernel() {
    return {.dimensions = D,
            .scale = static_cast<double>(Poly6<D>(1).scale),
            .w = [](double q) { return static_cast<double>(Poly6<D>::w(splat(static_cast<float>(q * q)))[0]); },
            .slope = [](double q) { return q < 1 ? -6 * (1 - q * q) * (1 - q * q) : 0; }};
}

// The arrays of positions and velocities, which all forces read.
template <int D>
struct KinematicArrays {
    const float *x, *y, *z, *vx, *vy, *vz;
    KinematicArrays(const sph::ParticleArrays<D>& p)
        : x(p.x[0].data()),
          y(p.x[1].data()),
          z(p.x[D - 1].data()),
          vx(p.v[0].data()),
          vy(p.v[1].data()),
          vz(p.v[D - 1].data()) {}
};

// Positions and velocities of one or four particles.
template <int D>
struct Kinematics {
    Float4 x, y, z, vx, vy, vz;

    void load_kinematics(const auto& k, int i, auto read) {
        x = read(k.x + i);
        y = read(k.y + i);
        vx = read(k.vx + i);
        vy = read(k.vy + i);
        if constexpr (D == 3) {
            z = read(k.z + i);
            vz = read(k.vz + i);
        }
    }
    Float4 squared_distance(const Kinematics& j, Float4& dx, Float4& dy, Float4& dz) const {
        dx = j.x - x, dy = j.y - y;
        Float4 r2 = dx * dx + dy * dy;
        if constexpr (D == 3) {
            dz = j.z - z;
            r2 += dz * dz;
        }
        return r2;
    }
};

// Sums: W, times m_j if by_mass (phases differ), and the number of neighbours.
template <int D, bool by_mass>
struct DensityInteraction {
    static constexpr int sums = 2;
    struct Particle : Kinematics<D> {
        Float4 mass;
    };
    const float *x, *y, *z, *mass;
    float inv_h2;

    Particle load(int i, auto read) const {
        Particle p{};
        p.x = read(x + i), p.y = read(y + i);
        if constexpr (D == 3) p.z = read(z + i);
        if constexpr (by_mass) p.mass = read(mass + i);
        return p;
    }
    [[gnu::always_inline]] void interact(const Particle& i, const Particle& j, Float4* sum_i, Float4* sum_j) const {
        Float4 dx, dy, dz;
        const Float4 w = Poly6<D>::w(i.squared_distance(j, dx, dy, dz) * inv_h2);
        const Float4 one = mask_and_nonneg(w > 0.0f, splat(1.0f));
        if constexpr (by_mass) {
            sum_i[0] += w * j.mass;
            sum_j[0] += w * i.mass;
        } else {
            sum_i[0] += w;
            sum_j[0] += w;
        }
        sum_i[1] += one;
        sum_j[1] += one;
    }
};

// Accelerations of the symmetric form, for one mass and one viscosity. `capped`: some particle has more neighbours than
// the cap.
template <int D, bool capped>
struct SymmetricForceInteraction : KinematicArrays<D> {
    static constexpr int sums = D;
    struct Particle : Kinematics<D> {
        Float4 pressure_coeff, viscosity_coeff, cutoff2;
    };
    const float* pressure_coeff;   // m p/rho^2, times the spiky kernel's scale factor
    const float* viscosity_coeff;  // m nu/(2 rho), times the viscosity kernel's
    const float* cutoff2;          // squared distance of the farthest neighbour within the cap
    float inv_h;

    Particle load(int i, auto read) const {
        Particle p{};
        p.load_kinematics(*this, i, read);
        p.pressure_coeff = read(pressure_coeff + i);
        p.viscosity_coeff = read(viscosity_coeff + i);
        if constexpr (capped) p.cutoff2 = read(cutoff2 + i);
        return p;
    }
    [[gnu::always_inline]] void interact(const Particle& i, const Particle& j, Float4* sum_i, Float4* sum_j) const {
        Float4 dx, dy, dz;
        const Float4 r2 = i.squared_distance(j, dx, dy, dz);
        Float4 q = max(sqrt(r2) * inv_h, splat(smallest_q));
        // If either particle has dropped the other from its capped neighbour set, the pair is skipped on both sides, so
        // that momentum is conserved.
        if constexpr (capped) q = max(q, mask_and_nonneg(r2 > min(i.cutoff2, j.cutoff2), splat(1.0f)));
        const Float4 radial = Spiky<D>::slope(q) * (i.pressure_coeff + j.pressure_coeff);
        const Float4 shear = ViscosityKernel<D>::laplacian(q) * (i.viscosity_coeff + j.viscosity_coeff);
        Float4 f[D];
        f[0] = radial * dx + shear * (j.vx - i.vx);
        f[1] = radial * dy + shear * (j.vy - i.vy);
        if constexpr (D == 3) f[2] = radial * dz + shear * (j.vz - i.vz);
        SLOSH_UNROLL for (int d = 0; d < D; ++d) {
            sum_i[d] += f[d];
            sum_j[d] -= f[d];
        }
    }
};

// Accelerations of the asymmetric form, as published with the set-up (mueller_sph.h), for one mass and one viscosity:
// each side takes the 1/rho of the other. Momentum is not conserved.
template <int D, bool capped>
struct AsymmetricForceInteraction : KinematicArrays<D> {
    static constexpr int sums = D;
    struct Particle : Kinematics<D> {
        Float4 pressure_coeff, volume, cutoff2;
    };
    const float* pressure_coeff;  // m p, times the spiky kernel's scale factor
    const float* volume;          // 1/rho
    const float* cutoff2;
    float viscosity_coeff;  // m nu, times the viscosity kernel's scale factor
    float inv_h;

    Particle load(int i, auto read) const {
        Particle p{};
        p.load_kinematics(*this, i, read);
        p.pressure_coeff = read(pressure_coeff + i);
        p.volume = read(volume + i);
        if constexpr (capped) p.cutoff2 = read(cutoff2 + i);
        return p;
    }
    [[gnu::always_inline]] void interact(const Particle& i, const Particle& j, Float4* sum_i, Float4* sum_j) const {
        Float4 dx, dy, dz;
        const Float4 r2 = i.squared_distance(j, dx, dy, dz);
        const Float4 q = max(sqrt(r2) * inv_h, splat(smallest_q));
        const Float4 radial = Spiky<D>::slope(q) * (i.pressure_coeff + j.pressure_coeff),
                     shear = ViscosityKernel<D>::laplacian(q) * viscosity_coeff;
        Float4 volume_i = j.volume, volume_j = i.volume;  // the 1/rho by which each side is multiplied: the other's
        if constexpr (capped) {
            volume_i = mask_and_nonneg(r2 <= i.cutoff2, volume_i);
            volume_j = mask_and_nonneg(r2 <= j.cutoff2, volume_j);
        }
        const Float4 radial_i = radial * volume_i, radial_j = radial * volume_j;
        const auto add = [&](int d, Float4 dx_d, Float4 dv_d) {
            const Float4 viscous = shear * dv_d;
            sum_i[d] += volume_i * (radial_i * dx_d + viscous);
            sum_j[d] -= volume_j * (radial_j * dx_d + viscous);
        };
        add(0, dx, j.vx - i.vx);
        add(1, dy, j.vy - i.vy);
        if constexpr (D == 3) add(2, dz, j.vz - i.vz);
    }
};

// Accelerations in all other cases.
template <int D, bool asymmetric>
struct GeneralForceInteraction : KinematicArrays<D> {
    static constexpr int sums = D;
    struct Particle : Kinematics<D> {
        Float4 pressure_coeff, weight, viscosity_coeff, volume, mass, cutoff2;
    };
    const float *pressure_coeff, *weight;   // p/rho^2 and m; asymmetric: p and m/rho^2
    const float *viscosity_coeff, *volume;  // nu and 1/rho
    const float *mass, *cutoff2;
    float inv_h;

    Particle load(int i, auto read) const {
        Particle p{};
        p.load_kinematics(*this, i, read);
        p.pressure_coeff = read(pressure_coeff + i);
        p.weight = read(weight + i);
        p.viscosity_coeff = read(viscosity_coeff + i);
        p.volume = read(volume + i);
        p.mass = read(mass + i);
        p.cutoff2 = read(cutoff2 + i);
        return p;
    }
    [[gnu::always_inline]] void interact(const Particle& i, const Particle& j, Float4* sum_i, Float4* sum_j) const {
        Float4 dx, dy, dz;
        const Float4 r2 = i.squared_distance(j, dx, dy, dz), zero = splat(0.0f);
        const Float4 q = max(sqrt(r2) * inv_h, splat(smallest_q));
        Float4 radial = Spiky<D>::slope(q) * (i.pressure_coeff + j.pressure_coeff),
               shear = ViscosityKernel<D>::laplacian(q);
        Int4 within_i = r2 <= i.cutoff2, within_j = r2 <= j.cutoff2;
        Float4 viscosity_i = i.viscosity_coeff * j.volume, viscosity_j = j.viscosity_coeff * i.volume;
        if constexpr (!asymmetric) {
            within_i = within_j = within_i & within_j;
            viscosity_i = viscosity_j = 0.5f * (viscosity_i + viscosity_j);
        }
        const Float4 radial_i = select(within_i, radial * j.weight, zero);
        const Float4 radial_j = select(within_j, radial * i.weight, zero);
        const Float4 shear_i = select(within_i, shear * viscosity_i * j.mass, zero);
        const Float4 shear_j = select(within_j, shear * viscosity_j * i.mass, zero);
        const Float4 dvx = j.vx - i.vx, dvy = j.vy - i.vy;
        sum_i[0] += radial_i * dx + shear_i * dvx;
        sum_j[0] -= radial_j * dx + shear_j * dvx;
        sum_i[1] += radial_i * dy + shear_i * dvy;
        sum_j[1] -= radial_j * dy + shear_j * dvy;
        if constexpr (D == 3) {
            const Float4 dvz = j.vz - i.vz;
            sum_i[2] += radial_i * dz + shear_i * dvz;
            sum_j[2] -= radial_j * dz + shear_j * dvz;
        }
    }
};

struct CappedNeighbours {
    float cutoff2;  // squared distance of the farthest
    float sum;      // of W, times the mass if by_mass, over them and the particle itself, over the scale factor
};

// Selection: a bound that the k smallest values, and others only if they are ties, do not exceed. Found by
// interpolation (regula falsi), which suits evenly spread values, as squared distances are in 2D. The values are at
// most `max_value`; after them there is space to fill up the lanes.
inline float bound_of_smallest(float* values, int count, int k_smallest, float max_value) {
    for (int k = count; k < round_up_to_lanes(count); ++k) values[k] = far_away;
    const auto within = [&](float bound) {
        Int4 minus_count{};
        for (int k = 0; k < count; k += lanes) minus_count += load(values + k) <= bound;  // a true lane is -1
        return -(minus_count[0] + minus_count[1] + minus_count[2] + minus_count[3]);
    };
    float lo = 0, hi = max_value;
    int below = 0, above = within(hi);
    for (int round = 0; round < 40 && above > k_smallest; ++round) {
        // Every third time by bisection: uneven values must not stall it.
        const float t = round % 3 == 2
                            ? 0.5f
                            : (static_cast<float>(k_smallest - below) + 0.5f) / static_cast<float>(above - below + 1);
        const float bound = lo + (hi - lo) * t;
        const int at_bound = within(bound);
        if (at_bound >= k_smallest) {
            hi = bound;
            above = at_bound;
        } else {
            lo = bound;
            below = at_bound;
        }
    }
    return hi;
}

// The `cap` nearest of the `count` neighbours of slot i, with ties; count is above the cap.
template <int D, bool by_mass, class AnyCells>
CappedNeighbours nearest_neighbours(const AnyCells& cells, const sph::ParticleArrays<D>& p, const float* mass, int i,
                                    int count, int cap, float inv_h2) {
    constexpr int capacity = 6 * MuellerSphDef::neighbour_limit;
    IndexRange ranges[AnyCells::max_ranges];
    float found[capacity + 2 * lanes], masses[by_mass ? capacity + 2 * lanes : 1];
    Float4 at[D];
    SLOSH_UNROLL for (int d = 0; d < D; ++d) at[d] = splat(p.x[d][i]);
    const auto remove_beyond = [&](int stored, float cutoff2) {
        int remaining = 0;
        for (int k = 0; k < stored; k += lanes) {
            const Float4 r2 = load(found + k);
            const int passing = movemask(r2 <= cutoff2) & lane_mask(stored - k);
            if constexpr (by_mass) compress_store(masses + remaining, load(masses + k), passing);
            remaining += compress_store(found + remaining, r2, passing);
        }
        return remaining;
    };
    // Includes the particle itself. The search radius starts from that of even spacing and grows until there are
    // enough.
    int stored = 0;
    const float h2 = 1 / inv_h2, fraction = static_cast<float>(cap + 1) / static_cast<float>(count);
    const float max_bound = 1.0005f * h2;  // rounding must not lose a neighbour that was counted for W > 0
    float bound = max_bound;
    for (float within = h2 * 1.25f * (D == 2 ? fraction : __builtin_sqrtf(fraction)); stored <= cap; within *= 2) {
        stored = 0;
        bound = std::min(within, max_bound);
        const float radius = 1.0002f * __builtin_sqrtf(bound);
        int range_count;
        if constexpr (D == 2) range_count = cells.ranges_2d(p.x[0][i], p.x[1][i], radius, ranges);
        else range_count = cells.ranges_3d(p.x[0][i], p.x[1][i], p.x[2][i], radius, ranges);
        for (int k = 0; k < range_count; ++k)
            for (int j = ranges[k].begin; j < ranges[k].end; j += lanes) {
                Float4 r2{};
                SLOSH_UNROLL for (int d = 0; d < D; ++d) {
                    const Float4 dx = load(&p.x[d][j]) - at[d];
                    r2 += dx * dx;
                }
                const int passing = movemask(r2 <= bound);  // lanes behind the end count, too: see IndexRange
                if constexpr (by_mass) compress_store(masses + stored, load(mass + j), passing);
                stored += compress_store(found + stored, r2, passing);
                if (stored < capacity) continue;
                bound = bound_of_smallest(found, stored, cap + 1, bound);
                // Particles in one point are all ties: keep as many as fit.
                stored = std::min(remove_beyond(stored, bound), capacity - 1);
            }
        if (within >= max_bound) break;
    }
    const float cutoff2 = bound_of_smallest(found, stored, cap + 1, bound);
    Float4 sums{};
    for (int k = 0; k < stored; k += lanes) {
        const Float4 r2 = load(found + k);
        const Float4 falloff = max(1.0f - r2 * inv_h2, splat(0.0f));
        Float4 w = falloff * falloff * falloff;
        if constexpr (by_mass) w *= load(masses + k);
        sums += mask_and_nonneg(r2 <= cutoff2, w);
    }
    return {cutoff2, reduce_add(sums)};
}

}  // namespace slosh::mueller
