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
struct Seen {
    const float *x, *y, *z, *vx, *vy, *vz;
    Seen(const sph::Arrays<D>& p)
        : x(p.x[0].data()),
          y(p.x[1].data()),
          z(p.x[D - 1].data()),
          vx(p.v[0].data()),
          vy(p.v[1].data()),
          vz(p.v[D - 1].data()) {}
};

// Positions and velocities of one or four particles.
template <int D>
struct Place {
    Float4 x, y, z, vx, vy, vz;

    void place(const auto& k, int i, auto read) {
        x = read(k.x + i), y = read(k.y + i), vx = read(k.vx + i), vy = read(k.vy + i);
        if constexpr (D == 3) z = read(k.z + i), vz = read(k.vz + i);
    }
    Float4 towards(const Place& o, Float4& dx, Float4& dy, Float4& dz) const {
        dx = o.x - x, dy = o.y - y;
        Float4 r2 = dx * dx + dy * dy;
        if constexpr (D == 3) dz = o.z - z, r2 += dz * dz;
        return r2;
    }
};

// Sums: W, times the other's mass where kinds differ, and the number of neighbours.
template <int D, bool by_mass>
struct DensityKernel {
    static constexpr int sums = 2;
    struct Centre : Place<D> {
        Float4 mass;
    };
    using Others = Centre;
    const float *x, *y, *z, *mass;
    float inv_h2;

    Centre at(int i, auto read) const {
        Centre c{};
        c.x = read(x + i), c.y = read(y + i);
        if constexpr (D == 3) c.z = read(z + i);
        if constexpr (by_mass) c.mass = read(mass + i);
        return c;
    }
    Centre centre(int i) const { return at(i, sph::one); }
    Others others(int j) const { return at(j, sph::four); }
    [[gnu::always_inline]] void meet(const Centre& c, const Others& o, Float4* to_centre, Float4* to_others) const {
        Float4 dx, dy, dz;
        const Float4 w = Poly6<D>::w(c.towards(o, dx, dy, dz) * inv_h2);
        const Float4 one = mask_and_nonneg(w > 0.0f, splat(1.0f));
        if constexpr (by_mass) to_centre[0] += w * o.mass, to_others[0] += w * c.mass;
        else to_centre[0] += w, to_others[0] += w;
        to_centre[1] += one, to_others[1] += one;
    }
};

// Accelerations where all have one mass and one viscosity and the form is symmetric; capped: somebody has too many
// neighbours.
template <int D, bool capped>
struct PlainForces : Seen<D> {
    static constexpr int sums = D;
    struct Centre : Place<D> {
        Float4 push, drag, limit;
    };
    using Others = Centre;
    const float *push, *drag;  // push: m p/rho^2 times the spiky scale; drag: m nu/(2 rho) times the viscosity's
    const float* limit;        // square of how far the nearest ones reach that are kept
    float inv_h;

    Centre at(int i, auto read) const {
        Centre c{};
        c.place(*this, i, read);
        c.push = read(push + i), c.drag = read(drag + i);
        if constexpr (capped) c.limit = read(limit + i);
        return c;
    }
    Centre centre(int i) const { return at(i, sph::one); }
    Others others(int j) const { return at(j, sph::four); }
    [[gnu::always_inline]] void meet(const Centre& c, const Others& o, Float4* to_centre, Float4* to_others) const {
        Float4 dx, dy, dz;
        const Float4 r2 = c.towards(o, dx, dy, dz);
        Float4 q = max(sqrt(r2) * inv_h, splat(smallest_q));
        // Whom one of the two does not see is out of reach for both: momentum is kept.
        if constexpr (capped) q = max(q, mask_and_nonneg(r2 > min(c.limit, o.limit), splat(1.0f)));
        const Float4 along = Spiky<D>::slope(q) * (c.push + o.push);
        const Float4 across = ViscosityKernel<D>::laplacian(q) * (c.drag + o.drag);
        Float4 f[D];
        f[0] = along * dx + across * (o.vx - c.vx);
        f[1] = along * dy + across * (o.vy - c.vy);
        if constexpr (D == 3) f[2] = along * dz + across * (o.vz - c.vz);
        SLOSH_UNROLL for (int d = 0; d < D; ++d) to_centre[d] += f[d], to_others[d] -= f[d];
    }
};

// Accelerations as printed, where all have one mass and one viscosity: each feels the other's 1/rho.
template <int D, bool capped>
struct PrintedForces : Seen<D> {
    static constexpr int sums = D;
    struct Centre : Place<D> {
        Float4 push, volume, limit;
    };
    using Others = Centre;
    const float *push, *volume;  // push: m p times the spiky scale; volume: 1/rho
    const float* limit;
    float drag, inv_h;  // drag: m nu times the viscosity's scale

