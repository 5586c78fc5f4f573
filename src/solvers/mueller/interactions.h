// The loops over neighbours of mueller_sph: density with a count, the cap on neighbours, accelerations. All lanes
// out of reach add nothing. Scales of the kernels are multiplied into the particles' own values beforehand.
#pragma once
#include <algorithm>

#include "solvers/mueller/mueller_sph.h"
#include "sph/smoothing_kernels.h"
#include "sph/sph.h"

namespace slosh::mueller {

// The arrays that all forces read.
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
        x = read(k.x + i), y = read(k.y + i), vx = read(k.vx + i), vy = read(k.vy + i);
        if constexpr (D == 3) z = read(k.z + i), vz = read(k.vz + i);
    }
    Float4 squared_distance(const Kinematics& j, Float4& dx, Float4& dy, Float4& dz) const {
        dx = j.x - x, dy = j.y - y;
        Float4 r2 = dx * dx + dy * dy;
        if constexpr (D == 3) dz = j.z - z, r2 += dz * dz;
        return r2;
    }
};

// Sums: W, times the other's mass where kinds differ, and the number of neighbours.
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
        if constexpr (by_mass) sum_i[0] += w * j.mass, sum_j[0] += w * i.mass;
        else sum_i[0] += w, sum_j[0] += w;
        sum_i[1] += one, sum_j[1] += one;
    }
};

// Accelerations where all have one mass and one viscosity and the form is symmetric; capped: somebody has too many
// neighbours.
template <int D, bool capped>
struct SymmetricForceInteraction : KinematicArrays<D> {
    static constexpr int sums = D;
    struct Particle : Kinematics<D> {
        Float4 push, drag, cutoff2;
    };
    const float *push, *drag;  // push: m p/rho^2 times the spiky scale; drag: m nu/(2 rho) times the viscosity's
    const float* cutoff2;      // square of how far the nearest ones reach that are kept
    float inv_h;

    Particle load(int i, auto read) const {
        Particle p{};
        p.load_kinematics(*this, i, read);
        p.push = read(push + i), p.drag = read(drag + i);
        if constexpr (capped) p.cutoff2 = read(cutoff2 + i);
        return p;
    }
    [[gnu::always_inline]] void interact(const Particle& i, const Particle& j, Float4* sum_i, Float4* sum_j) const {
        Float4 dx, dy, dz;
        const Float4 r2 = i.squared_distance(j, dx, dy, dz);
        Float4 q = max(sqrt(r2) * inv_h, splat(smallest_q));
        // Whom one of the two does not see is out of reach for both: momentum is kept.
        if constexpr (capped) q = max(q, mask_and_nonneg(r2 > min(i.cutoff2, j.cutoff2), splat(1.0f)));
        const Float4 radial = Spiky<D>::slope(q) * (i.push + j.push);
        const Float4 shear = ViscosityKernel<D>::laplacian(q) * (i.drag + j.drag);
        Float4 f[D];
        f[0] = radial * dx + shear * (j.vx - i.vx);
        f[1] = radial * dy + shear * (j.vy - i.vy);
        if constexpr (D == 3) f[2] = radial * dz + shear * (j.vz - i.vz);
        SLOSH_UNROLL for (int d = 0; d < D; ++d) sum_i[d] += f[d], sum_j[d] -= f[d];
    }
};

// Accelerations as printed, where all have one mass and one viscosity: each feels the other's 1/rho.
template <int D, bool capped>
struct AsymmetricForceInteraction : KinematicArrays<D> {
    static constexpr int sums = D;
    struct Particle : Kinematics<D> {
        Float4 push, volume, cutoff2;
    };
    const float *push, *volume;  // push: m p times the spiky scale; volume: 1/rho
    const float* cutoff2;
    float drag, inv_h;  // drag: m nu times the viscosity's scale

    Particle load(int i, auto read) const {
        Particle p{};
        p.load_kinematics(*this, i, read);
        p.push = read(push + i), p.volume = read(volume + i);
        if constexpr (capped) p.cutoff2 = read(cutoff2 + i);
        return p;
    }
    [[gnu::always_inline]] void interact(const Particle& i, const Particle& j, Float4* sum_i, Float4* sum_j) const {
        Float4 dx, dy, dz;
        const Float4 r2 = i.squared_distance(j, dx, dy, dz);
        const Float4 q = max(sqrt(r2) * inv_h, splat(smallest_q));
        const Float4 radial = Spiky<D>::slope(q) * (i.push + j.push), shear = ViscosityKernel<D>::laplacian(q) * drag;
        Float4 here = j.volume, there = i.volume;  // whose 1/rho counts on which side
        if constexpr (capped) {
            here = mask_and_nonneg(r2 <= i.cutoff2, here);
            there = mask_and_nonneg(r2 <= j.cutoff2, there);
        }
        const Float4 radial_i = radial * here, radial_j = radial * there;
        const auto add = [&](int d, Float4 way, Float4 passing) {
            const Float4 drawn = shear * passing;
            sum_i[d] += here * (radial_i * way + drawn);
            sum_j[d] -= there * (radial_j * way + drawn);
        };
        add(0, dx, j.vx - i.vx);
        add(1, dy, j.vy - i.vy);
        if constexpr (D == 3) add(2, dz, j.vz - i.vz);
    }
};

// Accelerations in every other case.
template <int D, bool printed>
struct GeneralForceInteraction : KinematicArrays<D> {
    static constexpr int sums = D;
    struct Particle : Kinematics<D> {
        Float4 push, weight, drag, volume, mass, cutoff2;
    };
    const float *push, *weight;  // p/rho^2 and m; printed: p and m/rho^2
    const float *drag, *volume;  // nu and 1/rho
    const float *mass, *cutoff2;
    float inv_h;

    Particle load(int i, auto read) const {
        Particle p{};
        p.load_kinematics(*this, i, read);
        p.push = read(push + i), p.weight = read(weight + i), p.drag = read(drag + i), p.volume = read(volume + i);
        p.mass = read(mass + i), p.cutoff2 = read(cutoff2 + i);
        return p;
    }
    [[gnu::always_inline]] void interact(const Particle& i, const Particle& j, Float4* sum_i, Float4* sum_j) const {
        Float4 dx, dy, dz;
        const Float4 r2 = i.squared_distance(j, dx, dy, dz), zero = splat(0.0f);
        const Float4 q = max(sqrt(r2) * inv_h, splat(smallest_q));
        Float4 radial = Spiky<D>::slope(q) * (i.push + j.push), shear = ViscosityKernel<D>::laplacian(q);
        Int4 within_i = r2 <= i.cutoff2, within_j = r2 <= j.cutoff2;
        Float4 centres = i.drag * j.volume, others = j.drag * i.volume;
        if constexpr (!printed) {
            within_i = within_j = within_i & within_j;
            centres = others = 0.5f * (centres + others);
        }
        const Float4 radial_i = select(within_i, radial * j.weight, zero);
        const Float4 radial_j = select(within_j, radial * i.weight, zero);
        const Float4 shear_i = select(within_i, shear * centres * j.mass, zero);
        const Float4 shear_j = select(within_j, shear * others * i.mass, zero);
        const Float4 dvx = j.vx - i.vx, dvy = j.vy - i.vy;
        sum_i[0] += radial_i * dx + shear_i * dvx, sum_j[0] -= radial_j * dx + shear_j * dvx;
        sum_i[1] += radial_i * dy + shear_i * dvy, sum_j[1] -= radial_j * dy + shear_j * dvy;
        if constexpr (D == 3) {
            const Float4 dvz = j.vz - i.vz;
            sum_i[2] += radial_i * dz + shear_i * dvz, sum_j[2] -= radial_j * dz + shear_j * dvz;
        }
    }
};