    Centre at(int i, auto read) const {
        Centre c{};
        c.place(*this, i, read);
        c.push = read(push + i), c.volume = read(volume + i);
        if constexpr (capped) c.limit = read(limit + i);
        return c;
    }
    Centre centre(int i) const { return at(i, sph::one); }
    Others others(int j) const { return at(j, sph::four); }
    [[gnu::always_inline]] void meet(const Centre& c, const Others& o, Float4* to_centre, Float4* to_others) const {
        Float4 dx, dy, dz;
        const Float4 r2 = c.towards(o, dx, dy, dz);
        const Float4 q = max(sqrt(r2) * inv_h, splat(smallest_q));
        const Float4 along = Spiky<D>::slope(q) * (c.push + o.push), across = ViscosityKernel<D>::laplacian(q) * drag;
        Float4 here = o.volume, there = c.volume;  // whose 1/rho counts on which side
        if constexpr (capped) {
            here = mask_and_nonneg(r2 <= c.limit, here);
            there = mask_and_nonneg(r2 <= o.limit, there);
        }
        const Float4 along_here = along * here, along_there = along * there;
        const auto add = [&](int d, Float4 way, Float4 passing) {
            const Float4 drawn = across * passing;
            to_centre[d] += here * (along_here * way + drawn);
            to_others[d] -= there * (along_there * way + drawn);
        };
        add(0, dx, o.vx - c.vx);
        add(1, dy, o.vy - c.vy);
        if constexpr (D == 3) add(2, dz, o.vz - c.vz);
    }
};

// Accelerations in every other case.
template <int D, bool printed>
struct GeneralForces : Seen<D> {
    static constexpr int sums = D;
    struct Centre : Place<D> {
        Float4 push, weight, drag, volume, mass, limit;
    };
    using Others = Centre;
    const float *push, *weight;  // p/rho^2 and m; printed: p and m/rho^2
    const float *drag, *volume;  // nu and 1/rho
    const float *mass, *limit;
    float inv_h;

    Centre at(int i, auto read) const {
        Centre c{};
        c.place(*this, i, read);
        c.push = read(push + i), c.weight = read(weight + i), c.drag = read(drag + i), c.volume = read(volume + i);
        c.mass = read(mass + i), c.limit = read(limit + i);
        return c;
    }
    Centre centre(int i) const { return at(i, sph::one); }
    Others others(int j) const { return at(j, sph::four); }
    [[gnu::always_inline]] void meet(const Centre& c, const Others& o, Float4* to_centre, Float4* to_others) const {
        Float4 dx, dy, dz;
        const Float4 r2 = c.towards(o, dx, dy, dz), zero = splat(0.0f);
        const Float4 q = max(sqrt(r2) * inv_h, splat(smallest_q));
        Float4 along = Spiky<D>::slope(q) * (c.push + o.push), across = ViscosityKernel<D>::laplacian(q);
        Int4 kept_by_centre = r2 <= c.limit, kept_by_other = r2 <= o.limit;
        Float4 centres = c.drag * o.volume, others = o.drag * c.volume;
        if constexpr (!printed) {
            kept_by_centre = kept_by_other = kept_by_centre & kept_by_other;
            centres = others = 0.5f * (centres + others);
        }
        const Float4 along_c = select(kept_by_centre, along * o.weight, zero);
        const Float4 along_o = select(kept_by_other, along * c.weight, zero);
        const Float4 across_c = select(kept_by_centre, across * centres * o.mass, zero);
        const Float4 across_o = select(kept_by_other, across * others * c.mass, zero);
        const Float4 dvx = o.vx - c.vx, dvy = o.vy - c.vy;
        to_centre[0] += along_c * dx + across_c * dvx, to_others[0] -= along_o * dx + across_o * dvx;
        to_centre[1] += along_c * dy + across_c * dvy, to_others[1] -= along_o * dy + across_o * dvy;
        if constexpr (D == 3) {
            const Float4 dvz = o.vz - c.vz;
            to_centre[2] += along_c * dz + across_c * dvz, to_others[2] -= along_o * dz + across_o * dvz;
        }
    }
};

struct Nearest {
    float limit;  // square of the distance of the farthest that is kept
    float sum;    // of W, times mass where kinds differ, over those kept and the particle itself, without its scale
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
Nearest nearest(const AnyCells& cells, const sph::Arrays<D>& p, const float* mass, int i, int count, int cap,
                float inv_h2) {
    constexpr int room = 6 * MuellerSphDef::max_neighbours;
    IndexRange runs[AnyCells::max_runs];
    float found[room + 2 * lanes], masses[by_mass ? room + 2 * lanes : 1];
    Float4 at[D];
    SLOSH_UNROLL for (int d = 0; d < D; ++d) at[d] = splat(p.x[d][i]);
    const auto drop_beyond = [&](int held, float limit) {
        int kept = 0;
        for (int k = 0; k < held; k += lanes) {
            const Float4 r2 = load(found + k);
            const int chosen = bits(r2 <= limit) & lane_mask(held - k);
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
        int run_count;
        if constexpr (D == 2) run_count = cells.runs_2d(p.x[0][i], p.x[1][i], radius, runs);
        else run_count = cells.runs_3d(p.x[0][i], p.x[1][i], p.x[2][i], radius, runs);
        for (int k = 0; k < run_count; ++k)
            for (int j = runs[k].begin; j < runs[k].end; j += lanes) {
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
    const float limit = bound_of_least(found, held, cap + 1, bound);
    Float4 sums{};
    for (int k = 0; k < held; k += lanes) {
        const Float4 r2 = load(found + k);
        const Float4 closeness = max(1.0f - r2 * inv_h2, splat(0.0f));
        Float4 w = closeness * closeness * closeness;
        if constexpr (by_mass) w *= load(masses + k);
        sums += mask_and_nonneg(r2 <= limit, w);
    }
    return {limit, reduce_add(sums)};
}

}  // namespace slosh::mueller