struct Nearest {
    float cutoff2;  // square of the distance of the farthest that is kept
    float sum;      // of W, times mass where kinds differ, over those kept and the particle itself, without its scale
};

// A bound that `wanted` of the numbers do not exceed, or a few more where they are equal. Sought where it would be if
// they were spread evenly, as the squares of distances are in the plane; there is room for lanes behind them.
inline float bound_of_least(float* numbers, int count, int wanted, float most) {
    for (int k = count; k < round_up_to_lanes(count); ++k) numbers[k] = far_away;
    const auto within = [&](float bound) {
        Int4 misses{};
        for (int k = 0; k < count; k += lanes) misses += load(numbers + k) <= bound;  // -1 a hit
        return -(misses[0] + misses[1] + misses[2] + misses[3]);
    };
    float lo = 0, hi = most;
    int below = 0, above = within(hi);
    for (int round = 0; round < 40 && above > wanted; ++round) {
        // Every third time by halves: an uneven crowd must not hold it up.
        const float share =
            round % 3 == 2 ? 0.5f : (static_cast<float>(wanted - below) + 0.5f) / static_cast<float>(above - below + 1);
        const float bound = lo + (hi - lo) * share;
        const int here = within(bound);
        if (here >= wanted) hi = bound, above = here;
        else lo = bound, below = here;
    }
    return hi;
}

// The `cap` nearest of slot i's `count` neighbours, of equally far ones all; count is above the cap.
template <int D, bool by_mass, class AnyCells>
Nearest nearest(const AnyCells& cells, const sph::ParticleArrays<D>& p, const float* mass, int i, int count, int cap,
                float inv_h2) {
    constexpr int room = 6 * MuellerSphDef::neighbour_limit;
    IndexRange ranges[AnyCells::max_ranges];
    float found[room + 2 * lanes], masses[by_mass ? room + 2 * lanes : 1];
    Float4 at[D];
    SLOSH_UNROLL for (int d = 0; d < D; ++d) at[d] = splat(p.x[d][i]);
    const auto drop_beyond = [&](int held, float cutoff2) {
        int kept = 0;
        for (int k = 0; k < held; k += lanes) {
            const Float4 r2 = load(found + k);
            const int chosen = bits(r2 <= cutoff2) & lane_mask(held - k);
            if constexpr (by_mass) compress_store(masses + kept, load(masses + k), chosen);
            kept += compress_store(found + kept, r2, chosen);
        }
        return kept;
    };
    // Itself among them. Guessed from an even crowd, and widened until there are enough.
    int held = 0;
    const float h2 = 1 / inv_h2, share = static_cast<float>(cap + 1) / static_cast<float>(count);
    const float widest = 1.0005f * h2;  // what is counted for W > 0 must not be missed by a rounding
    float bound = widest;
    for (float within = h2 * 1.25f * (D == 2 ? share : __builtin_sqrtf(share)); held <= cap; within *= 2) {
        held = 0;
        bound = std::min(within, widest);
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
                const int chosen = bits(r2 <= bound);  // lanes behind the run count, too: see Run
                if constexpr (by_mass) compress_store(masses + held, load(mass + j), chosen);
                held += compress_store(found + held, r2, chosen);
                if (held < room) continue;
                bound = bound_of_least(found, held, cap + 1, bound);
                // A crowd in one point is all equally far: as many as there is room for.
                held = std::min(drop_beyond(held, bound), room - 1);
            }
        if (within >= widest) break;
    }
    const float cutoff2 = bound_of_least(found, held, cap + 1, bound);
    Float4 sums{};
    for (int k = 0; k < held; k += lanes) {
        const Float4 r2 = load(found + k);
        const Float4 closeness = max(1.0f - r2 * inv_h2, splat(0.0f));
        Float4 w = closeness * closeness * closeness;
        if constexpr (by_mass) w *= load(masses + k);
        sums += mask_and_nonneg(r2 <= cutoff2, w);
    }
    return {cutoff2, reduce_add(sums)};
}

}  // namespace slosh::mueller
